// The source, with what is looked at marked; lines that gates come from can be chosen.

// The lines of each file, with where each begins.
const files = data.files.map(({ name, text }) => {
  const lines = [];
  let start = 0;
  for (const line of text.split("\n")) {
    lines.push({ start, text: line.replace(/\r$/, "") });
    start += line.length + 1;
  }
  return { name, lines };
});

// The number of the line in which a place of a file begins.
function lineAt(file, at) {
  const { lines } = files[file];
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle].start <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

// For each file and line the gates that come from it. The lines of a long expression count all.
const gatesOfLines = files.map(() => new Map());
data.of_gates.forEach((place, gate) => {
  if (place === null) return;
  const [file, start, end] = data.places[place];
  for (let line = lineAt(file, start); line <= lineAt(file, Math.max(start, end - 1)); line++) {
    if (!gatesOfLines[file].has(line)) gatesOfLines[file].set(line, []);
    gatesOfLines[file].get(line).push(gate);
  }
});
// A program of its own has coordinates in place of gates, all in the file that is run.
const coordinatesOfLines = new Map();
data.coordinates.forEach(({ line }, c) => {
  if (line === null || files.length === 0) return;
  coordinatesOfLines.set(line - 1, [...(coordinatesOfLines.get(line - 1) ?? []), c]);
});

// The positions that hold gates, by gate.
const positionOfGate = new Map();
if (data.gates !== null) {
  data.gates.forEach((gates, position) => {
    for (const gate of gates) if (!positionOfGate.has(gate)) positionOfGate.set(gate, position);
  });
}

// The places to mark for what is looked at, each `[file, start, end]`.
function marksOf(focus) {
  if (focus === null) return [];
  if (focus.position !== undefined && data.gates !== null) {
    const places = data.gates[focus.position].map((gate) => data.of_gates[gate]);
    return [...new Set(places)].filter((place) => place !== null && place !== undefined).map((place) => data.places[place]);
  }
  const lines = [];
  if (focus.coordinate !== undefined) lines.push([0, data.coordinates[focus.coordinate].line]);
  if (focus.line !== undefined) lines.push([focus.file, focus.line + 1]);
  return lines
    .filter(([file, line]) => line !== null && file < files.length && line <= files[file].lines.length)
    .map(([file, line]) => {
      const { start, text } = files[file].lines[line - 1];
      return [file, start, start + text.length];
    });
}

// The positions and the coordinates that a chosen line is about.
function hitsOf(focus) {
  const none = { positions: new Set(), coordinates: new Set() };
  if (focus === null) return none;
  if (focus.coordinate !== undefined) return { ...none, coordinates: new Set([focus.coordinate]) };
  if (focus.line === undefined) return { ...none, positions: new Set([focus.position]) };
  const gates = gatesOfLines[focus.file].get(focus.line) ?? [];
  const positions = new Set(gates.map((gate) => positionOfGate.get(gate)));
  const named = focus.file === 0 ? (coordinatesOfLines.get(focus.line) ?? []) : [];
  return { positions, coordinates: new Set(named) };
}

// The lines of a file that are shown: all of a short one; of a long one those near to where gates come from.
const MOST_LINES = 250;
const AROUND = 4;
function shownLines(file, all) {
  const { lines } = files[file];
  if (all || lines.length <= MOST_LINES) return lines.map((_, line) => line);
  const used = [...gatesOfLines[file].keys(), ...(file === 0 ? coordinatesOfLines.keys() : [])].sort((a, b) => a - b);
  const shown = new Set();
  for (const line of used.slice(0, MOST_LINES)) {
    for (let near = Math.max(0, line - AROUND); near <= Math.min(lines.length - 1, line + AROUND); near++) shown.add(near);
  }
  return [...shown].sort((a, b) => a - b);
}

// A line with the marked parts in it.
function Marked({ start, text, marks }) {
  const parts = [];
  let at = 0;
  for (const [, from, to] of marks) {
    const [a, b] = [Math.max(from - start, at), Math.min(to - start, text.length)];
    if (a >= b) continue;
    parts.push(text.slice(at, a), html`<mark>${text.slice(a, b)}</mark>`);
    at = b;
  }
  parts.push(text.slice(at));
  return html`<code>${parts}${text === "" ? " " : ""}</code>`;
}

function Source({ focus, setFocus, step, shown }) {
  const [chosen, setFile] = useState(0);
  const [all, setAll] = useState(false);
  const pane = useRef(null);
  const marks = marksOf(focus).sort((a, b) => a[1] - b[1]);
  const marked = marks.length > 0 ? marks[0][0] : null;
  useEffect(() => {
    if (marked !== null) setFile(marked);
  }, [focus]);
  useEffect(() => {
    const mark = pane.current?.querySelector("mark");
    if (!mark || focus?.line !== undefined) return;
    // Within the pane alone: the page stays where it is.
    const [inner, outer] = [mark.getBoundingClientRect(), pane.current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      pane.current.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  }, [focus, chosen]);
  if (files.length === 0) return html`<section aria-labelledby="source"><h2 id="source">Source</h2><p>${data.no_source}</p></section>`;
  const file = Math.min(chosen, files.length - 1);
  const lines = shownLines(file, all);
  const rows = [];
  let next = 0;
  for (const line of [...lines, files[file].lines.length]) {
    if (line > next) {
      const words = line === next + 1 ? `line ${line} is folded` : `lines ${next + 1} to ${line} are folded`;
      rows.push(html`<li class="fold">⋯ ${words}: no gate comes from ${line === next + 1 ? "it" : "them"}</li>`);
    }
    next = line + 1;
    if (line === files[file].lines.length) break;
    rows.push(html`<${Line} key=${line} ...${{ file, line, marks: marks.filter((mark) => mark[0] === file), focus, setFocus, step, shown }} />`);
  }
  return html`<section aria-labelledby="source">
    <div class="title"><h2 id="source">Source</h2>
      ${files.length > 1
        ? html`<label>file <select value=${file} onChange=${(event) => setFile(Number(event.target.value))}>
            ${files.map(({ name }, k) => html`<option value=${k}>${name}</option>`)}</select></label>`
        : html`<span class="quiet">${files[0].name}</span>`}
      ${lines.length < files[file].lines.length && html`<button type="button" onClick=${() => setAll(true)}>show all lines</button>`}
    </div>
    <ol class="source" style=${`--badge: ${badgeWidth(file)}ch`} ref=${pane} tabindex="0" role="list" aria-label="lines of the source">${rows}</ol>
  </section>`;
}

// What stands before a line: how many of its gates are right, or the coordinates that it names.
const badgeOf = (right, gates, named) => (gates.length > 0 ? `${right}/${gates.length}` : named.map((c) => coordinates[c]).join(", "));

// The room that the longest of these takes in a file.
function badgeWidth(file) {
  const gates = [...gatesOfLines[file].values()].map((of) => badgeOf(of.length, of, []).length);
  const named = file === 0 ? [...coordinatesOfLines.values()].map((of) => badgeOf(0, [], of).length) : [];
  return Math.min(12, Math.max(0, ...gates, ...named));
}

function Line({ file, line, marks, focus, setFocus, step, shown }) {
  const { start, text } = files[file].lines[line];
  const gates = gatesOfLines[file].get(line) ?? [];
  const named = file === 0 ? (coordinatesOfLines.get(line) ?? []) : [];
  const own = marks.filter(([, from, to]) => from < start + text.length && to > start);
  const body = (badge) => html`<span class="number">${line + 1}</span><span class="badge" aria-hidden="true">${badge}</span><${Marked} start=${start} text=${text} marks=${own} />`;
  if (gates.length === 0 && named.length === 0) return html`<li>${body("")}</li>`;
  const right = gates.filter((gate) => statusAt(positionOfGate.get(gate), step, shown) !== "open").length;
  const what = gates.length > 0 ? `${plural(gates.length, "gate")}, ${right} right` : named.map((c) => coordinates[c]).join(", ");
  const badge = badgeOf(right, gates, named);
  const isChosen = focus !== null && focus.line === line && focus.file === file;
  const choose = () => setFocus(isChosen ? null : { file, line });
  return html`<li><button type="button" class="line" aria-pressed=${isChosen} title=${`line ${line + 1}: ${what}`} onClick=${choose}>
    ${body(badge)}<span class="hidden">, ${what}</span></button></li>`;
}
