// Who takes part in the conversations.

import { to } from '../address.js';
import { listed } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { counted } from '../words.js';

// Of the people that fit, so that a long list does not make typing slow.
const SHOWN = 300;

/** The view of `#/people`. */
export async function people(place, address, signal) {
  const list = el('div', {}, busy('Looking who is there…'));
  const field = el('input', { type: 'search', value: address.given.get('named') ?? '', oninput: () => show() });
  fill(place, el('h1', {}, 'People'), el('div', { class: 'filters' }, el('label', {}, 'Name or conversation', field)), list);
  let everyone = null;
  everyone = await listed('people', signal);
  show();

  function show() {
    if (everyone === null) return;
    const wanted = field.value.trim().toLowerCase();
    const fitting = everyone.filter((one) => [...one.names, ...one.conversation_ids].some((name) => name.toLowerCase().includes(wanted)));
    fill(
      list,
      el(
        'p',
        { class: 'soft small', role: 'status' },
        counted(fitting.length, 'person', 'people'),
        fitting.length > SHOWN && `, the first ${SHOWN} shown: type more of a name`,
      ),
      el(
        'ul',
        { class: 'cards' },
        fitting.slice(0, SHOWN).map((one) => {
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
