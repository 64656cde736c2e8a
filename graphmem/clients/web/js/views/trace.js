// A search as a picture: which ways led to which turns, what each was weighed by, where activation went.

import { post } from '../api.js';
import { busy, el, fill, measured, tell } from '../dom.js';
import { waitingNote } from '../said.js';
import { counted, figure, plain } from '../words.js';
import { activation } from './activation.js';
import { narrowed } from './ask.js';
import { flow } from './flow.js';

/** The view of `#/trace?q=…`. */
export async function trace(place, address, signal) {
  const question = address.given.get('q') ?? '';
  const back = el('p', {}, el('a', { href: `#/search?${address.given}` }, 'Back to the turns'), ' · ', el('a', { href: `#/ask?${address.given}` }, 'Ask it'));
  const below = el('div', { class: 'stack' }, busy('Searching…'));
  fill(place, el('h1', {}, 'How the search went'), el('p', { class: 'lead' }, question), back, below);
  const found = await post('trace', { question, ...narrowed(address.given), limit: 8 }, signal);
  const drawn = activation(found.trace);
  fill(
    below,
    read(found),
    flow(found, signal),
    drawn.panel ?? el('p', { class: 'panel soft' }, 'Activation started nowhere: no turn is near enough in meaning.'),
    spent(found.trace.milliseconds),
  );
  tell(`${counted(found.hits.length, 'turn')} of ${counted(found.trace.candidates.length, 'candidate')}`);
  if (drawn.panel) await drawn.draw(signal);
}

function read(found) {
  const { trace: traced } = found;
  return el(
    'section',
    { class: 'panel', 'aria-label': 'How the question was read' },
    el('h2', {}, 'How the question was read'),
    el(
      'dl',
      { class: 'facts' },
      el('dt', {}, 'For meaning, names left out'),
      el('dd', {}, traced.neutral),
      el('dt', {}, 'Words'),
      el('dd', {}, el('span', { class: 'row' }, traced.terms.map((term) => el('span', { class: 'tag' }, term)))),
      el('dt', {}, 'People'),
      el('dd', {}, found.people.join(', ') || 'none by name'),
      found.further.length > 0 && [el('dt', {}, 'Also asked'), found.further.map((other) => el('dd', {}, other))],
    ),
    waitingNote(found),
    found.notes.map((note) => el('p', { class: 'tag care' }, note)),
  );
}

function spent(milliseconds) {
  const phases = Object.entries(milliseconds).filter(([phase]) => phase !== 'total');
  const most = Math.max(...phases.map(([, spentOn]) => spentOn), 1e-9);
  return el(
    'section',
    { class: 'panel', 'aria-label': 'Time' },
    el('h2', {}, `${Math.round(milliseconds.total)} milliseconds`),
    el(
      'div',
      { class: 'bars' },
      phases.map(([phase, spentOn]) => [
        el('span', {}, plain(phase)),
        el('span', { class: 'track' }, measured(el('span', { class: 'fill' }), spentOn / most)),
        el('span', { class: 'figure' }, figure(spentOn)),
      ]),
    ),
  );
}
