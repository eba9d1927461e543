/** What one reader is told of one request: what they are to learn, how it stands, and what they can do. */

import type { Action, ActionKind } from '../action/action.ts';
import { leftOpenPhrase } from '../message/kinds/action-messages.ts';
import {
  decidedSentences,
  endedPhrase,
  verdictPhrase,
} from '../message/kinds/decision-messages.ts';
import { calledPhrase } from '../message/kinds/emergency-messages.ts';
import { stoppedPhrase } from '../message/kinds/trouble-messages.ts';
import { messageReader } from '../message/message-context.ts';
import { type Phrase, type Phrases, say } from '../message/phrase.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';
import { endedShown, grantedShown } from './access-post.ts';
import { openShown } from './open-post.ts';
import { deedPhrase, withdrawalPhrase } from './post-deeds.ts';
import {
  after,
  at,
  emptyPost,
  type Headline,
  type PostButton,
  type RequestPost,
  type SeenRequest,
  type Shown,
} from './post-parts.ts';
import { postSentences } from './post-sentences.ts';
import {
  lastDecision,
  type RequestWait,
  type Stage,
  stageOf,
  type ToldRequest,
} from './told-request.ts';

/** The service closes most requests at once: nobody is told of such a wait. */
const correctionMs = 10_000;

/** Ends after which the same can be asked for again, perhaps for less or with a better reason. */
const repeatable: readonly GrantOutcome[] = ['denied', 'wait-timed-out', 'deleted'];

export function requestPost(told: ToldRequest, readerId: string): RequestPost {
  const stage = stageOf(told);
  const reader = messageReader(told.request, readerId);
  const post = shownAt(stage, { ...told, reader, readerId });
  // Somebody else asked, and the service does not have it: there is nothing to learn, or to do.
  const isUnheard = reader === 'target' && beforeTask.includes(stage.kind);
  return { stage, ...post, ...(isUnheard ? { headline: null, buttons: [] } : {}) };
}

const beforeTask: readonly Stage['kind'][] = ['unsent', 'waits', 'uncertain', 'refused'];

function shownAt(stage: Stage, seen: SeenRequest): Shown {
  switch (stage.kind) {
    case 'unsent':
      return { ...emptyPost, says: [say(postSentences.unsent)] };
    case 'waits':
      return waiting(stage.wait, seen);
    case 'uncertain':
      return {
        ...emptyPost,
        headline: at('uncertain', seen.changedAt),
        says: [say(postSentences.uncertain)],
        buttons: ['settle'],
      };
    case 'refused':
      return {
        ...emptyPost,
        headline: at('refused', null),
        says: [refusedPhrase(stage.refusal)],
        buttons: buttonsAfter(stage.refusal),
      };
    case 'abandoned':
    case 'withdrawn':
      return withdrawn(seen);
    case 'in-review':
    case 'other-step':
    case 'approved':
      return openShown(stage, seen);
    case 'over':
      return over(stage.outcome, seen);
    case 'granted':
      return grantedShown(stage.grant, seen);
    case 'access-over':
      return endedShown(stage, seen);
  }
}

function waiting({ cause, since }: RequestWait, seen: SeenRequest): Shown {
  const { correctedNumber: numericId } = seen;
  const isCorrection = cause === 'correction';
  const kind = isCorrection ? 'correction-waits' : 'waits';
  const notBefore = isCorrection ? after(since, correctionMs) : null;
  return {
    ...emptyPost,
    headline: at(kind, since, notBefore),
    says: [
      isCorrection
        ? say(postSentences.waits.correction, { numericId })
        : say(postSentences.waits[cause]),
      calledPhrase(seen),
    ],
    buttons: ['withdraw'],
    lookAt: notBefore,
  };
}

function refusedPhrase(refusal: Refusal): Phrase {
  if (refusal.code === 'duplicate') return say(postSentences.duplicate, { refusal });
  return stoppedPhrase(refusal) ?? say(postSentences.refused, { refusal });
}

function buttonsAfter(refusal: Refusal): readonly PostButton[] {
  // What may already be in the service must not be requested again with one click.
  if (refusal.isPerhapsThere) return [];
  return refusal.code === 'duplicate' ? ['see'] : ['mend'];
}

/** Nobody wants it any more: it was never sent, or the service has not closed it. */
function withdrawn(seen: SeenRequest): Shown {
  const deed = seen.deeds.findLast(({ verb }) => verb === 'withdraw');
  const says =
    deed === undefined
      ? [say(postSentences.left)]
      : [withdrawalPhrase(deed, seen), seen.task === null ? null : leftOpenPhrase(seen)];
  return { ...emptyPost, headline: ofOther(deed, seen), says, buttons: ['again'] };
}

/** Told as the end that it is, whether the service shows that yet or not. */
function ofOther(deed: Action | undefined, seen: SeenRequest): Headline | null {
  if (deed === undefined || deed.by.userId === seen.readerId) return null;
  return { kind: 'over', occurrence: 'cancelled', notBefore: null, since: deed.at };
}

/** As what a request counts in the service that somebody ended by this; `cancelled` where it says none. */
const endsOf: Readonly<Partial<Record<ActionKind, GrantOutcome>>> = { 'cannot-set-up': 'error' };

/** How it ended without access. */
function over(outcome: GrantOutcome, seen: SeenRequest): Shown {
  const decision = lastDecision(seen);
  const ending = seen.deeds.findLast(
    ({ verb }) => verb === 'withdraw' || verb === 'close' || verb === 'cannot-set-up',
  );
  const isEnded = ending !== undefined && (endsOf[ending.verb] ?? 'cancelled') === outcome;
  const buttons =
    repeatable.includes(outcome) || (isEnded && ending.verb === 'withdraw')
      ? ['again' as const]
      : [];
  const isDenial = outcome === 'denied' && decision?.verb === 'deny';
  const isOther = decision?.verb === 'deny' ? !isDenial : outcome === 'denied';
  const reason = isEnded ? ending.reason : isOther ? '' : (decision?.reason ?? '');
  return {
    ...emptyPost,
    headline: isOwn(isEnded ? ending : isDenial ? decision : null, seen)
      ? null
      : { kind: 'over', occurrence: outcome, notBefore: null, since: decision?.at ?? null },
    says: isEnded
      ? [endingPhrase(ending, seen)]
      : [...overPhrases(outcome, seen), verdictPhrase(seen)],
    quote: reason === '' ? null : { kind: isEnded ? 'words' : 'reason', text: reason },
    buttons,
  };
}

function isOwn(deed: Action | null, { readerId }: SeenRequest): boolean {
  return deed?.by.userId === readerId;
}

function endingPhrase(deed: Action, seen: SeenRequest): Phrase {
  return deed.verb === 'withdraw' ? withdrawalPhrase(deed, seen) : deedPhrase(deed, seen);
}

function overPhrases(outcome: GrantOutcome, seen: SeenRequest): Phrases {
  if (seen.isUndecided) return [say(decidedSentences.undecided)];
  const decision = lastDecision(seen);
  const end = endedPhrase({ ...seen, isOverdue: false }, outcome, seen.deniedBy);
  if (decision === null) return [end];
  const who = decision.by.userId;
  if (decision.verb === 'deny' && outcome === 'denied')
    return [say(decidedSentences.denied, { who })];
  if (decision.verb === 'deny') return [end];
  return [say(decidedSentences.approved, { who }, { request: 'bareRequest' }), end];
}
