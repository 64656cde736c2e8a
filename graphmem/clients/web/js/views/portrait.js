// What holds of a person or a thing and what held before, each sentence with the turns that say it.

import { post } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { turnLink } from '../said.js';
import { statementActions } from '../taking-back.js';
import { counted, day, span } from '../words.js';

// More than a prompt is given: a page has room.
const TOKENS = 4000;
const HEADINGS = {
  now: 'What holds now',
  standing: 'Standing instructions and preferences',
  plans: 'Plans and commitments still open',
  relations: 'Who they are to others, and what is theirs',
  opinions: 'Opinions',
  processes: 'How things are done',
  before: 'What held before',
};
/** Why something no longer holds, in words. */
export const PAST = { replaced: 'replaced by', corrected: 'corrected', over: 'over', lapsed: 'its time is past' };

/** Fill a section with the profile of a person or a thing; how many sentences it has. */
export async function portrait(place, uid, signal) {
  fill(place, busy('Summing it up…'));
  const found = await post('profile', { name: uid, token_budget: TOKENS }, signal);
  const headed = Object.entries(HEADINGS)
    .map(([section, title]) => [title, found.sentences.filter((one) => one.section === section)])
    .filter(([, sentences]) => sentences.length > 0);
  fill(
    place,
    headed.length === 0 && el('p', { class: 'soft' }, 'Nothing lasting is known yet.'),
    headed.map(([title, sentences]) => el('section', {}, el('h3', {}, title), el('ul', { class: 'lines' }, sentences.map(drawn)))),
    found.left_out > 0 && el('p', { class: 'soft small' }, `${counted(found.left_out, 'sentence')} more left out`),
    found.version !== null && el('p', { class: 'soft small' }, `Version ${found.version}${by(found)}`),
  );
  return found.sentences.length;
}

/** Whose words the sentences are where a model joined some of them. */
function by({ wording, sentences }) {
  return sentences.some((one) => one.worded) ? `, in part in the words of ${wording.model}` : '';
}

function drawn(one) {
  const after = one.successor;
  return el(
    'li',
    {},
    one.text,
    told(one),
    one.past && el('span', { class: 'tag care' }, PAST[one.past]),
    statementActions(inOrder(one), one.text, one.turn_ids.length),
    after && [' ', after.text, told(after), statementActions([after.statement_uid], after.text)],
  );
}

/** All statements that say it, the one whose words these are first. */
export function inOrder({ statement_uid: newest, statement_uids: all }) {
  return [newest, ...all.filter((uid) => uid !== newest)];
}

/** When it was so, who else said it and when, and the turns. */
function told({ interval, told_by: by, said_at: saidAt, turn_ids: turns }) {
  const so = span(interval);
  const said = by ? `told by ${by}, ${day(saidAt)}` : day(saidAt);
  return [el('span', { class: 'soft small' }, ` ${so ? `${so}; ` : ''}${said} `), turns.map((turn) => [turnLink(turn), ' '])];
}
