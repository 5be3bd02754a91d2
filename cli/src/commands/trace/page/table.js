// All vectors as a table: what the pictures show, in words and numbers.

function Vectors({ step, head, focus, setFocus, shown }) {
  const layer = layerAt(step);
  const hits = hitsOf(focus);
  const hasHeads = layer !== null && layer.heads.length > 0;
  const after = vectorsAt(stateAt(step));
  const before = step === 0 ? null : vectorsAt(stateAt(step) - 1);
  const rows = items.map((item) => {
    if (item.fold !== undefined) return html`<tr class="fold" key=${item.first}><td colspan=${coordinates.length + (hasHeads ? 6 : 3)}>${item.fold}</td></tr>`;
    const { slot, first: position } = item;
    const status = statusAt(position, step, shown);
    const isChosen = focus?.position === position;
    const keys = hasHeads ? layer.heads[head].attends[slot] : [];
    const cells = after[slot].map((value, c) => {
      const was = before === null ? value : before[slot][c];
      if (was === value) return html`<td class="exact">${short(value)}</td>`;
      return html`<td class="exact new"><span class="was">${short(was)}</span> → <strong>${short(value)}</strong></td>`;
    });
    return html`<tr key=${position} class=${`${status}${hits.positions.has(position) ? " hit" : ""}`}>
      <th scope="row"><button type="button" aria-pressed=${isChosen} onClick=${() => setFocus(isChosen ? null : { position })}>${position}</button></th>
      <td>${data.labels[slot]}</td>
      <td class="status">${{ open: "○ not yet", early: "◐ early", right: "● " + rightWord }[status]}</td>
      ${hasHeads && html`<td>${wordsOf(layer, head, slot)}</td><td class="exact">${weightOf(keys)}</td><td class="exact">${pooledText(step, head, layer.heads[head].pooled[slot])}</td>`}
      ${cells}
    </tr>`;
  });
  return html`<section aria-labelledby="vectors">
    <h2 id="vectors">All vectors</h2>
    <p class="quiet">${step === 0 ? "Every position at the start." : `Every position after ${stepName(step)}; what has changed is written with what stood there before.`}</p>
    <div class="scroll rows" tabindex="0" role="group" aria-label="table of vectors">
      <table class="vectors">
        <thead><tr><th scope="col">position</th><th scope="col">what</th><th scope="col">${isCircuit ? "right" : `${coordinates[shown]} final`}</th>
          ${hasHeads && html`<th scope="col">attends to</th><th scope="col">weight</th><th scope="col">pools</th>`}
          ${coordinates.map((name, c) => html`<th scope="col" class=${hits.coordinates.has(c) ? "hit" : ""}>${name}</th>`)}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  </section>`;
}
