/**
 * Messages about access that somebody has, or had. Long because each stands here with its words and what leads
 * to it.
 */

import { goesOnLater } from '../../access/grant.ts';
import type { ProfileOutcome } from '../../profiles/access-profile.ts';
import type { GrantOutcome, TaskSnapshot } from '../../task/task-snapshot.ts';
import type { MessageContext } from '../message-context.ts';
import { type Named, type Phrase, type Phrases, say } from '../phrase.ts';

/**
 * How access ended. `when` names the day: the message may be sent late, and stands in the place of
 * one that was sent when the access began. `unconfirmed`: only the grant tells it.
 */
export const endOfAccess = {
  expired: ['{access} ended[[ {when:moment}]].', '{access} endete[[ {when:moment}]].'],
  'given-back': [
    '{access} was given back[[ {when:moment}]].',
    '{access} wurde zurückgegeben[[: {when:moment}]].',
  ],
  'taken-away': [
    '{access} was taken away[[ {when:moment}]].',
    '{access} wurde entzogen[[: {when:moment}]].',
  ],
  unconfirmed: [
    '{access} should have ended[[ {when:moment}]], as granted.',
    '{access} sollte wie gewährt[[ {when:moment}]] enden.',
  ],
  'goes-on': [
    '{access} went on with a later request.',
    '{access} lief mit einer späteren Anfrage weiter.',
  ],
} as const;

/** How access ended, or that it should have; null while its time is not over. */
export function accessOverPhrase({
  grant,
  isOverdue,
}: Pick<MessageContext, 'grant'> & { readonly isOverdue: boolean }): Phrase | null {
  if (grant === null) return null;
  if (goesOnLater(grant)) return say(endOfAccess['goes-on']);
  const { endedAt, endedBy, endsAt } = grant;
  if (endedBy === null) return isOverdue ? say(endOfAccess.unconfirmed, { when: endsAt }) : null;
  // Before its time it did not end with that.
  const isEarly = endedBy === 'given-back' || endedBy === 'taken-away';
  return say(endOfAccess[endedBy], { when: endedAt ?? (isEarly ? null : endsAt) });
}

/** A request for the same access that is not decided yet. */
export const askedAgain = {
  moreTime: [
    'A request for more time{numericId:number} is open. Nobody has decided yet.',
    'Mehr Zeit ist angefragt{numericId:number}, noch ohne Entscheidung.',
  ],
  /** Once the access has ended. */
  accessAgain: [
    'A request for it{numericId:number} is open. Nobody has decided yet.',
    'Er ist wieder angefragt{numericId:number}, noch ohne Entscheidung.',
  ],
} as const;

export function askedAgainPhrase({
  moreTime,
  grant,
}: Pick<MessageContext, 'grant'> & { readonly moreTime: TaskSnapshot | null }): Phrase | null {
  // After giving back it is withdrawn as well, and that has a message of its own.
  if (moreTime === null || grant?.endedBy === 'given-back') return null;
  // Nothing is left that could be prolonged.
  const isOver = grant !== null && grant.endedBy !== null;
  const { numericId } = moreTime;
  return say(isOver ? askedAgain.accessAgain : askedAgain.moreTime, { numericId });
}

export const removedSentences = {
  gone: ['{access} was taken away {when:moment}.', '{access} wurde entzogen: {when:moment}.'],
  approvedBy: [
    'The removal was approved by {who:everybody}.',
    'Der Entzug wurde genehmigt von {who:everybody}.',
  ],
  also: ['[[With it: {names:items}.]]', '[[Mit ihm: {names:items}.]]'],
  approved: [
    '{access} is to be taken away, approved by {who:everybody}. The access service does not tell me when that is done.',
    '{access} wird entzogen, genehmigt von {who:everybody}. Wann das erledigt ist, sagt mir der Zugriffsdienst nicht.',
  ],
} as const;

/**
 * `by`: Slack ids of those who approved that here; `byNames`: of those who did elsewhere. `removedAt`:
 * in ISO 8601; null = the bot does not learn when. `taken`: the access with what goes as well.
 */
export interface Removed {
  readonly by: readonly string[];
  readonly byNames: readonly string[];
  readonly removedAt: string | null;
  readonly taken: readonly { readonly id: string; readonly name: string }[];
}

/** That reviewers removed it, who they were, and what went with it. */
export function removedPhrases(
  { by, byNames, removedAt, taken }: Removed,
  context: Pick<MessageContext, 'request' | 'task'>,
): Phrases {
  const { gone, approvedBy, also, approved } = removedSentences;
  const who = [
    ...by.map((slackUserId): Named => ({ slackUserId })),
    ...byNames.map((name): Named => ({ name })),
  ].slice(0, mostPeople);
  const named = namedFirst(context);
  const names = taken.filter(({ id }) => !named.has(id)).map((one) => one.name);
  if (removedAt === null) return [say(approved, { who }), say(also, { names })];
  return [
    say(gone, { when: removedAt }),
    who.length === 0 ? null : say(approvedBy, { who }),
    say(also, { names }),
  ];
}

/** More people than this are not named. */
const mostPeople = 5;

/** Ids of the access that the first sentence names. */
function namedFirst({
  request,
  task,
}: Pick<MessageContext, 'request' | 'task'>): ReadonlySet<string> {
  return new Set([request.entitlementId, ...(task?.entitlements ?? []).map(({ id }) => id)]);
}

/** What should take the access away ended otherwise, or did not take it away. */
export const notGoneSentences = {
  denied: [
    '{access} stays: taking it away was denied.',
    '{access} bleibt: Der Entzug wurde abgelehnt.',
  ],
  failed: [
    '{access} is still there: it was not taken away. Ask {helpers}.',
    '{access} ist noch da: er wurde nicht entzogen. Wende dich an {helpers}.',
  ],
} as const;

/** `still-held`: all is done, and the access is there. */
export function notGonePhrase(outcome: GrantOutcome | 'still-held'): Phrase {
  return say(outcome === 'denied' ? notGoneSentences.denied : notGoneSentences.failed);
}

/** To the parties of an access profile: what came of its items. */
export const profileSentences = {
  settled: [
    'Everything in {whatForWhom} is decided: {given:count} of {of:count} given.',
    'Alles, was {whatForWhom} bringt, ist entschieden: {given:count} von {of:count} gewährt.',
  ],
  settledInPart: [
    'I no longer follow what is in {whatForWhom}: {given:count} of {of:count} given.',
    'Ich verfolge nicht weiter, was {whatForWhom} bringt: {given:count} von {of:count} gewährt.',
  ],
  notGiven: ['[[Not given: {names:items}.]]', '[[Nicht gewährt: {names:items}.]]'],
  notKnown: [
    '[[I do not know whether {names:items} will be granted.]]',
    '[[Ich weiß nicht, was hiervon noch gewährt wird: {names:items}.]]',
  ],
} as const;

export function profilePhrases({ given, of, refused, unknown }: ProfileOutcome): Phrases {
  const { settled, settledInPart, notGiven, notKnown } = profileSentences;
  return [
    say(unknown.length === 0 ? settled : settledInPart, { given, of }),
    say(notGiven, { names: refused }),
    say(notKnown, { names: unknown }),
  ];
}
