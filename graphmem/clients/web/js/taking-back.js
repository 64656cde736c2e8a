// Taking back what was said: a statement that does not hold, or words that are to go for good.

import { may } from './allowed.js';
import { post, postWith } from './api.js';
import { confirm } from './confirm.js';
import { busy, el, fill } from './dom.js';
import { hold } from './held.js';
import { counted, short } from './words.js';

const MOST_REASON = 2000;
const MOST_NAME = 200;
const SHOWN = 120;

// What goes with each that can be named.
const GOES = {
  turn: 'The turn goes, with all that was made of it.',
  session: 'All turns of this session go, with all that was made of them.',
  conversation: 'All turns of this conversation go, with all that was made of them.',
  person: 'All that they said goes, and of what others said the turns that state something of them, mention them or call them by name.',
  thing: 'The turns go that mention it, by any name, or state something of it.',
  statement: 'The whole turn that states it goes. To keep the words and only no longer state it, retract it instead.',
};

// How many of each, in the order in which a preview tells them.
const COUNTS = {
  turns: ['turn'],
  sessions: ['whole session'],
  conversations: ['whole conversation'],
  people: ['person of whom nothing is left', 'people of whom nothing is left'],
  statements: ['statement'],
  things: ['thing that nothing else mentions', 'things that nothing else mentions'],
  facts: ['set of added facts', 'sets of added facts'],
  decisions: ['decision'],
  links: ['link'],
};

/**
 * What can be done about a statement; nothing where the key may do nothing of it.
 *
 * `uids` are all statements that say it, in so many `turns`, the one whose words these are first.
 */
export function statementActions(uids, text, turns = 1) {
  const about = [uids, text, turns];
  return actions(`Take back “${short(text, SHOWN)}”`, [
    may('retract') && button('Retract…', () => retract(...about)),
    may('correct') && button('Correct…', () => correct(...about)),
    // Of what several turns say each is forgotten by itself, where it is read.
    may('forget') && turns === 1 && button('Forget…', () => forget('statement', { statement: uids[0] }, text)),
  ]);
}

/** Buttons behind "Take back", where there are any. */
export function actions(label, buttons) {
  const offered = buttons.filter(Boolean);
  if (offered.length === 0) return false;
  return el('details', { class: 'back' }, el('summary', { 'aria-label': label }, 'Take back'), el('span', { class: 'row' }, offered));
}

/** A button that forgets what is named, once it was seen what would go; nothing where the key may not. */
export function forgetButton(sort, named, called, title = 'Forget…', after = null) {
  return may('forget') && button(title, () => forget(sort, named, called, after));
}

function button(title, onclick, look = 'small') {
  return el('button', { type: 'button', class: look, onclick }, title);
}

function reasons() {
  return {
    reason: { label: 'Why? Kept with it.', field: el('input', { maxlength: MOST_REASON, autocomplete: 'off' }) },
    by: { label: 'Who says so? Kept with it; may be left empty.', field: by() },
  };
}

function by() {
  return el('input', { maxlength: MOST_NAME, autocomplete: 'off' });
}

function quote(text) {
  return el('blockquote', { class: 'said' }, `“${text}”`);
}

function several(turns) {
  return turns > 1 && el('p', { class: 'soft' }, `${turns} turns say so: it is taken back in each of them.`);
}

function retract(uids, text, turns) {
  const asked = {
    title: 'Retract this statement?',
    told: [quote(text), el('p', {}, 'It is told no more, and no later reading states it again. The turn stays as it was said, and an undo puts it back.'), several(turns)],
    fields: reasons(),
    yes: 'Retract it',
  };
  confirm(asked, (given) => {
    holdAll(`“${short(text, SHOWN)}” will be taken back`, uids.map((uid) => ['retract', { uid, ...given }]), `“${short(text, SHOWN)}” is taken back.`);
  });
}

function correct(uids, text, turns) {
  const instead = el('textarea', { rows: '3', required: true, maxlength: '2000' });
  instead.value = text;
  const asked = {
    title: 'Correct this statement?',
    told: [quote(text), el('p', {}, 'What holds instead stands in its place, and no later reading states it again. The turn stays as it was said, and an undo puts it back.'), several(turns)],
    fields: { text: { label: 'What holds instead? A sentence that names whom it is about.', field: instead }, ...reasons() },
    yes: 'Correct it',
  };
  confirm(asked, ({ text: right, ...given }) => {
    const [newest, ...others] = uids;
    holdAll(
      `“${short(text, SHOWN)}” will be corrected to “${short(right, SHOWN)}”`,
      [['correct', { uid: newest, text: right, ...given }], ...others.map((uid) => ['retract', { uid, ...given }])],
      `“${short(text, SHOWN)}” is corrected to “${short(right, SHOWN)}”.`,
    );
  });
}

/** Hold back what takes statements back, one after another; what was done already is not sent again. */
function holdAll(will, requests, told) {
  const made = [];
  closeDialogs();
  hold({
    will,
    doing: 'Taking it back…',
    async send(key) {
      for (const [operation, given] of requests.slice(made.length)) made.push(await postWith(key, operation, given));
    },
    done: (_, { close, next }) => ({
      told,
      offered: [may('undo') && button('Put it back', () => next(puttingBack(made)), null), showAnew(close)],
    }),
  });
}

/** The change that undoes retractions, the last that was made first. */
function puttingBack(made) {
  // What says the same in the same turn was taken back with the first, by the same retraction.
  const left = [...new Set(made.map(({ uid }) => uid))].reverse();
  return {
    doing: 'Putting it back…',
    async send(key) {
      for (; left.length > 0; left.shift()) await postWith(key, 'undo', { uid: left[0] });
    },
    done: (_, { close }) => ({ told: 'It stands again.', offered: showAnew(close) }),
  };
}

/** Ask whether what is named is to be forgotten, beside what would go; then hold it back. */
function forget(sort, named, called, after) {
  const asked = {
    title: `Forget this ${sort}?`,
    told: [quote(called), el('p', {}, GOES[sort]), el('p', {}, el('strong', {}, 'Nothing brings it back.'))],
    prepare: async (place) => {
      fill(place, busy('Counting what would go…'));
      fill(place, preview(await post('forget', { ...named, dry_run: true })));
    },
    fields: { by: { label: 'Who takes it back? Kept with the tombstone; may be left empty.', field: by() } },
    yes: 'Forget it',
  };
  confirm(asked, (given) => {
    const from = location.hash;
    closeDialogs();
    hold({
      will: `The ${sort} “${short(called, SHOWN)}” will be forgotten`,
      doing: 'Forgetting it, and reading anew what is left…',
      send: (key) => postWith(key, 'forget', { ...named, ...given }),
      done: (receipt, { close }) => {
        // What is shown holds words that are gone; elsewhere somebody may be in the midst of something.
        const stayed = location.hash === from;
        if (stayed) goOn(after?.(receipt) ?? from);
        return { told: [`Forgotten: ${counts(receipt).join(', ')}.`, ...receipt.notes].join(' '), offered: !stayed && showAnew(close) };
      },
    });
  });
}

/** What would go, by counts. */
function preview(receipt) {
  return el(
    'section',
    { class: 'side', 'aria-label': 'What would go' },
    el('h3', {}, 'What would go'),
    el('ul', {}, counts(receipt).map((line) => el('li', {}, line))),
    receipt.sessions_anew > 0 && el('p', { class: 'soft small' }, `${counted(receipt.sessions_anew, 'session')} would be read anew without that.`),
    receipt.notes.map((note) => el('p', { class: 'soft small' }, note)),
  );
}

function counts(receipt) {
  return Object.entries(COUNTS)
    .filter(([name]) => receipt[name] > 0)
    .map(([name, words]) => counted(receipt[name], ...words));
}

function showAnew(close) {
  return button('Show this page anew', () => {
    close();
    anew();
  }, null);
}

function goOn(hash) {
  if (hash === location.hash) anew();
  else location.hash = hash;
}

/** What the page shows was fetched before. */
function anew() {
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Nothing may cover what is held back. */
function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}
