// One position: what it read, what it pooled, and what became of it.

function Selection({ step, focus, setFocus, shown }) {
  const position = focus?.position;
  if (position === undefined || !slotOf.has(position)) {
    const about = focus?.line !== undefined ? lineSaid(focus) : "Choose a position: in the row, the circuit, the heat map or the table, or with the keys j and k.";
    return html`<section aria-labelledby="chosen"><h2 id="chosen">Chosen</h2><p>${about}</p></section>`;
  }
  const slot = slotOf.get(position);
  const status = statusAt(position, step, shown);
  return html`<section aria-labelledby="chosen">
    <div class="title"><h2 id="chosen">${data.labels[slot]}</h2><button type="button" onClick=${() => setFocus(null)}>let go</button></div>
    <p>${data.about[slot]}</p>
    <p class=${`status ${status}`}>${statusLong(position, status, shown)}</p>
    ${step > 0 && headsAt(step).map((_, head) => html`<${Read} ...${{ step, head, slot, position, several: headsAt(step).length > 1 }} />`)}
    <${Vector} step=${step} slot=${slot} />
    <${History} slot=${slot} shown=${shown} step=${step} />
  </section>`;
}

function lineSaid({ file, line }) {
  const gates = gatesOfLines[file].get(line) ?? [];
  if (gates.length === 0) return `Line ${line + 1} of ${files[file].name}.`;
  const names = gates.slice(0, 40).map((gate) => `g${gate}`).join(", ");
  return `Line ${line + 1} of ${files[file].name} has become ${plural(gates.length, "gate")}: ${names}${gates.length > 40 ? ` and ${gates.length - 40} more` : ""}.`;
}

// From when on the value is what it should be.
function statusLong(position, status, shown) {
  const from = rightFrom(position, shown);
  const what = isCircuit ? "" : `${coordinates[shown]} is `;
  if (from === null) return "never right: it is deeper than the outputs";
  const layer = from === 0 ? null : trace.layers[from - 1].layer;
  const since = from === 0 ? "from the start" : `since layer ${layer}`;
  // Where it is right it is what the circuit says.
  const should = isCircuit ? `: the circuit says ${short(vectorsAt(from)[slotOf.get(position)][data.value])}` : "";
  if (status === "open") return `${what}not ${rightWord} yet, and will be after layer ${layer}${should}`;
  if (status === "early") return `${what}${rightWord} ${since}, though layer ${dueAt(position, shown) - 1} computes it${should}`;
  return `${what}${rightWord} ${since}${should}`;
}

// What a head did at a position.
function Read({ step, head, slot, position, several }) {
  const layer = layerAt(step);
  const { score, attends, pooled } = layer.heads[head];
  const keys = attends[slot];
  const readers = attends.map((of, query) => query).filter((query) => query !== slot && attends[query].includes(position));
  const named = readers.slice(0, 12).map((query) => data.labels[query]).join(", ");
  return html`<dl>
    ${several && html`<dt>head ${head}</dt><dd>feeds ${headsAt(step)[head].feeds.join(", ") || "nothing"}</dd>`}
    <dt>attends to</dt><dd>${wordsOf(layer, head, slot)}</dd>
    <dt>weight</dt><dd class="exact">${weightOf(keys)}${keys.length > 1 ? ` each of ${keys.length}` : ""}</dd>
    <dt>score</dt><dd class="exact">${short(score[slot])}</dd>
    <dt>pools</dt><dd class="exact">${pooledText(step, head, pooled[slot]) || "nothing"}</dd>
    <dt>attended by</dt><dd>${readers.length === 0 ? "no other position of the page" : `${named}${readers.length > 12 ? ` and ${readers.length - 12} more` : ""}${data.folds.length > 0 ? ", and perhaps folded ones" : ""}`}</dd>
  </dl>`;
}

// All coordinates before and after.
function Vector({ step, slot }) {
  const state = stateAt(step);
  const after = vectorsAt(state)[slot];
  const before = step === 0 ? null : vectorsAt(state - 1)[slot];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="the vector of the chosen position"><table class="vector">
    <thead><tr><td></td>${coordinates.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>
      ${before !== null && html`<tr><th scope="row">before</th>${before.map((value) => html`<td><${Exact} text=${value} /></td>`)}</tr>`}
      <tr><th scope="row">${step === 0 ? "at the start" : "after"}</th>${after.map((value, c) => html`<td class=${before !== null && before[c] !== value ? "new" : ""}><${Exact} text=${value} /></td>`)}</tr>
    </tbody></table></div>`;
}

// A number; a long one by its ends, and whole where that is asked for.
function Exact({ text }) {
  if (text.length <= 24) return html`<span class="exact">${text}</span>`;
  return html`<details><summary class="exact">${short(text)}</summary><span class="exact whole">${text}</span></details>`;
}

// The layers that changed the number that is shown.
function History({ slot, shown, step }) {
  const changes = [{ when: "the start", step: 0, value: trace.embedding[slot][shown] }];
  for (let k = 1; k <= lastStep; k++) {
    const value = vectorsAt(stateAt(k))[slot][shown];
    if (value !== changes[changes.length - 1].value) changes.push({ when: `layer ${data.steps[k - 1]}`, step: k, value });
  }
  return html`<p class="history"><span class="quiet">${coordinates[shown]} over the layers: </span>${changes.map((change, k) => html`<span class=${change.step <= step ? "past" : "future"}>${k > 0 ? " → " : ""}<span class="exact">${short(change.value)}</span> (${change.when})</span>`)}</p>`;
}
