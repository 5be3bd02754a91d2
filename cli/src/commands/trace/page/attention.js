// Who attends whom: as arcs over the row of positions, and as a heat map.

// More arcs than this are a black area: then only those of the chosen position are drawn.
const MOST_ARCS = 1200;
// More tips than this in one place are a blot.
const MOST_TIPS = 24;
const ROW = 46;
const ARCS = 150;

// From the keys of each query, by item: who attends to whom, and who to itself.
const arcsSeen = new Map();
function arcsOf(layer, head) {
  const key = `${layer.layer}/${head}`;
  if (!arcsSeen.has(key)) {
    const rows = layer.heads[head].attends.map((keys) => {
      const counts = new Map();
      for (const position of keys) {
        const item = itemOf(position);
        counts.set(item, (counts.get(item) ?? 0) + 1);
      }
      return [...counts.keys()];
    });
    arcsSeen.set(key, rows);
  }
  return arcsSeen.get(key);
}

// Where items stand in a row: the left side of each, and the width of a position.
function laidOut(width, zoom) {
  const folds = items.filter((item) => item.fold !== undefined).length;
  const foldWidth = 34;
  const cell = Math.min(96, Math.max(4, (width - folds * foldWidth) / Math.max(1, items.length - folds))) * zoom;
  const left = [];
  let x = 0;
  for (const item of items) {
    left.push(x);
    x += item.fold === undefined ? cell : foldWidth;
  }
  return { cell, left, width: x, widthOf: (k) => (items[k].fold === undefined ? cell : foldWidth) };
}

function Attention({ step, head, focus, setFocus, shown, width }) {
  const [zoom, setZoom] = useState(1);
  const place = laidOut(width, zoom);
  const layer = layerAt(step);
  const rows = layer === null || layer.heads.length === 0 ? null : arcsOf(layer, head);
  const chosen = focus?.position;
  const row = useRef(null);
  useEffect(() => {
    if (chosen !== undefined) reveal(row.current, place.left[itemOf(chosen)], place.cell);
  }, [chosen, zoom]);
  const hits = hitsOf(focus).positions;
  const middle = (k) => place.left[k] + place.widthOf(k) / 2;
  const highest = Math.min(ARCS / 0.75 - 8, 20 + place.width * 0.3);
  const arc = (from, to) => {
    const [a, b] = [middle(from), middle(to)];
    const height = 16 + (highest - 16) * (Math.abs(b - a) / place.width) ** 0.6;
    return `M${a.toFixed(1)} ${ARCS}C${a.toFixed(1)} ${(ARCS - height).toFixed(1)} ${b.toFixed(1)} ${(ARCS - height).toFixed(1)} ${b.toFixed(1)} ${ARCS}`;
  };
  const [all, own, readers] = [[], [], []];
  let count = 0;
  if (rows !== null) {
    items.forEach((item, query) => {
      if (item.fold !== undefined) return;
      for (const key of rows[item.slot]) {
        if (key === query) continue;
        count++;
        if (item.first === chosen) own.push(arc(key, query));
        else if (chosen !== undefined && key === itemOf(chosen)) readers.push(arc(key, query));
        else if (all.length <= MOST_ARCS) all.push(arc(key, query));
      }
    });
  }
  const tooMany = count > MOST_ARCS;
  const tall = ARCS + ROW + 4;
  const choose = (item) => item.fold === undefined && setFocus({ position: item.first });
  return html`<figure>
    <div class="title"><h2 id="arcs">Who attends to whom</h2>
      <span class="buttons" role="group" aria-label="width of the row">
        <button type="button" onClick=${() => setZoom(Math.max(1, zoom / 1.5))} disabled=${zoom === 1} aria-label="narrower">−</button>
        <button type="button" onClick=${() => setZoom(Math.min(16, zoom * 1.5))} disabled=${place.cell >= 96} aria-label="wider">+</button>
      </span>
    </div>
    <div class="scroll" ref=${row} tabindex="0" role="group" aria-label="arcs over the row of positions">
      <svg class="arcs" width=${place.width} height=${tall} role="img" aria-label=${`arcs from keys to queries; the table of vectors says the same in words`}>
        <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="tip" /></marker></defs>
        ${!tooMany && html`<path class="arc" d=${all.join("")} />`}
        ${readers.length > 0 && html`<path class="arc readers" d=${readers.join("")} />`}
        ${own.length <= MOST_TIPS ? own.map((d) => html`<path class="arc own" d=${d} marker-end="url(#head)" />`) : html`<path class="arc own many" d=${own.join("")} />`}
        ${items.map((item, k) => html`<${Cell} key=${item.first} ...${{ item, step, shown, x: place.left[k], width: place.widthOf(k), itself: rows !== null && rows[item.slot]?.includes(k), isChosen: item.first === chosen, isHit: hits.has(item.first), choose }} />`)}
      </svg>
    </div>
    <figcaption>${arcsSaid(rows, tooMany, count, chosen, layer, head)}</figcaption>
  </figure>`;
}

// What the arcs are, and what is not drawn.
function arcsSaid(rows, tooMany, count, chosen, layer, head) {
  if (rows === null) return layer === null ? "Nothing is attended to before the first layer." : "This layer has no heads.";
  const said = [];
  if (tooMany) said.push(`${count} arcs are too many to tell apart: those of the chosen position are drawn, and the heat map has all.`);
  if (chosen !== undefined && slotOf.has(chosen)) {
    const slot = slotOf.get(chosen);
    const keys = layer.heads[head].attends[slot];
    const words = wordsOf(layer, head, slot);
    said.push(`${labelOf(chosen)} attends to ${words}, with weight ${weightOf(keys)}${keys.length > 1 ? " each" : ""} (solid). Dashed arcs lead to those that attend to it.`);
  } else {
    said.push("An arc leads from a key to the query that attends to it; a dot marks who attends to itself. Click a position to follow it.");
  }
  return said.join(" ");
}

// A position in the row, with its short name and its value.
function Cell({ item, step, shown, x, width, itself, isChosen, isHit, choose }) {
  if (item.fold !== undefined) {
    return html`<g class="fold"><title>${item.fold}</title><rect x=${x + 1} y=${ARCS + 1} width=${width - 2} height=${ROW - 2} /><text x=${x + width / 2} y=${ARCS + ROW / 2 + 4}>⋯</text></g>`;
  }
  const status = statusAt(item.first, step, shown);
  const state = stateAt(step);
  const value = vectorsAt(state)[item.slot][shown];
  const isNew = step > 0 && vectorsAt(state - 1)[item.slot][shown] !== value;
  const gap = width > 8 ? 1 : 0.3;
  const name = data.labels[item.slot];
  return html`<g class=${`cell ${status}${isChosen ? " chosen" : ""}${isHit ? " hit" : ""}${isNew ? " new" : ""}`} onClick=${() => choose(item)}>
    <title>${`${data.about[item.slot]}: ${coordinates[shown]}=${short(value)}, ${statusWords[status]}`}</title>
    <rect x=${x + gap} y=${ARCS + 1} width=${Math.max(1, width - 2 * gap)} height=${ROW - 2} rx=${width > 14 ? 4 : 0} />
    ${itself && html`<circle class="itself" cx=${x + width / 2} cy=${ARCS - 4} r=${Math.min(2.5, width / 3)} />`}
    ${width >= 24 && html`<text class="name" x=${x + width / 2} y=${ARCS + 17}>${fitted(name, width - 4, 6.6)}</text>`}
    ${width >= 16 && html`<text class="value" x=${x + width / 2} y=${ARCS + 36}>${fitted(value, width - 4, 7.8)}</text>`}
  </g>`;
}

// A heat map that is larger does not fit on a screen.
const WIDEST = 720;

// The shade of a weight: by how many keys share it.
const shade = (count) => [1, 2, 4, 8, 16].findIndex((most) => count <= most);

function Heat({ step, head, focus, setFocus, width }) {
  const layer = layerAt(step);
  if (layer === null || layer.heads.length === 0) {
    return html`<figure><h2 id="heat">Weights</h2><p class="quiet">${layer === null ? "Nothing is attended to before the first layer." : "This layer has no heads."}</p></figure>`;
  }
  const [before, after] = [52, 64];
  const cell = Math.min(34, Math.max(3, (Math.min(width, WIDEST) - before - after) / items.length));
  const [size, rows] = [cell * items.length, arcsOf(layer, head)];
  const attends = layer.heads[head].attends;
  const chosen = focus?.position === undefined ? null : itemOf(focus.position);
  const drawn = items.map((item, query) => {
    if (item.fold !== undefined) return html`<rect class="folded" x=${before} y=${query * cell} width=${size} height=${cell} />`;
    const keys = rows[item.slot].slice().sort((a, b) => a - b);
    let path = "";
    for (let k = 0; k < keys.length; ) {
      let end = k + 1;
      while (end < keys.length && keys[end] === keys[end - 1] + 1) end++;
      path += `M${before + keys[k] * cell} ${query * cell}h${(end - k) * cell}v${cell}h${-(end - k) * cell}z`;
      k = end;
    }
    return html`<path class=${`w${shade(attends[item.slot].length)}`} d=${path}><title>${`${data.labels[item.slot]} attends to ${wordsOf(layer, head, item.slot)}, with weight ${weightOf(attends[item.slot])}`}</title></path>`;
  });
  const texts = [];
  items.forEach((item, query) => {
    if (item.fold !== undefined) return;
    const weight = weightOf(attends[item.slot]);
    if (cell >= 11) texts.push(html`<text class="axis" x=${before - 5} y=${(query + 0.5) * cell + 4} text-anchor="end">${fitted(data.labels[item.slot], before - 8, 6.2)}</text>`);
    if (cell >= 11) texts.push(html`<text class="axis" x=${before + size + 6} y=${(query + 0.5) * cell + 4}>${weight}</text>`);
    if (cell >= 22 && weight.length * 7 <= cell) {
      for (const key of rows[item.slot]) texts.push(html`<text class=${`weight w${shade(attends[item.slot].length)}`} x=${before + (key + 0.5) * cell} y=${(query + 0.5) * cell + 4}>${weight}</text>`);
    }
  });
  const clicked = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const item = items[Math.floor((event.clientY - box.top) / cell)];
    if (item !== undefined && item.fold === undefined) setFocus({ position: item.first });
  };
  const counts = [...new Set(attends.map((keys) => keys.length))].filter((count) => count > 0).sort((a, b) => a - b);
  return html`<figure>
    <h2 id="heat">Weights</h2>
    <div class="scroll tall" tabindex="0" role="group" aria-label="heat map of the weights">
      <svg class="heat" width=${before + size + after} height=${size + 2} role="img" onClick=${clicked} aria-label="heat map: a row for each query, a column for each key; the table of vectors says the same in words">
        <rect class="ground" x=${before} y="0" width=${size} height=${size} />
        ${drawn}
        ${items.map((item, k) => item.fold !== undefined && html`<rect class="folded" x=${before + k * cell} y="0" width=${cell} height=${size} />`)}
        ${chosen !== null && html`<rect class="frame" x=${before - 1} y=${chosen * cell} width=${size + 2} height=${cell} /><rect class="frame light" x=${before + chosen * cell} y="0" width=${cell} height=${size} />`}
        ${texts}
      </svg>
    </div>
    <figcaption>A row is a query, a column a key. ${counts.slice(0, 6).map((count) => html`<span class="key"><svg width="14" height="14" aria-hidden="true" class="heat"><rect class=${`w${shade(count)}`} width="14" height="14" /></svg> ${data.weights[count]}${count > 1 ? ` each of ${count} keys` : " to one key"}</span> `)}${counts.length > 6 ? `and ${counts.length - 6} more, down to ${data.weights[counts[counts.length - 1]]}` : ""}</figcaption>
  </figure>`;
}
