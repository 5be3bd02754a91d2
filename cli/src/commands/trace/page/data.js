// What the page knows: the data that stands in it, and where things are in it. Numbers of the run are texts and stay
// texts; this script computes with counts and places alone.

const { h, render } = preact;
const { useEffect, useRef, useState } = preactHooks;
const html = htm.bind(h);

const data = JSON.parse(document.getElementById("data").textContent);
const trace = data.trace;
const coordinates = data.coordinates.map((c) => c.name);
const positionCount = trace.shape.positions;
const isCircuit = data.circuit !== null;
// What a value is called that is what it should be: only a circuit says what that is. Else it is one that stays.
const rightWord = isCircuit ? "right" : "final";

// The positions of the page and the folded ones between them, in order.
const items = (() => {
  const kept = trace.positions.map((position, slot) => ({ slot, first: position }));
  const folded = data.folds.map(([from, to, words]) => ({ fold: words, first: from, last: to }));
  return kept.concat(folded).sort((a, b) => a.first - b.first);
})();
const slotOf = new Map(trace.positions.map((position, slot) => [position, slot]));

// The item in which a position is.
function itemOf(position) {
  let [low, high] = [0, items.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (items[middle].first <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Step 0 is the start, and step k the k-th layer of the page. A state is what stands after so many kept layers.
const lastStep = data.steps.length;
const layerAt = (step) => (step === 0 ? null : trace.layers.find((layer) => layer.layer === data.steps[step - 1]));
const stateAt = (step) => (step === 0 ? 0 : trace.layers.indexOf(layerAt(step)) + 1);
const vectorsAt = (state) => (state === 0 ? trace.embedding : trace.layers[state - 1].vectors);
const headsAt = (step) => (step === 0 ? [] : data.list[layerAt(step).of].heads);

// The state from which on a position is right: of a circuit its value, else the number that is shown.
const rightFrom = (position, shown) => (isCircuit ? data.right[position] : data.right[shown][position]);

// The layers after which a position has been computed: a construction promises that, and else the last layer says it
// that writes the number; of layers that are repeated nobody knows.
function dueAt(position, shown) {
  if (isCircuit) return data.due[position];
  if (trace.shape.repeat > 1) return 0;
  return data.list.reduce((due, { writes }, of) => (writes.includes(coordinates[shown]) ? of + 1 : due), 0);
}

// Whether a position is right at a step: `right`; `early`, which is right before it has been computed, as a 0 may be;
// or `open`.
function statusAt(position, step, shown) {
  const from = rightFrom(position, shown);
  if (from === null || from > stateAt(step)) return "open";
  const done = step === 0 ? 0 : data.steps[step - 1] + 1;
  return dueAt(position, shown) <= done ? "right" : "early";
}
const statusWords = {
  open: `not ${rightWord} yet`,
  early: "right already, before it is computed",
  right: rightWord,
};

// How many of all positions are right at a step, folded ones among them.
function countRight(step, shown) {
  const counts = { open: 0, early: 0, right: 0 };
  for (let position = 0; position < positionCount; position++) counts[statusAt(position, step, shown)]++;
  return counts;
}

// The slots whose vector a step changed. How many vectors it changed of all positions is in `changes`.
function changedAt(step) {
  if (step === 0) return [];
  const [before, after] = [vectorsAt(stateAt(step) - 1), vectorsAt(stateAt(step))];
  return after.map((_, slot) => slot).filter((slot) => after[slot].some((value, c) => value !== before[slot][c]));
}

// A long number by its ends.
function short(text) {
  if (text.length <= 24) return text;
  return `${text.slice(0, 10)}…${text.slice(-6)} (${text.length} characters)`;
}

// A text in so much room.
function fitted(text, width, letter) {
  const room = Math.floor(width / letter);
  if (text.length <= room) return text;
  return room < 3 ? "" : `${text.slice(0, room - 1)}…`;
}

// Scrolls an element sideways so that a part of it is in view; the page stays where it is.
function reveal(element, left, width) {
  if (left < element.scrollLeft || left + width > element.scrollLeft + element.clientWidth) {
    element.scrollLeft = left + width / 2 - element.clientWidth / 2;
  }
}

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const labelOf = (position) => (slotOf.has(position) ? data.labels[slotOf.get(position)] : `position ${position}`);

// The weight of each of the keys of a query.
const weightOf = (keys) => (keys.length === 0 ? "" : data.weights[keys.length]);

// Whom a query attends to, in words.
const wordsOf = (layer, head, slot) => data.words[data.attended[trace.layers.indexOf(layer)][head][slot]];

// `layer 3 (layer 1 of the list, round 1)`
function stepName(step) {
  if (step === 0) return "the start";
  const layer = layerAt(step);
  const { layers, repeat } = trace.shape;
  const round = (layer.layer - layer.of) / layers.length;
  return repeat === 1 ? `layer ${layer.layer}` : `layer ${layer.layer} (layer ${layer.of} of the list, round ${round})`;
}

// What a number that a head pools is called.
function pooledText(step, head, values) {
  const takes = headsAt(step)[head].takes;
  return values.map((value, k) => (takes[k] === null ? short(value) : `${takes[k]}=${short(value)}`)).join(", ");
}
