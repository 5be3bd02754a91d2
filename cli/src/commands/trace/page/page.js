// The page: its state, its keys, and where everything stands.

const FIELDS = ["INPUT", "SELECT", "TEXTAREA"];

// The step to which a key leads; `null` for any other key.
function stepByKey(key, step) {
  const to = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: lastStep }[key];
  return to === undefined ? null : Math.min(lastStep, Math.max(0, to));
}

// The focus to which a key leads: the next position of the page, or the one before.
function focusByKey(key, focus) {
  if (key === "Escape") return null;
  const turn = { j: 1, k: -1 }[key];
  if (turn === undefined || trace.positions.length === 0) return undefined;
  const slot = focus?.position === undefined ? (turn > 0 ? -1 : trace.positions.length) : slotOf.get(focus.position);
  return { position: trace.positions[Math.min(trace.positions.length - 1, Math.max(0, slot + turn))] };
}

// What a step did, in a sentence or two: also read out.
function summary(step, shown) {
  const counts = countRight(step, shown);
  const all = positionCount;
  const early = counts.early > 0 ? `, ${counts.early} of them before they are computed` : "";
  const right = `${counts.right + counts.early} of ${plural(all, "position")} ${isCircuit ? "right" : `have their last ${coordinates[shown]}`}${early}.`;
  if (step === 0) return `The start: the sequence before the first layer. ${right}`;
  const changed = changedAt(step);
  const [before, after] = [vectorsAt(stateAt(step) - 1), vectorsAt(stateAt(step))];
  const named = changed.filter((slot) => before[slot][shown] !== after[slot][shown]);
  const few = named.length > 0 && named.length <= 3 ? ` (${named.map((slot) => `${data.labels[slot]}: ${coordinates[shown]} ${short(before[slot][shown])} → ${short(after[slot][shown])}`).join("; ")})` : "";
  const [count, anew] = data.changes[stateAt(step) - 1];
  const what = count === 0 ? "no vector changed" : `${plural(count, "vector")} changed in ${anew.map((c) => coordinates[c]).join(", ")}${count === changed.length ? few : ""}`;
  const name = stepName(step);
  return `After ${name}: ${what}. ${right}`;
}

// The width of an element, as it changes.
function useWidth(start) {
  const [width, setWidth] = useState(start);
  const element = useRef(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

function Page() {
  const [step, setStep] = useState(0);
  const [asked, setHead] = useState(0);
  const [focus, setFocus] = useState(null);
  const [shown, setShown] = useState(data.value);
  const [left, width] = useWidth(800);
  // Keys may come faster than the page is drawn anew.
  const now = useRef({});
  now.current = { step, focus };
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || FIELDS.includes(event.target.tagName)) return;
      const { step, focus } = now.current;
      const to = stepByKey(event.key, step);
      if (to !== null) setStep(to);
      const on = focusByKey(event.key, focus);
      if (on !== undefined) setFocus(on);
      if (to !== null || on !== undefined) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  const heads = headsAt(step);
  const head = Math.min(asked, Math.max(0, heads.length - 1));
  // Without what stands around a figure in its card.
  const common = { step, head, focus, setFocus, shown, width: width - 32 };
  return html`
    <${Header} />
    <${Stepper} ...${{ step, setStep, head, heads, setHead, shown, setShown }} />
    <main>
      <div class="column" ref=${left}>
        ${isCircuit ? html`<${Circuit} ...${common} />` : html`<${Layers} ...${{ ...common, setStep, setHead }} />`}
        <${Attention} ...${common} />
        <${Heat} ...${common} />
      </div>
      <div class="column side">
        <${Source} ...${common} />
        <${Selection} ...${common} />
      </div>
      <div class="whole"><${Vectors} ...${common} /></div>
    </main>
    <${Footer} />`;
}

function Header() {
  const [theme, setTheme] = useState(null);
  const isDark = theme === null ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  const turn = () => {
    const next = isDark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return html`<header>
    <div class="title"><h1>${data.title}</h1><button type="button" class="theme" onClick=${turn}>${isDark ? "light" : "dark"}</button></div>
    <dl class="facts">
      ${data.inputs.map(([name, text]) => html`<div><dt>${name}</dt><dd class="exact">${text}</dd></div>`)}
      <div class="result"><dt>${data.named_result ? "results" : "result"}</dt><dd class="exact" id="result">${data.result}</dd></div>
      ${data.facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
    </dl>
    ${data.folds.length > 0 && html`<details class="folds" open=${data.folds.length <= 4}><summary>${plural(positionCount - trace.positions.length, "position")} of ${positionCount} ${positionCount - trace.positions.length === 1 ? "is" : "are"} folded</summary><ul>${data.folds.map(([, , words]) => html`<li>${words}</li>`)}</ul></details>`}
    ${lastStep < trace.shape.repeat * trace.shape.layers.length && html`<p>The page has layers ${data.steps.join(", ")} alone.</p>`}
  </header>`;
}

function Stepper({ step, setStep, head, heads, setHead, shown, setShown }) {
  const go = (to) => () => setStep(Math.min(lastStep, Math.max(0, to)));
  return html`<nav aria-label="steps">
    <div class="steps">
      <button type="button" onClick=${go(0)} disabled=${step === 0} aria-label="to the start">|◀</button>
      <button type="button" onClick=${go(step - 1)} disabled=${step === 0} aria-label="one layer back">◀</button>
      <input type="range" min="0" max=${lastStep} value=${step} onInput=${(event) => setStep(Number(event.target.value))} aria-label="step" aria-valuetext=${stepName(step)} />
      <button type="button" onClick=${go(step + 1)} disabled=${step === lastStep} aria-label="one layer on">▶</button>
      <button type="button" onClick=${go(lastStep)} disabled=${step === lastStep} aria-label="to the end">▶|</button>
      <span class="where">${step === 0 ? "start" : `layer ${data.steps[step - 1]}`}<span class="quiet"> ${step} of ${lastStep}</span></span>
      ${heads.length > 1 && html`<label>head <select value=${head} onChange=${(event) => setHead(Number(event.target.value))}>${heads.map(({ feeds }, k) => html`<option value=${k}>${k}: ${feeds.join(", ") || "feeds nothing"}</option>`)}</select></label>`}
      <label>shows <select value=${shown} onChange=${(event) => setShown(Number(event.target.value))}>${coordinates.map((name, c) => html`<option value=${c}>${name}</option>`)}</select></label>
    </div>
    <p class="summary" role="status" aria-live="polite">${summary(step, shown)}</p>
  </nav>`;
}

function Footer() {
  return html`<footer><p>Keys: <kbd>←</kbd> <kbd>→</kbd> a layer back and on, <kbd>Home</kbd> <kbd>End</kbd> to the start and the end, <kbd>j</kbd> <kbd>k</kbd> next position and the one before, <kbd>Esc</kbd> lets go.</p>
    <p>All numbers are exact, as circ computed them. Up to 300 positions are shown; of more, some are folded, and the page says which. A page has at most 32 MiB.</p></footer>`;
}

render(html`<${Page} />`, document.getElementById("page"));
