// Where activation went: from the turns nearest to the question along its links.

import { el } from '../dom.js';
import { drawGraph, graphPanel } from '../graph.js';
import { turnLink } from '../said.js';
import { counted, figure } from '../words.js';

const FOLLOWED = ['followed', 'budget spent'];
const MOST = 60;
const LEGEND = [
  ['line entity', 'shared thing'],
  ['line answer', 'answer'],
  ['line meaning', 'close in meaning'],
  ['line time', 'close in time'],
  ['dot person', 'where it starts'],
  ['dot', 'turn reached'],
];

/** The panel of a trace's activation and how to draw it; without a panel where it started nowhere. */
export function activation(trace) {
  if (trace.entry_points.length === 0) return { panel: null };
  const followed = trace.steps
    .filter((step) => FOLLOWED.includes(step.outcome))
    .sort((one, other) => other.activation - one.activation)
    .slice(0, MOST);
  const reached = new Map(trace.entry_points.map((entry) => [entry.turn_id, `starts here, cosine ${figure(entry.similarity)}`]));
  const entries = new Set(reached.keys());
  for (const step of followed) {
    if (!reached.has(step.turn_id)) reached.set(step.turn_id, `activation ${figure(step.activation)}, by ${step.link}`);
  }
  const left = trace.steps.length - followed.length;
  const panel = graphPanel({
    title: 'Where activation went',
    nodes: [...reached.keys()].map((id) => ({ id, label: id, sort: entries.has(id) ? 'person' : 'turn' })),
    links: followed
      .filter((step) => reached.has(step.parent))
      .map((step) => ({ source: step.parent, target: step.turn_id, tie: `${step.link}`, label: step.link })),
    about: (id) => el('p', { class: 'row' }, turnLink(id), reached.get(id)),
    list: el('ul', {}, trace.entry_points.map((entry) => branch(entry.turn_id, reached, followed, new Set()))),
    legend: LEGEND,
    tools: [el('span', { class: 'soft small' }, `${counted(left, 'link')} not followed`)],
  });
  return { panel, draw: (signal) => drawGraph(panel, signal) };
}

function branch(id, reached, followed, seen) {
  seen.add(id);
  const further = followed.filter((step) => step.parent === id && !seen.has(step.turn_id));
  further.forEach((step) => seen.add(step.turn_id));
  return el(
    'li',
    {},
    turnLink(id),
    ` ${reached.get(id)}`,
    further.length > 0 && el('ul', { class: 'branch' }, further.map((step) => branch(step.turn_id, reached, followed, seen))),
  );
}
