/** Sentences about access that reviewers removed. */

import { alsoTakenNames } from '../../action/decided-field-words.ts';
import { listed, mention, moment, name } from '../../platform/text.ts';
import type { Body, Speech } from '../speech.ts';

/** More people than this are not named. */
const mostPeople = 5;
const nameLength = 80;

/** What was removed and when, who approved that, and what went as well. */
export function removedWords(
  speech: Speech,
  { by, byNames, removedAt, taken }: Body<'access-removed'>,
): readonly string[] {
  const { texts, parts } = speech;
  const { removed } = texts.notices;
  const people = [...by.map(mention), ...byNames.map((one) => name(one, nameLength))];
  const who = listed(texts, people.slice(0, mostPeople), 'and');
  const isNamed = namedIn(speech);
  const others = taken.filter(({ id }) => !isNamed.has(id)).map((one) => one.name);
  const names = alsoTakenNames(texts, others, (one) => name(one, nameLength));
  if (removedAt === null)
    return [removed.approved({ ...parts, who }), names === '' ? '' : removed.alsoThen({ names })];
  return [
    removed.gone({ ...parts, when: moment(new Date(removedAt)) }),
    who === '' ? '' : removed.by({ who }),
    names === '' ? '' : removed.also({ names }),
  ];
}

/** Ids of the access that the first sentence names. */
function namedIn({ context: { request, task } }: Speech): ReadonlySet<string> {
  return new Set([request.entitlementId, ...(task?.entitlements ?? []).map(({ id }) => id)]);
}
