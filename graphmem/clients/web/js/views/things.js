// What the conversations speak of.

import { to } from '../address.js';
import { get, listed } from '../api.js';
import { busy, el, fill, further, guarded } from '../dom.js';
import { waitingNote } from '../said.js';
import { counted, plain } from '../words.js';

const AT_ONCE = 50;
const TYPES = ['person', 'org', 'project', 'place', 'system', 'process', 'concept', 'event', 'thing'];

/** The view of `#/things`. */
export async function things(place, address, signal) {
  const { given } = address;
  const named = el('input', { type: 'search', name: 'named', value: given.get('named') ?? '' });
  const type = el(
    'select',
    { name: 'type' },
    el('option', { value: '' }, 'Any'),
    TYPES.map((one) => el('option', { value: one, selected: one === given.get('type') }, one)),
  );
  const person = el('input', { type: 'text', name: 'person', value: given.get('person') ?? '', list: 'owners' });
  const owners = el('datalist', { id: 'owners' });
  const unoffered = el('div', {});
  const list = el('ul', { class: 'things' });
  const foot = el('div', {});
  fill(
    place,
    el('h1', {}, 'Things'),
    el(
      'form',
      { class: 'filters', role: 'search', onsubmit: submit },
      el('label', {}, 'Name has', named),
      el('label', {}, 'Type', type),
      el('label', {}, 'Whose', person),
      owners,
      el('div', {}, el('button', {}, 'Show')),
    ),
    unoffered,
    el('section', { class: 'panel', 'aria-label': 'Things' }, list, foot),
  );
  // The things are shown without it too, and do not wait for it.
  guarded(unoffered, () => offerOwners(owners, signal), signal);
  await more(0);

  async function more(offset) {
    fill(foot, busy('Looking what there is…'));
    const asked = { named: given.get('named'), type: given.get('type'), person: given.get('person') };
    const found = await get('entities', { ...asked, limit: AT_ONCE, offset }, signal);
    const { entities } = found;
    list.append(...entities.map(drawn));
    const none = offset === 0 && entities.length === 0;
    fill(
      foot,
      waitingNote(found),
      none && el('p', { role: 'status' }, 'There is no such thing.'),
      entities.length === AT_ONCE && el('button', { type: 'button', onclick: () => guarded(foot, () => further(list, 'li', () => more(offset + AT_ONCE)), signal) }, 'Show more'),
    );
  }

  function submit(event) {
    event.preventDefault();
    location.hash = to('things', '', Object.fromEntries(new FormData(event.target)));
  }
}

async function offerOwners(owners, signal) {
  const people = await listed('people', signal);
  fill(owners, [...new Set(people.map((one) => one.name))].map((name) => el('option', { value: name })));
}

function drawn(one) {
  const whose = one.owners.length ? `of ${[...new Set(one.owners)].join(', ')} · ` : '';
  return el(
    'li',
    {},
    el(
      'a',
      { href: to('entity', one.uid) },
      el('strong', {}, one.name),
      el('span', { class: 'soft' }, `${plain(one.type)} · ${whose}${one.conversation_ids.join(', ')}`),
      el('span', { class: 'count' }, counted(one.facts, 'fact')),
    ),
  );
}
