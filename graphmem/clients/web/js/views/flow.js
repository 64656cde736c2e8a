// From the ways of a search to its turns: lines for who found what, bars for what each turn was weighed by.

import { el, fill, measured } from '../dom.js';
import { turnLink } from '../said.js';
import { counted, day, figure, plain } from '../words.js';

const SVG = 'http://www.w3.org/2000/svg';
const HUES = 12;

/** The picture; its lines follow the size of the page until the view is left. */
export function flow(found, signal) {
  const { trace } = found;
  const ways = new Map(Object.entries(trace.found).map(([way, count]) => [way, wayOf(way, count)]));
  const hues = huesOf(found.hits);
  const most = Math.max(...found.hits.map(weightOf), 1e-9);
  const turns = found.hits.map((hit) => turnOf(hit, hues, most));
  const lines = document.createElementNS(SVG, 'svg');
  lines.setAttribute('aria-hidden', 'true');
  const picture = el(
    'div',
    { class: 'flow' },
    lines,
    el('ul', { class: 'ways', 'aria-label': 'Ways to turns, and how many each brought' }, [...ways.values()]),
    el('ol', { class: 'turns', 'aria-label': 'The best turns' }, turns),
  );
  const pairs = found.hits.flatMap((hit, place) =>
    hit.paths.filter((way) => ways.has(way)).map((way) => [ways.get(way), turns[place]]),
  );
  const watch = new ResizeObserver(() => connect(lines, picture, pairs));
  watch.observe(picture);
  signal.addEventListener('abort', () => watch.disconnect());
  return el(
    'section',
    { class: 'panel', 'aria-label': 'From ways to turns' },
    el('h2', {}, `The best ${found.hits.length} of ${counted(trace.candidates.length, 'candidate')}`),
    el('p', { class: 'soft small' }, 'Lines: which way found a turn. Bars: what its score is made of; hatched parts count against it.'),
    el('ul', { class: 'hues' }, [...hues].map(([name, hue]) => el('li', {}, el('i', { 'data-hue': hue }), plain(name)))),
    picture,
  );
}

function wayOf(way, count) {
  return el('li', { class: count ? '' : 'none' }, el('span', {}, plain(way)), el('strong', {}, String(count)));
}

function turnOf(hit, hues, most) {
  const addends = hit.parts
    .map(({ name, value, weight }) => ({ name, contribution: value * weight }))
    .filter(({ contribution }) => Math.abs(contribution) >= 0.005)
    .sort((one, other) => other.contribution - one.contribution);
  const told = addends.map(({ name, contribution }) => `${plain(name)} ${figure(contribution, { signed: true })}`).join(', ');
  return el(
    'li',
    {},
    el('p', { class: 'clamped' }, hit.text),
    el('p', { class: 'row small soft' }, el('strong', {}, hit.speaker), day(hit.said_at), turnLink(hit.turn_id), el('span', {}, `score ${figure(hit.score)}`)),
    el(
      'div',
      { class: 'stacked', role: 'img', 'aria-label': `Score ${figure(hit.score)}: ${told}`, title: told },
      addends.map(({ name, contribution }) =>
        measured(el('i', { class: contribution < 0 && 'minus', 'data-hue': hues.get(name) }), Math.abs(contribution) / most),
      ),
    ),
    el('p', { class: 'row small only-narrow' }, hit.paths.map((way) => el('span', { class: 'tag' }, plain(way)))),
  );
}

function weightOf(hit) {
  return hit.parts.reduce((sum, { value, weight }) => sum + Math.abs(value * weight), 0);
}

function huesOf(hits) {
  const sums = new Map();
  for (const { name, value, weight } of hits.flatMap((hit) => hit.parts)) {
    sums.set(name, (sums.get(name) ?? 0) + Math.abs(value * weight));
  }
  const ordered = [...sums].filter(([, sum]) => sum >= 0.005).sort(([, one], [, other]) => other - one);
  return new Map(ordered.map(([name], place) => [name, place % HUES]));
}

function connect(lines, picture, pairs) {
  const frame = picture.getBoundingClientRect();
  fill(lines, pairs.map(([way, turn]) => {
    const [from, into] = [way.getBoundingClientRect(), turn.getBoundingClientRect()];
    const [x1, y1] = [from.right - frame.left, from.top + from.height / 2 - frame.top];
    const [x2, y2] = [into.left - frame.left, into.top + into.height / 2 - frame.top];
    const middle = (x1 + x2) / 2;
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`);
    for (const end of [way, turn]) {
      end.onmouseenter = () => light(lines, pairs, end, true);
      end.onmouseleave = () => light(lines, pairs, end, false);
    }
    return path;
  }));
}

function light(lines, pairs, end, lit) {
  pairs.forEach((pair, place) => pair.includes(end) && lines.children[place].classList.toggle('lit', lit));
}
