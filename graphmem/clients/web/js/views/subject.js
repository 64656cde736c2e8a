// What a person's page and a thing's page have in common.

import { el, fill, guarded } from '../dom.js';
import { around } from './around.js';
import { contradictions, decisionsOn } from './findings.js';

/**
 * The sections below the head of a page: graph, timeline, contradictions, decisions.
 *
 * `entries` gives the panel of the timeline and how many entries it has; `known` is the graph, where
 * it was fetched already.
 */
export async function sections(place, uid, { glance, entries, known = null }, signal) {
  const graph = el('div', {});
  const made = {
    timeline: section('Timeline', async (inside) => {
      const { drawn, count } = await entries();
      fill(inside, drawn);
      return count;
    }),
    contradictions: section('Contradictions and changes', (inside) => contradictions(inside, uid, signal)),
    decisions: section('Decisions', (inside) => decisionsOn(inside, uid, signal)),
  };
  const all = Object.values(made);
  const jumps = el('p', { class: 'jumps', role: 'group', 'aria-label': 'On this page' }, all.map((one) => one.jump));
  place.append(jumps, el('div', { class: 'glance' }, graph, glance), ...all.map((one) => one.whole));
  await Promise.all([guarded(graph, () => around(graph, uid, signal, { known }), signal), ...all.map((one) => one.load(signal))]);
}

function section(title, load) {
  const inside = el('div', { class: 'stack' });
  const head = el('h2', { tabindex: '-1' }, title);
  const jump = el('button', { type: 'button', onclick: () => { head.scrollIntoView({ block: 'start' }); head.focus({ preventScroll: true }); } }, title);
  return {
    jump,
    whole: el('section', { class: 'stack', 'aria-label': title }, head, inside),
    load: (signal) => guarded(inside, async () => {
      const count = await load(inside);
      jump.textContent = `${title} (${count})`;
    }, signal),
  };
}

/** Names and what stands beside them, without what is empty. */
export function facts(pairs) {
  return el(
    'dl',
    { class: 'facts panel' },
    pairs.filter(([, values]) => values.length > 0).map(([name, values]) => [el('dt', {}, name), el('dd', {}, el('span', { class: 'row' }, values))]),
  );
}
