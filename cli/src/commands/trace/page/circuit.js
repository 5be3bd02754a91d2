// The circuit by levels, lit up as values become right. A transformer of its own has its layers and heads instead.

const MOST_WIRES = 500;
// A wire over more levels is drawn as a stub at its gate, named after where it comes from, until it is chosen.
const FAR = 8;

// Where the nodes stand: those of the page one by one, and of each level the folded ones together.
const layout = isCircuit ? laidOutCircuit() : null;

function laidOutCircuit() {
  const { nodes, wires, depth } = data.circuit;
  const levels = Array.from({ length: depth + 1 }, () => []);
  const folded = new Map();
  const entryOf = nodes.map(([kind, label, level], node) => {
    // What is deeper than the outputs is never computed.
    const column = Math.min(level, depth);
    if (slotOf.has(node)) {
      const entry = { node, kind, label, column, from: [] };
      levels[column].push(entry);
      return entry;
    }
    if (!folded.has(column)) {
      folded.set(column, { nodes: [], kind: "fold", column, from: [] });
      levels[column].push(folded.get(column));
    }
    folded.get(column).nodes.push(node);
    return folded.get(column);
  });
  // Wires between the same two entries are one line.
  const lines = new Map();
  wires.forEach(([from, to], wire) => {
    const [a, b] = [entryOf[from], entryOf[to]];
    if (!lines.has(a)) lines.set(a, new Map());
    if (!lines.get(a).has(b)) lines.get(a).set(b, []);
    lines.get(a).get(b).push(data.circuit.wires_have_positions ? nodes.length + wire : from);
    b.from.push(a);
  });
  // Each level in the order of what it reads, so that fewer lines cross.
  for (const level of levels) {
    level.forEach((entry, k) => {
      const heights = entry.from.map((from) => from.at);
      entry.wish = heights.length === 0 ? k / Math.max(1, level.length) : heights.reduce((a, b) => a + b, 0) / heights.length;
    });
    level.sort((a, b) => a.wish - b.wish);
    level.forEach((entry, k) => (entry.at = (k + 0.5) / level.length));
  }
  const all = [...lines].flatMap(([a, to]) => [...to].map(([b, positions]) => ({ a, b, positions })));
  return { levels, lines: all };
}

// The status of several positions together.
function statusOfAll(positions, step, shown) {
  const found = new Set(positions.map((position) => statusAt(position, step, shown)));
  return found.has("open") ? "open" : found.has("early") ? "early" : "right";
}

function Circuit({ step, focus, setFocus, shown, width }) {
  const { levels, lines } = layout;
  const most = Math.max(...levels.map((level) => level.length));
  // Up to some rows with their names, at the cost of scrolling; more are dots that show how depth fills in.
  const row = most <= 48 ? Math.min(46, Math.max(18, 560 / most)) : Math.max(7, 640 / most);
  // Values stand below the gates where there is room: beside them a wire could be read as a minus.
  const r = row >= 30 ? Math.min(13, row * 0.29) : row * 0.42;
  const column = Math.max(64, Math.min(230, width / levels.length));
  const left = Math.max(48, column / 2);
  const [wide, tall] = [2 * left + column * (levels.length - 1), Math.max(row * most, 120) + 44];
  const x = (entry) => left + entry.column * column;
  const y = (entry) => 40 + entry.at * (tall - 44);
  const hits = hitsOf(focus).positions;
  const vectors = vectorsAt(stateAt(step));
  const round = step === 0 ? 0 : Math.floor(data.steps[step - 1] / 2) + 1;
  const pane = useRef(null);
  useEffect(() => reveal(pane.current, left + (round - 0.5) * column, column), [round]);
  const curve = ({ a, b }) => {
    const [x1, x2] = [x(a) + r, x(b) - r];
    const bend = (x2 - x1) * 0.45;
    // A wire over several levels goes around what stands between.
    const span = b.column - a.column;
    const around = span > 1 && Math.abs(y(a) - y(b)) < row ? Math.min(tall / 2 - 30, 2 * r + 3 * span) * (a.node % 2 === 0 ? 1 : -1) : 0;
    return `M${x1.toFixed(1)} ${y(a).toFixed(1)}C${(x1 + bend).toFixed(1)} ${(y(a) + around).toFixed(1)} ${(x2 - bend).toFixed(1)} ${(y(b) + around).toFixed(1)} ${x2.toFixed(1)} ${y(b).toFixed(1)}`;
  };
  const chosenLines = lines.filter(({ b, positions }) => (data.circuit.wires_have_positions && positions.some((p) => hits.has(p))) || (focus?.position !== undefined && b.node === focus.position));
  const isFar = ({ a, b }) => b.column - a.column > FAR;
  const drawn = (line) => (isFar(line) ? `M${(x(line.b) - r - 13).toFixed(1)} ${(y(line.b) - r - 9).toFixed(1)}L${(x(line.b) - r * 0.7).toFixed(1)} ${(y(line.b) - r * 0.6).toFixed(1)}` : curve(line));
  const grouped = (status) => lines.filter(({ positions }) => statusOfAll(positions, step, shown) === status).map(drawn).join("");
  const wire = (line) => {
    const slots = line.positions.filter((position) => slotOf.has(position));
    const words = `${line.positions.length > 1 ? `${line.positions.length} wires` : "wire"} ${labelOfEntry(line.a)} → ${labelOfEntry(line.b)}, ${statusWords[statusOfAll(line.positions, step, shown)]}`;
    const choose = () => slots.length > 0 && setFocus({ position: slots[0] });
    return html`<g class=${`wire ${statusOfAll(line.positions, step, shown)}`} onClick=${choose}><title>${words}</title><path class="wide" d=${drawn(line)} /><path d=${drawn(line)} />${isFar(line) && row >= 24 && html`<text class="far" x=${x(line.b) - r - 14} y=${y(line.b) - r - 10}>${fitted(sourceOf(line.a), 30, 6)}</text>`}</g>`;
  };
  return html`<figure>
    <h2 id="circuit">The circuit by levels</h2>
    <div class="scroll tall" ref=${pane} tabindex="0" role="group" aria-label="circuit by levels">
      <svg class="circuit" width=${wide} height=${tall} role="img" aria-label=${`the circuit: ${plural(data.circuit.nodes.length, "gate")} in ${plural(levels.length, "level")}; the table of vectors says which are right`}>
        ${levels.map((level, k) => html`<g class=${`level${k === round && step > 0 ? " now" : ""}`}>
          ${k === round && step > 0 && html`<rect x=${left + k * column - column / 2 + 2} y="0" width=${column - 4} height=${tall} rx="6" />`}
          <text x=${left + k * column} y="14">level ${k}</text>
          <text class="quiet" x=${left + k * column} y="29">${k === 0 ? "the start" : `${column < 96 ? "" : "layers "}${2 * k - 2}, ${2 * k - 1}`}</text></g>`)}
        ${lines.length <= MOST_WIRES ? lines.map(wire) : ["open", "early", "right"].map((status) => html`<path class=${`wires ${status}`} d=${grouped(status)} />`)}
        ${chosenLines.map((line) => html`<path class=${`wires picked${chosenLines.length > MOST_TIPS ? " many" : ""}`} d=${curve(line)} />`)}
        ${levels.flat().map((entry) => html`<${GateShape} ...${{ entry, step, x: x(entry), y: y(entry), r, row, column, vectors, shown, isChosen: entry.node === focus?.position, isHit: hits.has(entry.node), setFocus }} />`)}
      </svg>
    </div>
    <figcaption>${circuitSaid(lines.length)}</figcaption>
  </figure>`;
}

// What a stub is named after: an input or a constant by itself, a gate by its name.
const sourceOf = (entry) => (entry.kind === "input" || entry.kind === "const" ? entry.label : labelOfEntry(entry));
const labelOfEntry = (entry) => (entry.kind === "fold" ? plural(entry.nodes.length, "folded gate") : labelOf(entry.node));

function circuitSaid(lines) {
  const said = ["Below each level are the two layers that compute it. A rectangle is an input, a rounded one a constant, a circle a sum, a square a product, a diamond a sign, a triangle a copy. Hollow and dashed: not right yet. Filled: right. Pale: right already, before it is computed."];
  if (layout.lines.some(({ a, b }) => b.column - a.column > FAR)) said.push(`A wire over more than ${FAR} levels is a stub with the name of where it comes from; chosen, it is drawn whole.`);
  if (lines > MOST_WIRES) said.push("So many wires can't be chosen one by one here: choose them in the row or in the table.");
  return said.join(" ");
}

// A gate, by its shape.
function GateShape({ entry, step, x, y, r, row, column, vectors, shown, isChosen, isHit, setFocus }) {
  if (entry.kind === "fold") {
    const right = entry.nodes.filter((node) => statusAt(node, step, shown) !== "open").length;
    const words = `${plural(entry.nodes.length, "gate")} folded, ${right} right`;
    return html`<g class=${`node fold ${statusOfAll(entry.nodes, step, shown)}`}><title>${words}</title><rect x=${x - 22} y=${y - Math.min(9, r)} width="44" height=${2 * Math.min(9, r)} rx="3" /><text x=${x} y=${y + 4}>${right}/${entry.nodes.length}</text></g>`;
  }
  const status = statusAt(entry.node, step, shown);
  const value = vectors[slotOf.get(entry.node)][shown];
  const room = Math.min(column - 8, 90);
  const inside = entry.kind === "input" || entry.kind === "const" ? fitted(entry.label, 42, 6.4) : entry.label;
  const letter = Math.min(12, 1.35 * r);
  const below = row >= 30 && entry.kind !== "const";
  const w = Math.max(r, inside.length * letter * 0.3 + 4);
  const shape = {
    input: html`<rect x=${x - w} y=${y - r * 0.8} width=${2 * w} height=${1.6 * r} />`,
    const: html`<rect x=${x - w} y=${y - r * 0.8} width=${2 * w} height=${1.6 * r} rx=${r * 0.8} />`,
    add: html`<circle cx=${x} cy=${y} r=${r} />`,
    mul: html`<rect x=${x - r * 0.9} y=${y - r * 0.9} width=${1.8 * r} height=${1.8 * r} />`,
    sign: html`<path d=${`M${x - r} ${y}L${x} ${y - r}L${x + r} ${y}L${x} ${y + r}z`} />`,
    copy: html`<path d=${`M${x - r} ${y - r}L${x + r} ${y}L${x - r} ${y + r}z`} />`,
  }[entry.kind];
  const about = data.about[slotOf.get(entry.node)];
  return html`<g class=${`node ${status}${isChosen ? " chosen" : ""}${isHit ? " hit" : ""}`} onClick=${() => setFocus({ position: entry.node })}>
    <title>${`${about}: ${coordinates[shown]}=${short(value)}, ${statusWords[status]}`}</title>
    ${shape}
    ${r >= 5 && html`<text class="symbol" x=${x} y=${y + letter / 3} style=${`font-size: ${letter}px`}>${inside}</text>`}
    ${below && html`<text class="value" x=${x} y=${y + r + 11}>${fitted(value, room, 7)}</text>`}
  </g>`;
}

// The layers of a transformer that simulates no circuit, with the heads and what they are for.
function Layers({ step, setStep, head, setHead, focus, setFocus }) {
  const current = layerAt(step);
  const rows = data.list.map(({ heads, writes }, of) => {
    const isNow = current !== null && current.of === of;
    const isDone = current !== null && (trace.shape.repeat > 1 ? isNow : current.of >= of);
    const at = trace.layers.findIndex((layer) => layer.of === of && data.steps.includes(layer.layer));
    return html`<li class=${`layer${isNow ? " now" : ""}${isDone ? " done" : ""}`}>
      <h3>layer ${of}${isNow ? ", now" : isDone ? ", done" : ""}</h3>
      ${heads.length === 0 && html`<p>no heads: each position by itself</p>`}
      <ul>${heads.map(({ pooling, takes, feeds }, k) => html`<li><button type="button" aria-pressed=${isNow && head === k} disabled=${at < 0} onClick=${() => { setStep(data.steps.indexOf(trace.layers[at].layer) + 1); setHead(k); }}>head ${k}</button>
        pools ${pooling === "average" ? "the mean of" : `the ${pooling}`} ${takes.length === 0 ? "nothing" : takes.map((name) => name ?? "a number made of the key's").join(", ")}; feeds ${feeds.length === 0 ? "nothing" : feeds.join(", ")}</li>`)}</ul>
      <p>writes ${writes.length === 0 ? "nothing" : writes.map((name) => html`<${Coordinate} ...${{ name, focus, setFocus }} /> `)}</p>
    </li>`;
  });
  return html`<section aria-labelledby="layers"><h2 id="layers">Layers and heads</h2><ol class="layers">${rows}</ol></section>`;
}

// A coordinate that can be chosen.
function Coordinate({ name, focus, setFocus }) {
  const c = coordinates.indexOf(name);
  const isHit = hitsOf(focus).coordinates.has(c);
  const { of, line, values } = data.coordinates[c];
  const few = values === null ? null : values.length <= 8 ? values.join(", ") : `${plural(values.length, "value")} from ${values[0]} to ${values[values.length - 1]}`;
  const words = [of, line === null ? null : `line ${line}`, few === null ? null : `one of ${few}`].filter((word) => word !== null).join("; ");
  return html`<button type="button" class="coordinate" aria-pressed=${isHit} title=${words} onClick=${() => setFocus(focus?.coordinate === c ? null : { coordinate: c })}>${name}</button>`;
}
