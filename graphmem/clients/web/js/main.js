// Which view is shown.

import { here } from './address.js';
import { learn } from './allowed.js';
import { el, fill, trouble } from './dom.js';
import { dropHeld } from './held.js';
import { forgetKey, showWhetherKnown } from './key.js';
import { ask } from './views/ask.js';
import { conversations } from './views/conversations.js';
import { decisions } from './views/decisions.js';
import { entity } from './views/entity.js';
import { people } from './views/people.js';
import { person } from './views/person.js';
import { talkOf } from './views/talk.js';
import { things } from './views/things.js';
import { trace } from './views/trace.js';

// Each fills the main part; the second entry is what the head of the page marks as current.
const VIEWS = {
  ask: [ask, 'ask'],
  search: [ask, 'ask'],
  process: [ask, 'ask'],
  trace: [trace, 'ask'],
  people: [people, 'people'],
  person: [person, 'people'],
  things: [things, 'things'],
  entity: [entity, 'things'],
  conversations: [conversations, 'conversations'],
  talk: [talkOf, 'conversations'],
  decisions: [decisions, 'decisions'],
};

const main = document.getElementById('main');
let leaving = new AbortController();
let begun = false;

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const address = here();
  const [view, current] = VIEWS[address.view] ?? [unknown, ''];
  for (const link of document.querySelectorAll('[data-view]')) {
    link.toggleAttribute('aria-current', link.dataset.view === current);
    if (link.dataset.view === current) link.setAttribute('aria-current', 'page');
  }
  // Each view has a place of its own, so that one that was left can no longer write.
  const place = el('div', { class: 'stack' });
  fill(main, place);
  if (begun) scrollTo(0, 0);
  try {
    await learn();
    if (signal.aborted) return;
    await view(place, address, signal);
  } catch (error) {
    if (signal.aborted) return;
    for (const waiting of place.querySelectorAll('.busy')) waiting.remove();
    place.append(trouble(error, show));
  }
  if (signal.aborted) return;
  const title = place.querySelector('h1');
  document.title = title ? `${title.textContent} · graphmem` : 'graphmem';
}

function unknown(place) {
  fill(place, el('h1', {}, 'There is no such page'), el('p', {}, el('a', { href: '#/ask' }, 'Ask the memory')));
}

// Who follows a link is taken to what it leads to, also without seeing it.
window.addEventListener('hashchange', async () => {
  begun = true;
  main.focus({ preventScroll: true });
  await show();
});
document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.getElementById('forget-key').addEventListener('click', () => {
  dropHeld();
  forgetKey();
  show();
});
showWhetherKnown();
await show();
