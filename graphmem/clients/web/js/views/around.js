// The graph around a person or a thing.

import { to } from '../address.js';
import { get } from '../api.js';
import { busy, el, fill, guarded } from '../dom.js';
import { drawGraph, graphPanel } from '../graph.js';
import { turnLink } from '../said.js';
import { statementActions } from '../taking-back.js';
import { counted, day, plain, short } from '../words.js';

const MOST = [5, 10, 20, 40, 100];
// On a narrow page there is room for fewer.
const FIRST = matchMedia('(max-width: 44rem)').matches ? 5 : 10;

/** What is around a uid, as the API gives it. */
export function near(uid, signal, limit = FIRST) {
  return get('graph', { uid, limit }, signal);
}

const LEGEND = [
  ['line entity', 'person or thing in common'],
  ['line temporal', 'close in time'],
  ['line semantic', 'close in meaning'],
  ['dot person', 'person'],
  ['dot thing', 'thing'],
  ['dot', 'statement'],
];
const TITLES = { entity: 'Persons and things in common', temporal: 'Close in time', semantic: 'Close in meaning' };

/** Fill a place with the graph around a uid. */
export async function around(place, uid, signal, { limit = FIRST, known = null } = {}) {
  fill(place, busy('Drawing what is around it…'));
  const found = known ?? (await near(uid, signal, limit));
  const nodes = new Map(found.nodes.map((node) => [node.uid, node]));
  // Another number makes another drawing, and this one is given up.
  const drawing = new AbortController();
  const redraw = () => {
    drawing.abort();
    return guarded(place, () => around(place, uid, signal, { limit: Number(more.value) }), signal);
  };
  const more = el(
    'select',
    { 'aria-label': 'How many statements', onchange: redraw },
    MOST.map((number) => el('option', { value: number, selected: number === limit }, `latest ${number}`)),
  );
  const told = found.nodes.filter((node) => node.sort === 'statement').length;
  const panel = graphPanel({
    title: `Around ${nodes.get(found.center).name}`,
    nodes: found.nodes.map((node) => ({ id: node.uid, label: label(node), sort: node.sort, center: node.uid === found.center })),
    links: found.links.map(({ source, target, tie, relation }) => ({ source, target, tie, label: relation })),
    about: (id) => about(nodes.get(id), found),
    list: listed(found, nodes),
    legend: LEGEND,
    tools: [el('span', { class: 'soft small' }, `${told} of ${counted(found.statements, 'statement')}`), el('span', {}, more)],
  });
  fill(place, panel);
  await drawGraph(panel, AbortSignal.any([signal, drawing.signal]));
}

function label(node) {
  return short(node.name, node.sort === 'statement' ? 34 : 26);
}

function about(node, found) {
  if (node.sort === 'statement') {
    return quotedStatement(node);
  }
  const kind = node.sort === 'person' ? 'person' : plain(node.type ?? 'thing');
  const href = to(node.sort, node.uid);
  return el(
    'p',
    { class: 'row' },
    el('strong', {}, node.name),
    el('span', { class: 'tag' }, kind),
    node.uid !== found.center && el('a', { href }, `Go to ${node.name}`),
  );
}

function quotedStatement(node) {
  return el(
    'div',
    { class: 'said' },
    el('p', {}, node.name),
    el('p', { class: 'row' }, el('strong', {}, node.speaker), day(node.said_at), turnLink(node.turn_id), statementActions([node.uid], node.name)),
  );
}

function listed(found, nodes) {
  return Object.entries(TITLES).map(([tie, title]) => {
    const links = found.links.filter((link) => link.tie === tie);
    return [
      el('h3', {}, `${title} (${links.length})`),
      el('ul', {}, links.map((link) => el('li', {}, named(nodes.get(link.source)), ` – ${plain(link.relation)} – `, named(nodes.get(link.target))))),
    ];
  });
}

function named(node) {
  if (node.sort !== 'statement') return el('a', { href: to(node.sort, node.uid) }, node.name);
  return [`“${short(node.name, 90)}” `, turnLink(node.turn_id)];
}
