/** What one reader is told of one request: what they are to learn, how it stands, and what they can do. */

import { actedSentences } from '../message/kinds/action-messages.ts';
import {
  decidedSentences,
  endedPhrase,
  verdictPhrase,
} from '../message/kinds/decision-messages.ts';
import { emergencyPhrase } from '../message/kinds/request-messages.ts';
import { stoppedPhrase } from '../message/kinds/trouble-messages.ts';
import { messageReader } from '../message/message-context.ts';
import { type Phrase, type Phrases, say } from '../message/phrase.ts';
import type { Refusal } from '../refusals/refusals.ts';
import { type GrantOutcome, isUnread } from '../task/task-snapshot.ts';
import { accessShown } from './access-post.ts';
import { openShown } from './open-post.ts';
import {
  after,
  deedPhrase,
  emptyPost,
  endsOf,
  headlineOf,
  type PostButton,
  postSentences,
  type RequestPost,
  type SeenRequest,
  type Shown,
} from './post-parts.ts';
import {
  lastDecision,
  type RequestWait,
  type Stage,
  stageOf,
  type ToldRequest,
} from './told-request.ts';

/** The service closes most requests at once: nobody is told of such a wait. */
const correctionMs = 10_000;

export function requestPost(told: ToldRequest, readerId: string): RequestPost {
  const stage = stageOf(told);
  const seenRequest = { ...told, reader: messageReader(told.request, readerId), readerId };
  const post = { stage, ...shownAt(stage, seenRequest) };
  const { beingEnded } = told;
  // Somebody else asked, and the service does not have it: there is nothing to learn, or to do.
  if (seenRequest.reader === 'target' && beforeTask.includes(stage.kind))
    return { ...post, headline: null, buttons: [] };
  if (beingEnded === null) return post;
  const says = [...post.says, say(postSentences.beingEnded[beingEnded])];
  return { ...post, says, alike: null, buttons: [] };
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
        headline: headlineOf('uncertain', seen.changedAt.toISOString()),
        says: [say(postSentences.uncertain)],
        buttons: ['settle'],
      };
    case 'refused':
      return {
        ...emptyPost,
        headline: headlineOf('refused'),
        says: [refusedPhrase(stage.refusal)],
        buttons: buttonsAfter(stage.refusal),
      };
    case 'withdrawn':
      return withdrawn(seen);
    case 'in-review':
    case 'other-step':
      return openShown(stage, seen);
    case 'over':
      return over(stage.outcome, seen);
    case 'granted':
    case 'access-over':
      return accessShown(stage, seen);
  }
}

function waiting({ cause, since }: RequestWait, seen: SeenRequest): Shown {
  const isCorrection = cause === 'correction';
  const notBefore = isCorrection ? after(since, correctionMs) : null;
  return {
    ...emptyPost,
    headline: headlineOf('waits', since.toISOString(), null, notBefore),
    alike: cause,
    says: [say(postSentences.waits[cause]), emergencyPhrase(seen)],
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

/** Told as the end that it is, whether the service shows that yet or not. */
function withdrawn(seen: SeenRequest): Shown {
  const deed = seen.deeds.findLast(({ verb }) => verb === 'withdraw');
  if (deed === undefined)
    return { ...emptyPost, says: [say(postSentences.left)], buttons: ['again'] };
  const isOwn = deed.by.userId === seen.readerId;
  return {
    ...emptyPost,
    headline: isOwn ? null : headlineOf('over', 'cancelled', deed.at),
    says: [deedPhrase(deed, seen), leftOpenPhrase(seen)],
    buttons: ['again'],
  };
}

function leftOpenPhrase({ task }: ToldRequest): Phrase | null {
  // While it works on the answer that ends the task, nobody can tell whether it closes it.
  if (task === null || task.otherStep?.kind === 'processing') return null;
  const { unread, toHolders } = actedSentences.leftOpen;
  return say(isUnread(task) ? unread : toHolders);
}

/** How it ended without access. */
function over(outcome: GrantOutcome, seen: SeenRequest): Shown {
  const last = seen.deeds.findLast(({ verb }) => verb === 'approve' || endsOf[verb] !== undefined);
  const deed = last !== undefined && endsOf[last.verb] === outcome ? last : null;
  const kind = deed?.verb === 'deny' ? 'reason' : 'words';
  return {
    ...emptyPost,
    headline:
      deed?.by.userId === seen.readerId
        ? null
        : headlineOf('over', outcome, lastDecision(seen)?.at ?? null),
    says: deed === null ? overPhrases(outcome, seen) : [deedPhrase(deed, seen)],
    quote: deed === null || deed.reason === '' ? null : { kind, text: deed.reason },
    buttons: ['again'],
  };
}

function overPhrases(outcome: GrantOutcome, seen: SeenRequest): Phrases {
  if (seen.isUndecided) return [say(decidedSentences.undecided)];
  const decision = lastDecision(seen);
  return [
    decision?.verb === 'approve' ? deedPhrase(decision, seen, 'bareRequest') : null,
    endedPhrase(seen, outcome, seen.deniedBy),
    verdictPhrase(seen),
  ];
}
