// A graph drawn by Cytoscape.js, in the colours of the page, with the same as a list beside it.

import { el, fill, tell } from './dom.js';

const STYLES = {
  temporal: { width: 2, 'z-index': 1, 'line-style': 'dashed', 'line-dash-pattern': [6, 4], colour: '--temporal' },
  time: { width: 2, 'line-style': 'dashed', 'line-dash-pattern': [6, 4], colour: '--temporal' },
  semantic: { width: 2, 'z-index': 1, colour: '--semantic' },
  meaning: { width: 2, colour: '--semantic' },
  entity: { width: 4, opacity: 0.6, 'z-index': 0, colour: '--entity' },
  answer: { width: 2, colour: '--answer' },
};
const MARGIN = 50;
const ROOM = 16;
const ROOM_OF_A_NODE = 13_000; // pixels of the plane
const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * A panel with a drawn graph.
 *
 * `nodes` are `{ id, label, sort, center }`, `links` `{ source, target, tie, label }`; `about`
 * gives what is shown of a node that is chosen, `list` the same graph as text, `legend` pairs of a
 * class and a word. `legend` lines bear the tie's name.
 */
export function graphPanel({ title, nodes, links, about, list, legend, tools = [] }) {
  const plane = el('div', { class: 'graph-plane', 'aria-hidden': 'true' });
  const chosen = el('div', { class: 'graph-foot', 'aria-live': 'polite' }, el('p', { class: 'soft small' }, 'Choose a node to see what it is.'));
  const panel = el(
    'section',
    { class: 'panel graph', 'aria-label': title },
    el(
      'div',
      { class: 'graph-head stack' },
      el('div', { class: 'row apart' }, el('h2', {}, title), el('div', { class: 'row' }, tools, zooming(plane))),
      el('ul', { class: 'legend', 'aria-hidden': 'true' }, legend.map(([mark, word]) => el('li', {}, el('span', { class: mark }), word))),
    ),
    plane,
    chosen,
    el('details', { class: 'graph-list' }, el('summary', {}, 'The same as a list'), list),
  );
  plane.draw = () => draw(plane, { nodes, links }, (id) => {
    const shown = about(id);
    fill(chosen, shown);
    tell(chosen.textContent);
  });
  return panel;
}

/** Draw what a panel holds, once it stands in the page and has its size; given up with the signal. */
export async function drawGraph(panel, signal) {
  const plane = panel.querySelector('.graph-plane');
  const graph = await plane.draw();
  // Whoever listens to a signal only now does not hear that it was aborted meanwhile.
  if (signal.aborted) {
    graph.destroy();
    return;
  }
  const repaint = () => graph.style(styles());
  const fit = new ResizeObserver(() => { graph.resize(); spread(graph, plane); crowd(graph, plane); });
  dark.addEventListener('change', repaint);
  fit.observe(plane);
  signal.addEventListener('abort', () => {
    dark.removeEventListener('change', repaint);
    fit.disconnect();
    graph.destroy();
  });
}

async function draw(plane, { nodes, links }, choose) {
  // Fetched when the first graph is drawn: it is the largest part of the page.
  const { default: cytoscape } = await import('../vendor/cytoscape/cytoscape.esm.min.mjs');
  const graph = cytoscape({
    container: plane,
    elements: [
      ...nodes.map((node) => ({ data: { ...node }, classes: node.center ? `${node.sort} center` : node.sort })),
      ...links.map((link, place) => ({ data: { ...link, id: `link-${place}` }, classes: link.tie })),
    ],
    style: styles(),
    layout: { name: 'concentric', concentric: level, levelWidth: () => 1, minNodeSpacing: 28 },
    // The wheel scrolls the page; the buttons zoom.
    userZoomingEnabled: false,
    boxSelectionEnabled: false,
    minZoom: 0.2,
    maxZoom: 3,
  });
  graph.layout({
    name: 'cose', animate: false, randomize: false, nodeDimensionsIncludeLabels: true,
    idealEdgeLength: 60, nodeRepulsion: 9000, nodeOverlap: 12, gravity: 0.6, numIter: 1500,
  }).run();
  spread(graph, plane);
  crowd(graph, plane);
  graph.on('tap', 'node', (event) => choose(event.target.id()));
  plane.graph = graph;
  plane.dataset.drawn = String(nodes.length);
  return graph;
}

/** Stretch it over the plane, so that nothing has to be drawn smaller than it can be read. */
function spread(graph, plane) {
  const box = graph.nodes().boundingBox({ includeLabels: false });
  const [wide, high] = [plane.clientWidth - 2 * MARGIN, plane.clientHeight - 2 * MARGIN];
  graph.nodes().positions((node) => ({
    x: ((node.position('x') - box.x1) / Math.max(1, box.w)) * wide,
    y: ((node.position('y') - box.y1) / Math.max(1, box.h)) * high,
  }));
  graph.fit(undefined, ROOM);
}

/** Where there is no room for words, what was said is named only when it is chosen. */
function crowd(graph, plane) {
  const room = (plane.clientWidth * plane.clientHeight) / Math.max(1, graph.nodes().length);
  graph.nodes('.statement').toggleClass('crowded', room < ROOM_OF_A_NODE);
}

function level(node) {
  if (node.hasClass('center')) return 3;
  return node.hasClass('statement') ? 2 : 1;
}

function zooming(plane) {
  const by = (factor) => () => {
    const { graph } = plane;
    graph?.zoom({ level: graph.zoom() * factor, renderedPosition: { x: plane.clientWidth / 2, y: plane.clientHeight / 2 } });
  };
  const fit = () => plane.graph?.fit(undefined, ROOM);
  return el(
    'div',
    { class: 'graph-tools', role: 'group', 'aria-label': 'Zoom' },
    el('button', { type: 'button', 'aria-label': 'Zoom out', onclick: by(1 / 1.35) }, '−'),
    el('button', { type: 'button', 'aria-label': 'Zoom in', onclick: by(1.35) }, '+'),
    el('button', { type: 'button', onclick: fit }, 'Fit'),
  );
}

function styles() {
  const colours = getComputedStyle(document.documentElement);
  const of = (name) => colours.getPropertyValue(name).trim();
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)', color: of('--ink'), 'font-size': 11, 'font-family': 'system-ui, sans-serif',
        'text-valign': 'bottom', 'text-margin-y': 4, 'text-wrap': 'wrap', 'text-max-width': 110,
        'text-outline-color': of('--panel'), 'text-outline-width': 2.5,
        width: 16, height: 16, 'background-color': of('--statement'), 'border-width': 2, 'border-color': of('--panel'),
      },
    },
    { selector: 'node.statement', style: { color: of('--soft'), 'font-size': 10, width: 13, height: 13 } },
    { selector: 'node.crowded', style: { label: '' } },
    { selector: 'node.person', style: { 'background-color': of('--person'), width: 24, height: 24, 'font-weight': 600 } },
    { selector: 'node.entity', style: { 'background-color': of('--entity'), shape: 'round-rectangle', width: 17, height: 17 } },
    { selector: 'node.center', style: { width: 36, height: 36, 'font-size': 15, 'font-weight': 700, 'border-color': of('--ink'), 'z-index': 5 } },
    { selector: 'node:selected', style: { label: 'data(label)', 'border-color': of('--accent'), 'border-width': 4, 'z-index': 9 } },
    { selector: 'edge', style: { 'curve-style': 'bezier', opacity: 0.85 } },
    { selector: 'edge.directed', style: { 'target-arrow-shape': 'triangle' } },
    ...Object.entries(STYLES).map(([tie, { colour, ...style }]) => ({
      selector: `edge.${tie}`,
      style: { ...style, 'line-color': of(colour), 'target-arrow-color': of(colour) },
    })),
  ];
}
