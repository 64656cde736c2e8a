// A human: what is known of them in all their conversations, and what is theirs.

import { to } from '../address.js';
import { get, pages, post } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { conversationTags } from '../said.js';
import { forgetButton } from '../taking-back.js';
import { near } from './around.js';
import { facts, sections, unstated } from './subject.js';
import { timeline } from './timeline.js';

const THEIRS = 14;

/** The view of `#/person/UID`. */
export async function person(place, { of }, signal) {
  fill(place, busy('Opening it…'));
  const known = await near(of, signal);
  const same = await participants(known.parts, signal);
  const names = [...new Set(same.flatMap((one) => one.names))];
  const name = known.nodes.find(({ uid }) => uid === known.center).name;
  const theirs = await things(same, signal);
  const glance = facts([
    ['Also called', names.filter((other) => other !== name).map((other) => el('span', { class: 'tag' }, other))],
    ['Conversations', conversationTags(same.flatMap((one) => one.conversation_ids))],
    ['Theirs', theirs.map((thing) => el('a', { class: 'tag', href: to('entity', thing.uid) }, thing.name))],
    ['Id', same.filter((one) => one.person_id).map((one) => el('span', { class: 'tag' }, one.person_id))],
  ]);
  fill(place, el('div', { class: 'row' }, el('h1', {}, name), el('span', { class: 'tag' }, 'person'), forgetButton('person', { person: of }, name, 'Forget…', () => to('people'))));
  await sections(place, of, { glance, known, told: known, entries: () => entries(same, signal) }, signal);
}

/** Who a human is in each conversation; the listing is read on until all of them are found. */
async function participants(uids, signal) {
  const found = [];
  for await (const { people } of pages('people', {}, signal)) {
    found.push(...people.filter(({ uid }) => uids.includes(uid)));
    if (found.length >= uids.length) break;
  }
  return found;
}

async function things(same, signal) {
  const lists = await Promise.all(same.map((one) => get('entities', { person: one.uid, limit: THEIRS }, signal)));
  const all = new Map(lists.flatMap(({ entities }) => entities).map((thing) => [thing.uid, thing]));
  return [...all.values()].sort((one, other) => other.facts - one.facts).slice(0, THEIRS);
}

async function entries(same, signal) {
  const asked = same.flatMap((one) => one.conversation_ids.map((conversation) => [conversation, one.uid]));
  const all = await Promise.all(
    asked.map(([conversation, uid]) => post('context', { conv_id: conversation, entity_id: uid }, signal)),
  );
  const told = new Map(all.flatMap((context) => context.statements).map((said) => [said.statement_uid, said]));
  const mentions = unstated([...told.values()], all.flatMap((context) => context.mentions));
  if (told.size > 0) return { ...timeline([...told.values()]), mentions };
  return { drawn: mentions.length === 0 && el('p', { class: 'soft' }, 'Nothing is known yet.'), count: 0, mentions };
}
