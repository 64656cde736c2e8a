// What a person's page and a thing's page have in common.

import { el, fill, guarded } from '../dom.js';
import { quoted, waitingNote } from '../said.js';
import { around } from './around.js';
import { contradictions, decisionsOn } from './findings.js';
import { portrait } from './portrait.js';
import { story } from './story.js';

const MOST_MENTIONS = 12;

/**
 * The sections below the head of a page: graph, profile, story, timeline, contradictions, decisions.
 *
 * `entries` gives the panel of the timeline, how many entries it has, and turns beside them that speak
 * of it; `known` is the graph, where it was fetched already, and `told` the result that tells what waits.
 */
export async function sections(place, uid, { glance, told, entries, known = null }, signal) {
  const graph = el('div', {});
  const made = {
    profile: section('Profile', (inside) => portrait(inside, uid, signal)),
    story: section('Story', (inside) => story(inside, uid, signal)),
    timeline: section('Timeline', async (inside) => {
      const { drawn, count, mentions } = await entries();
      fill(inside, drawn, mentions.length > 0 && [el('h3', {}, 'Also spoken of'), mentions.map((one) => quoted(one))]);
      return count;
    }),
    contradictions: section('Contradictions and changes', (inside) => contradictions(inside, uid, signal)),
    decisions: section('Decisions', (inside) => decisionsOn(inside, uid, signal)),
  };
  const all = Object.values(made);
  const jumps = el('p', { class: 'jumps', role: 'group', 'aria-label': 'On this page' }, all.map((one) => one.jump));
  place.append(jumps, ...[waitingNote(told)].filter(Boolean), el('div', { class: 'glance' }, graph, glance), ...all.map((one) => one.whole));
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

/** The last of the mentions whose turns no statement is of, each once. */
export function unstated(statements, mentions) {
  const stated = new Set(statements.map((one) => one.turn_id));
  const others = new Map(mentions.filter((one) => !stated.has(one.turn_id)).map((one) => [one.turn_id, one]));
  return [...others.values()].slice(-MOST_MENTIONS);
}

/** Names and what stands beside them, without what is empty. */
export function facts(pairs) {
  return el(
    'dl',
    { class: 'facts panel' },
    pairs.filter(([, values]) => values.length > 0).map(([name, values]) => [el('dt', {}, name), el('dd', {}, el('span', { class: 'row' }, values))]),
  );
}
