/** Messages about what people do beside deciding. */

import { type ActionKind, actionKinds } from '../../action/action.ts';
import type { TaskActionKind } from '../../action/action-form.ts';
import type { ActionDetail, HolderActionRefusal } from '../../action/holder-action.ts';
import type { DecisionKind } from '../../action/review.ts';
import type { SlackActor } from '../../request/access-request.ts';
import {
  asItSays,
  entry,
  type FactOf,
  type KeyedMessage,
  type Nothing,
  news,
  type Occasion,
  type Shape,
  tell,
} from '../fact-object.ts';
import { type BodyOf, composedMessage } from '../message-object.ts';
import type { WaitingMarks } from '../waiting-cause.ts';

/**
 * Somebody did this; a question has a button to answer it. `by`: null = an administrator on the
 * command line.
 */
interface ActedFields {
  readonly act: TaskActionKind | 'withdraw' | 'nudge' | 'escalate' | 'take-away';
  readonly by: Pick<SlackActor, 'userId'> | null;
  readonly text: string;
  /** Of the act itself, by which an answer names its question; none in older messages. */
  readonly actionId?: string;
  /** Of a request that was shortened: its time since. */
  readonly durationSeconds?: number | null;
  /** Others decide since: they are called, and the message names them. */
  readonly isHandedOn?: boolean;
}

export const acted = composedMessage<ActedFields>()({
  kind: 'acted',
  buttons: ({ act }) => (act === 'ask' ? ['answer'] : []),
  links: 'request-and-console',
  quotes: ({ act, text }) => ({ kind: act === 'ask' ? 'question' : 'words', text }),
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: ({ act, isHandedOn = act === 'escalate' }) => (isHandedOn ? 'named' : 'left-out'),
  calls: ({ act, isHandedOn = false }) => {
    // Only they can close what the service did not let the requester withdraw.
    if (act === 'withdraw') return 'reviewers-while-open';
    return act === 'nudge' || act === 'escalate' || isHandedOn ? 'reviewers' : 'nobody';
  },
  changesWith: [],
  // The access is there.
  needlessOnce: ({ act, text }) => (act === 'set-up' && text === '' ? 'request-ended' : 'never'),
});

/** Messages that somebody did something beside deciding. */
export type ActedBody = BodyOf<typeof acted>;

/**
 * To the person who clicked: why it is not done. `typed`: what they typed, given back if they
 * have to repeat the act. `actionId`: of one that may still arrive, so that the message says later
 * what came of it; none in older messages.
 */
export const actionRefused = composedMessage<{
  refusal: HolderActionRefusal;
  typed?: string;
  actionId?: string;
}>()({
  kind: 'action-refused',
  buttons: ({ refusal }) => (refusal.kind === 'granted-first' ? ['give-back'] : []),
  links: 'request',
  quotes: ({ typed }) => (typed === undefined ? null : { kind: 'own-words', text: typed }),
  readers: 'clicker',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ({ actionId }) => (actionId === undefined ? [] : ['action']),
  needlessOnce: 'never',
});

/**
 * To the person who clicked: what it waits for. `canBeTakenBack`: it is a decision, which is not
 * sent if its person takes it back while it waits. `triedUntil`: in ISO 8601, after which it is not
 * sent any more; none where it is tried without end, and in older messages.
 */
export const actionWaiting = composedMessage<
  { actionId: string; canBeTakenBack?: boolean; triedUntil?: string } & WaitingMarks
>()({
  kind: 'action-waiting',
  buttons: ['take-back'],
  links: 'request',
  quotes: null,
  readers: 'clicker',
  waitsFor: 'action',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['action'],
  needlessOnce: 'never',
});

/** To the administrators, once: the service refused what it offers. */
export const missingRight = composedMessage<{ verb: ActionKind }>()({
  kind: 'missing-right',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/** What somebody was not allowed to do, as the trail keeps it. */
export interface RefusalDetail {
  readonly refusal: HolderActionRefusal;
  readonly verb?: string;
  readonly stepId?: string;
}

type OtherActionKind = Exclude<ActionKind, DecisionKind>;

/** How the trail says that somebody did it: “Ana commented on #1018”. */
const deeds = {
  ask: 'asked the requester about',
  answer: 'answered about',
  comment: 'commented on',
  reassign: 'reassigned',
  shorten: 'shortened',
  nudge: 'asked again for a decision on',
  withdraw: 'withdrew',
  escalate: 'escalated',
  'give-back': 'gave back the access of',
  'fill-in': 'filled in the form of',
  'set-up': 'set up by hand',
  'cannot-set-up': 'could not set up',
  'skip-step': 'skipped a step of',
  restart: 'restarted',
  'retry-provisioning': 'tried the set-up again of',
  close: 'closed',
} as const satisfies Readonly<Record<OtherActionKind, string>>;

const doneEntry = (kind: OtherActionKind) =>
  entry<{ reason: string } & Partial<ActionDetail>>()(
    { deed: deeds[kind] },
    { shows: ['offers', 'actor-home'] },
  );

const refusedEntry = entry<RefusalDetail>()('refusal');

type FactsOfActions = {
  readonly [Kind in `${OtherActionKind}.done`]: ReturnType<typeof doneEntry>;
} & { readonly [Kind in `${OtherActionKind}.refused`]: typeof refusedEntry };

/** Two for each kind of action. The overload says what the compiler cannot follow through the names. */
function factsOfActions(): FactsOfActions;
function factsOfActions(): object {
  const kinds = actionKinds.filter((kind) => kind !== 'approve' && kind !== 'deny');
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}.done`, doneEntry(kind)],
      [`${kind}.refused`, refusedEntry],
    ]),
  );
}

interface ByRequester {
  readonly by: SlackActor;
}

type ByRequesterFact = FactOf<Shape<Nothing, ByRequester>>;

const withdrawn: Occasion<ByRequesterFact, ActedFields> = {
  key: (_, { requestId }) => `withdrawn:${requestId}`,
  body: ({ context: { by } }) => ({ act: 'withdraw', by, text: '' }),
};

const escalated: Occasion<ByRequesterFact, ActedFields> = {
  key: (_, { requestId }) => `escalated:${requestId}`,
  body: ({ context: { by } }) => ({ act: 'escalate', by, text: '' }),
};

/** `day`: the working day on which the reviewers are called. */
interface NudgeContext extends ByRequester {
  readonly day: string;
}

const nudged: Occasion<FactOf<Shape<Nothing, NudgeContext, 'people'>>, ActedFields> = {
  key: ({ context: { day } }, { requestId }) => `nudged:${requestId}:${day}`,
  body: ({ context: { by } }) => ({ act: 'nudge', by, text: '' }),
};

export const actionFacts = {
  ...factsOfActions(),
  'let-end.done': entry()({ deed: 'lets the access end of' }),
  'request.withdrawn': news<ByRequester>()({
    tells: [tell('holders', acted, withdrawn), tell('threads', acted, withdrawn)],
    shows: ['cards'],
  }),
  'request.escalated': news<ByRequester>()({
    tells: [tell('holders', acted, escalated), tell('threads', acted, escalated)],
  }),
  'request.nudged': news<NudgeContext, 'people'>()({
    isOnce: true,
    tells: [
      tell('people', acted, nudged),
      tell('actor', acted, {
        ...nudged,
        key: ({ context: { day } }, { requestId, actor }) =>
          `nudged:${requestId}:${day}:for:${actor}`,
      }),
      tell('threads', acted, nudged),
    ],
  }),
  'act.carried-out': news<KeyedMessage<ActedBody>, 'people'>()({
    tells: [
      tell('people', acted, {
        key: ({ context: { key } }) => key,
        body: ({ context: { message: body } }) => body,
      }),
      tell('threads', acted, {
        key: ({ context: { key } }) => key,
        body: ({ context: { message: body } }) => body,
      }),
    ],
    shows: ['cards'],
  }),
  /** `place`: where the person clicked, or where they surely see it. */
  'act.refused': news<KeyedMessage<BodyOf<typeof actionRefused>>, 'place'>()({
    tells: [asItSays('place', ({ context: { key } }) => key)],
  }),
  'act.waiting': news<KeyedMessage<BodyOf<typeof actionWaiting>>>()({
    tells: [{ ...asItSays('actor', ({ context: { key } }) => key), isReworded: true }],
  }),
  /** A decision or an act is over without being carried out, so others may be made. */
  'act.released': news()({ shows: ['offers', 'actor-home'] }),
  /** The service refuses something that it offers. */
  'right.missing': news<Pick<BodyOf<typeof missingRight>, 'verb'>, 'administrators'>()({
    tells: [
      tell('administrators', missingRight, {
        key: ({ context: { verb } }) => `missing-right:${verb}`,
        body: ({ context: { verb } }) => ({ verb }),
      }),
    ],
  }),
};
