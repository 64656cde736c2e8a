// Who takes part in the conversations.

import { to } from '../address.js';
import { get } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { counted } from '../words.js';

/** The view of `#/people`. */
export async function people(place, address, signal) {
  const list = el('div', {}, busy('Looking who is there…'));
  const field = el('input', { type: 'search', value: address.given.get('named') ?? '', oninput: () => show() });
  fill(place, el('h1', {}, 'People'), el('div', { class: 'filters' }, el('label', {}, 'Name or conversation', field)), list);
  const everyone = (await get('people', { limit: 1000 }, signal)).people;
  show();

  function show() {
    const wanted = field.value.trim().toLowerCase();
    const shown = everyone.filter((one) => [...one.names, ...one.conversation_ids].some((name) => name.toLowerCase().includes(wanted)));
    fill(
      list,
      el('p', { class: 'soft small', role: 'status' }, counted(shown.length, 'person', 'people')),
      el(
        'ul',
        { class: 'cards' },
        shown.map((one) => {
          const others = one.names.filter((name) => name !== one.name);
          return el(
            'li',
            {},
            el(
              'a',
              { href: to('person', one.uid) },
              el('strong', {}, one.name),
              others.length > 0 && el('span', { class: 'soft small' }, `also ${others.join(', ')} · `),
              el('span', { class: 'soft small' }, one.conversation_ids.join(', ')),
            ),
          );
        }),
      ),
    );
  }
}
