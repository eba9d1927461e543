/** What a post says of access that was granted: until when, that it ends, and how it ended. */

import {
  accessOverPhrase,
  askedAgainPhrase,
  notGonePhrase,
  profilePhrases,
  removedPhrases,
} from '../message/kinds/access-messages.ts';
import { endedPhrase, verdictPhrase } from '../message/kinds/decision-messages.ts';
import { hasIt } from '../message/message-context.ts';
import { say } from '../message/phrase.ts';
import {
  deedPhrase,
  emptyPost,
  headlineOf,
  postSentences,
  type SeenRequest,
  type Shown,
  soonest,
} from './post-parts.ts';
import {
  type KeptNews,
  lastDecision,
  type Stage,
  type ToldGrant,
  type ToldRequest,
} from './told-request.ts';

export function accessShown(
  stage: Extract<Stage, { kind: 'granted' | 'access-over' }>,
  seen: SeenRequest,
): Shown {
  const isThere = stage.kind === 'granted';
  const { warnAt, endsAt } = stage.grant;
  const post = isThere ? grantedShown(stage.grant, seen) : endedShown(stage, seen);
  return {
    ...post,
    says: [...post.says, askedAgainPhrase(seen)],
    // When its recipient hears of its end is known a minute after it began.
    lookAt: isThere && warnAt !== null ? soonest([warnAt, endsAt], seen.now) : null,
  };
}

/** Nothing is left of it, as far as the bot can tell. */
function endedShown(
  { end, grant }: Extract<Stage, { kind: 'access-over' }>,
  seen: SeenRequest,
): Shown {
  const order = seen.news.findLast(({ kind }) => kind === 'taking-away' || kind === 'removed');
  const over =
    end === 'taken-away' && order !== undefined
      ? newsOfAccess(order, grant, seen)
      : { ...emptyPost, says: [accessOverPhrase({ grant, isOverdue: false })] };
  // A person whose access goes on has lost nothing, and who gave it back knows it.
  const isKnown = end === null || (end === 'given-back' && hasIt(seen));
  const headline = isKnown ? null : headlineOf('ended', '', grant.endedAt);
  return { ...over, headline, buttons: ['again'] };
}

/** While somebody has it: what is newest of it. */
function grantedShown(grant: ToldGrant, seen: SeenRequest): Shown {
  const { endsAt, warnAt, startedAt, revocationPending } = grant;
  const isHolder = hasIt(seen);
  const isRunning = revocationPending === null && endsAt !== null;
  const isOverdue = isRunning && endsAt <= seen.now;
  const isEnding = isHolder && isRunning && !isOverdue && warnAt !== null && warnAt <= seen.now;
  const news = seen.news.at(-1);
  if (news !== undefined) {
    const isReturned = revocationPending === 'given-back' && isGivenBackSince(news, seen);
    const isOlder = isReturned || (isEnding && news.at < warnAt);
    if (news.kind === 'removed' || !isOlder) return newsOfAccess(news, grant, seen);
  }
  // Granted outside their working hours, they read until when a moment ago.
  const isKnownEnd = isEnding && warnAt.getTime() - startedAt.getTime() < shortMs;
  if (isEnding && !isKnownEnd)
    return {
      ...emptyPost,
      headline: headlineOf('ending', endsAt.toISOString(), warnAt),
      says: [say(postSentences.ends, { when: endsAt })],
      buttons: ['extend', 'give-back'],
    };
  // Who heard that it ends soon knows that it was granted.
  const isKnown = isHolder && isOverdue && warnAt !== null;
  const headline = isKnown ? null : headlineOf('granted', '', startedAt);
  if (revocationPending !== null)
    return { ...emptyPost, headline, says: [say(postSentences.pending[revocationPending])] };
  const decision = lastDecision(seen);
  return {
    ...emptyPost,
    headline,
    says: [
      endedPhrase({ ...seen, isOverdue }, 'granted', []),
      decision?.verb === 'approve' ? deedPhrase(decision, seen, 'bareRequest') : null,
      verdictPhrase(seen),
    ],
    quote: reasonFor(seen),
    buttons: isEnding ? ['extend', 'give-back'] : ['give-back'],
  };
}

/** Access is not said to end soon so shortly after it was said until when it is there. */
const shortMs = 600_000;

/** Its holder gave it back, or did so again after that came to nothing. */
function isGivenBackSince({ kind, at: when }: KeptNews, { deeds }: ToldRequest): boolean {
  if (kind !== 'not-gone') return true;
  return deeds.some(({ verb, at }) => verb === 'give-back' && at > when);
}

/** The reason of the decision, or the words of the person who set the access up after it. */
function reasonFor({ deeds }: ToldRequest): Shown['quote'] {
  const setUp = deeds.findLast(({ verb, reason }) => verb === 'set-up' && reason !== '');
  if (setUp !== undefined) return { kind: 'words', text: setUp.reason };
  const reason = lastDecision({ deeds })?.reason ?? '';
  return reason === '' ? null : { kind: 'reason', text: reason };
}

/** It is or was taken away, that came to nothing, or all of an access profile is decided. */
function newsOfAccess(
  news: KeptNews,
  { endsAt, endedAt, revocationPending }: ToldGrant,
  seen: SeenRequest,
): Shown {
  const { taken } = postSentences;
  const { occurrence, at } = news;
  const isOverdue = endsAt !== null && endsAt <= seen.now;
  const stands =
    revocationPending === null ? endedPhrase({ ...seen, isOverdue }, 'granted', []) : null;
  if (news.kind === 'removed') {
    const { taken: all } = news.detail;
    // Who asked for somebody else learns nothing of what that person had beside it.
    const besides = all.filter(({ toldTo }) => hasIt(seen) && !toldTo.includes(seen.readerId));
    const says = removedPhrases({ ...news.detail, taken: besides }, seen);
    return { ...emptyPost, headline: headlineOf('ended', '', at), says, buttons: ['again'] };
  }
  const headline = headlineOf(news.kind, occurrence, at);
  if (news.kind === 'taking-away') {
    const { by: who, reason } = news.detail;
    const says = [
      endedAt === null ? say(taken.now, { who }) : say(taken.goneBy, { who, when: endedAt }),
    ];
    const quote = reason === '' ? null : ({ kind: 'words', text: reason } as const);
    return { ...emptyPost, headline: who === seen.readerId ? null : headline, says, quote };
  }
  const says =
    news.kind === 'profile-settled'
      ? profilePhrases(news.detail)
      : [notGonePhrase(news.detail.outcome)];
  return { ...emptyPost, headline, says: [...says, stands], buttons: ['give-back'] };
}
