// The page of `circ trace --html` in a real Chromium: it opens without a word in the console and without asking for
// anything, it steps, and the numbers on it are those that circ tells. CIRC is the binary, CHROMIUM the browser, both as
// `cli/tests/browser.rs` finds them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../../..");
const folder = mkdtempSync(join(tmpdir(), "circ-page-"));
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

function circ(args, input = "") {
  return execFileSync(process.env.CIRC, args, { cwd: root, input, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] });
}

// What a run is: the words of the command line after `trace`, the program where it comes from standard input.
const ofExample = (path, inputs, more = []) => ({ args: [`examples/${path}`, ...inputs.flatMap((text) => ["--input", text]), ...more] });
const ofText = (program, inputs, more = []) => ({ args: ["-", ...inputs.flatMap((text) => ["--input", text]), ...more], program });

const traced = (run) => JSON.parse(circ(["trace", ...run.args, "--json"], run.program));

// The page of a run, opened; what is wrong with it is kept.
let pages = 0;
async function opened(run, options = {}) {
  const path = join(folder, `${pages++}.html`);
  circ(["trace", ...run.args, "--html", path], run.program);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("dialog", (dialog) => wrong.push(dialog.message()));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(path).href && !request.url().startsWith("data:")) wrong.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector("table.vectors");
  return { page, wrong };
}

async function closed({ page, wrong }) {
  assert.deepEqual(wrong, []);
  await page.close();
}

// The table of vectors as it is on the screen: of each position its number, weight, pooled numbers and vector.
const onScreen = (page) =>
  page.evaluate(() => {
    const heads = [...document.querySelectorAll("table.vectors thead th")].map((th) => th.textContent);
    const [weight, pools] = [heads.indexOf("weight"), heads.indexOf("pools")];
    const first = pools < 0 ? 3 : pools + 1;
    return [...document.querySelectorAll("table.vectors tbody tr:not(.fold)")].map((tr) => ({
      position: Number(tr.cells[0].textContent),
      weight: weight < 0 ? null : tr.cells[weight].textContent,
      pooled: pools < 0 ? null : tr.cells[pools].textContent.split(", ").map((text) => text.replace(/^.*=/, "")),
      before: [...tr.cells].slice(first).map((td) => (td.querySelector(".was") ?? td).textContent),
      after: [...tr.cells].slice(first).map((td) => (td.querySelector("strong") ?? td).textContent),
    }));
  });

// Holds every number on the screen at a step against the trace, of one head.
async function holds(page, trace, step, head = 0) {
  const layer = step === 0 ? null : trace.layers[step - 1];
  const vectors = step === 0 ? trace.embedding : layer.vectors;
  const old = step < 2 ? trace.embedding : trace.layers[step - 2].vectors;
  const rows = await onScreen(page);
  assert.equal(rows.length, trace.positions.length);
  rows.forEach((row, slot) => {
    assert.equal(row.position, trace.positions[slot]);
    assert.deepEqual(row.after, vectors[slot], `step ${step}, position ${row.position}`);
    assert.deepEqual(row.before, old[slot]);
    if (layer === null || layer.heads.length === 0) return;
    const { attends, pooled } = layer.heads[head];
    const count = attends[slot].length;
    assert.equal(row.weight, count === 1 ? "1" : `1/${count}`);
    assert.deepEqual(row.pooled, pooled[slot].length === 0 ? ["nothing"] : pooled[slot]);
  });
}

const runs = {
  "a circuit by average attention": ofExample("circuits/inner.circ", ["[1, 1/3]", "[3, 4]"]),
  "a circuit by dot products": ofExample("circuits/inner.circ", ["[1, 1/3]", "[3, 4]"], ["--attention", "dot"]),
  "a circuit by leftmost attention": ofExample("circuits/parity.circ", ["[1, 0, 1]"], ["--attention", "leftmost"]),
  "a circuit by rightmost attention": ofExample("circuits/parity.circ", ["[1, 0, 1]"], ["--attention", "rightmost"]),
  "a sequence program's own transformer": ofExample("sequences/sort.circ", ['[3, "1/2", 2, 3]'], ["--attention", "native"]),
  "numbers with roots": ofText("ring Q(sqrt(2));\nfamily f(x: num) -> num { x * x + sqrt(2) }", ["1+sqrt(2)"]),
  "a chain of thought": ofExample("thought/parity_steps.circ", ["11"]),
  "several results": ofText("family f(x: num) -> (num, num) { (x + 1, x * x) }", ["1/3"]),
};

for (const [name, run] of Object.entries(runs)) {
  test(`the numbers of ${name} are those of circ`, async () => {
    const trace = traced(run);
    const at = await opened(run);
    const { page } = at;
    assert.equal(await page.textContent("#result"), circ(["run", ...run.args], run.program).trimEnd());
    await holds(page, trace, 0);
    for (let step = 1; step <= trace.layers.length; step++) {
      await page.keyboard.press("ArrowRight");
      const heads = trace.layers[step - 1].heads.length;
      await holds(page, trace, step);
      for (let head = 1; head < heads; head++) {
        await page.getByLabel(/^head/).selectOption(String(head));
        await holds(page, trace, step, head);
      }
      if (heads > 1) await page.getByLabel(/^head/).selectOption("0");
    }
    await closed(at);
  });
}

test("keys, buttons and the slider step", async () => {
  const run = runs["a circuit by average attention"];
  const trace = traced(run);
  const at = await opened(run);
  const { page } = at;
  const where = () => page.textContent(".where");
  const last = trace.layers.length;
  const to = async (step) => {
    assert.ok((await where()).endsWith(` ${step} of ${last}`), `${await where()} for ${step}`);
    await holds(page, trace, step);
  };
  await page.keyboard.press("End");
  await to(last);
  await page.keyboard.press("ArrowLeft");
  await to(last - 1);
  await page.keyboard.press("Home");
  await to(0);
  await page.keyboard.press("ArrowLeft");
  await to(0);
  await page.getByLabel("one layer on").click();
  await to(1);
  await page.getByLabel("to the end").click();
  await to(last);
  await page.getByLabel("one layer back").click();
  await to(last - 1);
  await page.getByRole("slider").fill("2");
  await to(2);
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await to(3);
  assert.match(await page.textContent("[aria-live]"), /^After layer 2 /);
  await closed(at);
});

test("depth fills in, two layers a level", async () => {
  const at = await opened(ofExample("sequences/dyck1.circ", ["(())"]));
  const { page } = at;
  const data = JSON.parse(await page.textContent("#data"));
  const { nodes, depth } = data.circuit;
  for (let level = 0; level <= depth; level++) {
    const right = await page.locator(".node.right").count();
    assert.equal(right, nodes.filter((node) => node[2] <= level).length, `level ${level}`);
    const wires = await page.locator(".wire.right").count();
    assert.ok(level === 0 || wires > 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(await page.locator(".cell:not(.right)").count(), 0);
  await closed(at);
});

test("a gate shows its source, and a line its gates", async () => {
  const at = await opened(runs["a circuit by average attention"]);
  const { page } = at;
  await page.locator(".node", { hasText: "+" }).click();
  assert.deepEqual(await page.locator(".source mark").allTextContents(), ["sum(x[i] * y[i] for i in 0..n)"]);
  assert.match(await page.locator("section[aria-labelledby=chosen]").textContent(), /gate g6, add of g4 and g5/);
  await page.locator(".node", { hasText: "×" }).first().click();
  assert.deepEqual(await page.locator(".source mark").allTextContents(), ["x[i] * y[i]"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".source mark").count(), 0);
  await page.locator(".source button.line").last().click();
  assert.equal(await page.locator(".node.hit").count(), 3);
  await page.keyboard.press("j");
  assert.equal(await page.locator(".cell.chosen").count(), 1);
  await page.locator("table.vectors button", { hasText: "12" }).click();
  assert.match(await page.locator("section[aria-labelledby=chosen]").textContent(), /wire 1 of g6, from g5/);
  await closed(at);
});

test("files of the library are shown where gates come from them", async () => {
  const at = await opened(ofExample("library/median_filter.circ", ["[3, 1, 2]"]));
  const { page } = at;
  const names = await page.locator("section[aria-labelledby=source] option").allTextContents();
  assert.ok(names.length > 1 && names.some((name) => name.startsWith("std/")), names.join());
  const data = JSON.parse(await page.textContent("#data"));
  const inLibrary = data.of_gates.findIndex((place) => place !== null && data.places[place][0] > 0);
  await page.locator(`table.vectors tbody tr:nth-child(${inLibrary + 1}) button`).click();
  assert.notEqual(await page.locator("section[aria-labelledby=source] select").inputValue(), "0");
  assert.ok((await page.locator(".source mark").count()) > 0);
  await closed(at);
});

test("a program of its own has named coordinates and heads", async () => {
  const at = await opened(runs["a sequence program's own transformer"]);
  const { page } = at;
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".layer.now").textContent(), /head 0.*pools the mean of sentinel; feeds place/);
  await page.locator("button.coordinate", { hasText: "place" }).click();
  assert.deepEqual(await page.locator(".source mark").allTextContents(), ["    let place = width(select(x, x, <) or tied);"]);
  assert.deepEqual(await page.locator("table.vectors th.hit").allTextContents(), ["place"]);
  await page.getByLabel("shows").selectOption({ label: "place" });
  assert.deepEqual(await page.locator(".cell .value").allTextContents(), (await onScreen(page)).map((row) => row.after[3]));
  await closed(at);
});

test("a transformer from a file says that it has no source", async () => {
  for (const file of ["majority", "induction", "argmax"]) {
    const run = { args: [`examples/transformers/${file}.json`] };
    const at = await opened(run);
    await holds(at.page, traced(run), 0);
    await at.page.keyboard.press("End");
    await holds(at.page, traced(run), traced(run).layers.length);
    assert.match(await at.page.locator("section[aria-labelledby=source]").textContent(), /it has no source/);
    await closed(at);
  }
});

test("what a program says is shown and not obeyed", async () => {
  const evil = "// </script><script>alert(1)</script><img src=x onerror=alert(2)>\nalphabet T = '</script>' | '<!--';\nfamily f[n](x: T[n]) -> T[n] { x }";
  const at = await opened(ofText(evil, ['["<!--", "</script>"]']));
  assert.match(await at.page.locator(".source").textContent(), /<\/script><script>alert\(1\)<\/script><img/);
  assert.match(await at.page.textContent("#result"), /<!--.*<\/script>/);
  await closed(at);
});

test("dark and light, as the system has it and by the button", async () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const run = runs["a circuit by average attention"];
  const [light, dark] = [await opened(run, { colorScheme: "light" }), await opened(run, { colorScheme: "dark" })];
  const [bright, dim] = [await ground(light.page), await ground(dark.page)];
  assert.notEqual(bright, dim);
  await light.page.getByRole("button", { name: "dark" }).click();
  await dark.page.getByRole("button", { name: "light" }).click();
  assert.deepEqual([await ground(light.page), await ground(dark.page)], [dim, bright]);
  await closed(light);
  await closed(dark);
});

test("axe finds nothing that shuts anyone out", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of ["a circuit by average attention", "a sequence program's own transformer"]) {
      const at = await opened(runs[name], { colorScheme });
      await at.page.evaluate(axe.source);
      for (const keys of [[], ["ArrowRight", "ArrowRight", "j", "j"]]) {
        for (const key of keys) await at.page.keyboard.press(key);
        const { violations } = await at.page.evaluate(() => window.axe.run());
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 150)} ${node.failureSummary}`).join("; ")}`);
        assert.deepEqual(told, [], `${name}, ${colorScheme}`);
      }
      await closed(at);
    }
  }
});

test("two hundred positions step in reasonable time", async (t) => {
  const numbers = JSON.stringify(Array.from({ length: 199 }, (_, i) => (i * 7919) % 211));
  for (const run of [ofExample("sequences/dyck1.circ", ["(())(())"]), ofExample("sequences/sort.circ", [numbers], ["--attention", "native"])]) {
    const trace = traced(run);
    assert.ok(trace.positions.length >= 200);
    const at = await opened(run);
    const start = Date.now();
    for (let step = 0; step < trace.layers.length; step++) await at.page.keyboard.press("ArrowRight");
    for (let k = 0; k < 20; k++) await at.page.keyboard.press("j");
    await holds(at.page, trace, trace.layers.length);
    const each = (Date.now() - start) / (trace.layers.length + 20);
    t.diagnostic(`${trace.positions.length} positions: ${Math.round(each)} ms a key`);
    // A second a key is no bar for a busy machine, and far from a page that hangs.
    assert.ok(each < 1000, `${each} ms a key`);
    await closed(at);
  }
});

test("a longer sequence says what it folds", async () => {
  const run = ofExample("sequences/dyck1.circ", ["(())(())".repeat(2)]);
  const whole = traced(run);
  const at = await opened(run);
  const { page } = at;
  const rows = await onScreen(page);
  const folded = await page.locator("table.vectors tr.fold").allTextContents();
  assert.ok(folded.length > 0 && folded.every((text) => /^positions? [\d,]+ .*folded: /.test(text)), folded.join());
  assert.deepEqual(await page.locator("header details li").allTextContents(), folded);
  const counted = folded.map((text) => text.match(/[\d,]+/g).slice(0, 2).map((digits) => Number(digits.replaceAll(",", ""))));
  const hidden = counted.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  assert.equal(rows.length + hidden, whole.positions.length);
  // How many vectors a layer changed is told of all positions.
  await page.keyboard.press("ArrowRight");
  const isChanged = (position) => whole.layers[0].vectors[position].some((value, c) => value !== whole.embedding[position][c]);
  const changed = whole.positions.filter(isChanged);
  assert.ok(changed.length > rows.filter((row) => isChanged(row.position)).length);
  assert.match(await page.textContent("[aria-live]"), new RegExp(`: ${changed.length} vectors changed in v, w`));
  await page.keyboard.press("End");
  const last = await onScreen(page);
  for (const row of last) assert.deepEqual(row.after, whole.layers.at(-1).vectors[row.position]);
  assert.match(await page.textContent("[aria-live]"), new RegExp(`${whole.positions.length} of ${whole.positions.length} positions right`));
  await closed(at);
});

test("only the layers that are asked for", async () => {
  const run = ofExample("circuits/inner.circ", ["[1, 2]", "[3, 4]"], ["--layer", "1,3"]);
  const whole = traced(ofExample("circuits/inner.circ", ["[1, 2]", "[3, 4]"]));
  const at = await opened(run);
  assert.match(await at.page.textContent("header"), /layers 1, 3 alone/);
  await at.page.keyboard.press("End");
  const rows = await onScreen(at.page);
  assert.deepEqual(rows.map((row) => row.before), whole.layers[2].vectors);
  assert.deepEqual(rows.map((row) => row.after), whole.layers[3].vectors);
  await closed(at);
});

test("a narrow window scrolls in its cards alone", async () => {
  const at = await opened(ofExample("sequences/dyck1.circ", ["(())"]), { viewport: { width: 400, height: 800 } });
  await at.page.keyboard.press("End");
  const [inner, outer] = await at.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(inner <= outer, `${inner} in ${outer}`);
  await closed(at);
});

test("the libraries in the page are those of the packages", () => {
  const vendor = join(root, "cli/src/commands/trace/page/vendor");
  for (const [own, theirs] of [["preact.umd.js", "preact/dist/preact.umd.js"], ["preact-hooks.umd.js", "preact/hooks/dist/hooks.umd.js"], ["htm.umd.js", "htm/dist/htm.umd.js"]]) {
    assert.equal(readFileSync(join(vendor, own), "utf8"), readFileSync(join(here, "node_modules", theirs), "utf8"), own);
  }
});
