// A thing: what is known of it, and whose it is.

import { to } from '../address.js';
import { get, post } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { conversationTags, turnLink } from '../said.js';
import { forgetButton, statementActions } from '../taking-back.js';
import { counted, plain } from '../words.js';
import { facts, sections, unstated } from './subject.js';
import { timeline } from './timeline.js';

/** The view of `#/entity/UID`. */
export async function entity(place, { of }, signal) {
  fill(place, busy('Opening it…'));
  const found = await get('entity', { uid: of }, signal);
  const { entity: whole } = found;
  const owners = whole.owner_uids.map((uid, place0) => [uid, whole.owners[Math.min(place0, whole.owners.length - 1)]]);
  const glance = facts([
    ['Whose', owners.slice(0, 1).map(([uid, name]) => el('a', { class: 'tag', href: to('person', uid) }, name))],
    ['Takes part as', found.person_uid ? [el('a', { class: 'tag', href: to('person', found.person_uid) }, whole.name)] : []],
    ['Also called', whole.aliases.map((name) => el('span', { class: 'tag' }, name))],
    ['Conversations', conversationTags(whole.conversation_ids)],
    ['Made of', [el('span', {}, counted(found.parts.length, 'part')), el('span', { class: 'soft small' }, 'one for each session and conversation')]],
  ]);
  const name = whole.owners.length ? `${whole.owners[0]}’s ${whole.name}` : whole.name;
  // Who takes part is forgotten as a person, where they are one.
  const forget = !found.person_uid && forgetButton('thing', { thing: of }, name, 'Forget…', () => to('things'));
  fill(place, el('div', { class: 'row' }, el('h1', {}, name), el('span', { class: 'tag' }, plain(whole.type)), forget));
  await sections(place, of, { glance, told: found, entries: () => entries(found, signal) }, signal);
}

async function entries({ entity: whole, profile }, signal) {
  const [owner] = whole.owner_uids;
  const told = owner ? await post('timeline', { entity_name: whole.uid, person_id: owner }, signal) : await contexts(whole, signal);
  if (told.entries.length > 0) return { ...timeline(told.entries), mentions: told.mentions };
  return {
    mentions: told.mentions,
    drawn: el('ul', { class: 'things' }, profile.map((line) => el('li', {}, line.text, ' ', turnLink(line.turn_id), ' ', statementActions([line.statement_uid], line.text)))),
    count: profile.length,
  };
}

async function contexts(whole, signal) {
  const all = await Promise.all(
    whole.conversation_ids.map((conversation) => post('context', { conv_id: conversation, entity_id: whole.uid }, signal)),
  );
  const entries = all.flatMap((one) => one.statements);
  return { entries, mentions: unstated(entries, all.flatMap((one) => one.mentions)) };
}
