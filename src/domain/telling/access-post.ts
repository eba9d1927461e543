/** What a post says of access that was granted: until when, that it ends, and how it ended. */

import {
  accessOverPhrase,
  askedAgainPhrase,
  notGonePhrase,
  profilePhrases,
  removedPhrases,
} from '../message/kinds/access-messages.ts';
import {
  decidedSentences,
  endedPhrase,
  verdictPhrase,
} from '../message/kinds/decision-messages.ts';
import { hasIt } from '../message/message-context.ts';
import { type Phrase, type Phrases, say } from '../message/phrase.ts';
import { emptyPost, type Headline, type SeenRequest, type Shown, soonest } from './post-parts.ts';
import { postSentences } from './post-sentences.ts';
import {
  type KeptNews,
  lastDecision,
  type Stage,
  type ToldGrant,
  type ToldRequest,
} from './told-request.ts';

/** Nothing is left of it, as far as the bot can tell. */
export function endedShown(
  { end, grant }: Extract<Stage, { kind: 'access-over' }>,
  seen: SeenRequest,
): Shown {
  const { request, reader } = seen;
  const last = seen.news.at(-1);
  if (last?.kind === 'profile-settled' && grant.endedAt !== null && last.at > grant.endedAt)
    return profileSettled(last, seen);
  // A person whose access goes on has lost nothing, and who gave it back knows it.
  const isKnown =
    end === null || seen.isToldWithLater || (end === 'given-back' && hasIt({ request, reader }));
  const order = seen.news.findLast(({ kind }) => kind === 'taking-away' || kind === 'removed');
  const isTaken = end !== null && end !== 'given-back' && end !== 'expired';
  return {
    ...emptyPost,
    headline: isKnown ? null : endHeadline(grant.endedAt),
    says: [
      ...(isTaken && order !== undefined
        ? takenPhrases(order, grant, seen)
        : [accessOverPhrase({ grant, isOverdue: false })]),
      askedAgainPhrase(seen),
    ],
    quote:
      order?.kind === 'taking-away' && isTaken && order.detail.reason !== ''
        ? { kind: 'words', text: order.detail.reason }
        : null,
    buttons: ['again', 'see'],
  };
}

/** Access ends once, however it is learned. */
const endHeadline = (since: Date | null): Headline => ({
  kind: 'ended',
  occurrence: '',
  notBefore: null,
  since,
});

/** Who had it taken away, and what went with it. */
function takenPhrases(
  order: KeptNews,
  { endedAt, endedBy }: ToldGrant,
  seen: SeenRequest,
): Phrases {
  const { taken } = postSentences;
  if (order.kind === 'taking-away') {
    const { by: who } = order.detail;
    return [
      say(endedBy === 'unconfirmed' ? taken.perhapsBy : taken.goneBy, { who, when: endedAt }),
    ];
  }
  if (order.kind !== 'removed') return [];
  // Who asked for somebody else learns nothing of what that person had beside it.
  const isHidden = seen.isConfidential && !hasIt(seen);
  const { taken: all } = order.detail;
  const besides = isHidden ? [] : all.filter(({ toldTo }) => !toldTo.includes(seen.readerId));
  return removedPhrases({ ...order.detail, taken: besides }, seen);
}

/** While somebody has it. */
export function grantedShown(grant: ToldGrant, seen: SeenRequest): Shown {
  const { now, reader, request } = seen;
  const { endsAt, warnAt, revocationPending } = grant;
  const isHolder = hasIt({ request, reader });
  const isOverdue = revocationPending === null && endsAt !== null && endsAt <= now;
  const isEnding = isHolder && !isOverdue && endsAt !== null && warnAt !== null && warnAt <= now;
  const last = seen.news.at(-1);
  const isEndNews =
    isEnding &&
    revocationPending === null &&
    (last === undefined || (last.kind !== 'removed' && last.at < warnAt));
  const isBoth = isEndNews && warnAt.getTime() - grant.startedAt.getTime() < shortMs;
  if (last !== undefined && !isEndNews && !isGivenBackSince(last, grant, seen))
    return newsOfAccess(last, grant, seen);
  return {
    ...emptyPost,
    headline: isEndNews
      ? { kind: 'ending', occurrence: endsAt.toISOString(), notBefore: null, since: warnAt }
      : grantedHeadline(grant, isHolder && isOverdue),
    says: [
      isEndNews && !isBoth
        ? say(postSentences.ends, { when: endsAt })
        : (pendingPhrase(grant) ?? endedPhrase({ ...seen, isOverdue }, 'granted', [])),
      ...((isEndNews && !isBoth) || revocationPending !== null ? [] : approvedPhrases(seen)),
      askedAgainPhrase(seen),
    ],
    quote: isEndNews || revocationPending !== null ? null : reasonFor(seen),
    buttons: isEndNews ? ['extend', 'give-back', 'see'] : ['give-back'],
    lookAt: lookAtOf(grant, now),
  };
}

/** Access that ends so soon that its beginning and its end are one piece of news. */
const shortMs = 600_000;

/** Who heard that it ends soon knows that it was granted. */
function grantedHeadline({ warnAt, startedAt }: ToldGrant, isOver: boolean): Headline | null {
  if (isOver && warnAt !== null) return null;
  return { kind: 'granted', occurrence: '', notBefore: null, since: startedAt };
}

/**
 * When it may say something else: at its end, and when its recipient is to hear of that, which is
 * known a minute after it began.
 */
function lookAtOf({ warnAt, endsAt }: ToldGrant, now: Date): Date | null {
  return warnAt === null ? null : soonest([warnAt, endsAt], now);
}

/** The reason of the decision, or the words of the person who set the access up after it. */
function reasonFor({ deeds }: Pick<ToldRequest, 'deeds'>): Shown['quote'] {
  const setUp = deeds.findLast(({ verb, reason }) => verb === 'set-up' && reason !== '');
  if (setUp !== undefined) return { kind: 'words', text: setUp.reason };
  const reason = lastDecision({ deeds })?.reason ?? '';
  return reason === '' ? null : { kind: 'reason', text: reason };
}

/** Its holder gives it back again, after that came to nothing. */
function isGivenBackSince(
  { at: when }: KeptNews,
  { revocationPending }: ToldGrant,
  { deeds }: ToldRequest,
): boolean {
  const isOrdered = deeds.some((one) => one.verb === 'give-back' && one.at > when);
  return revocationPending === 'given-back' && isOrdered;
}

/** It is being taken away, that came to nothing, or all of an access profile is decided. */
function newsOfAccess(news: KeptNews, grant: ToldGrant, seen: SeenRequest): Shown {
  const { endsAt } = grant;
  const lookAt = lookAtOf(grant, seen.now);
  const { taken } = postSentences;
  if (news.kind === 'removed')
    return {
      ...emptyPost,
      headline: endHeadline(news.at),
      says: [...takenPhrases(news, grant, seen), askedAgainPhrase(seen)],
      buttons: ['again', 'see'],
    };
  const isOwn = news.kind === 'taking-away' && news.detail.by === seen.readerId;
  const headline: Headline = {
    kind: news.kind,
    occurrence: news.occurrence,
    notBefore: null,
    since: news.at,
  };
  if (news.kind === 'profile-settled')
    return { ...profileSettled(news, seen), buttons: ['give-back'], lookAt };
  if (news.kind === 'not-gone') {
    const isOverdue = endsAt !== null && endsAt <= seen.now;
    const stands =
      grant.revocationPending === null ? endedPhrase({ ...seen, isOverdue }, 'granted', []) : null;
    return {
      ...emptyPost,
      headline,
      says: [notGonePhrase(news.detail.outcome), stands],
      buttons: ['give-back'],
      lookAt,
    };
  }
  const { by: who, reason } = news.detail;
  return {
    ...emptyPost,
    headline: isOwn ? null : headline,
    says: [say(taken.now, { who })],
    quote: reason === '' ? null : { kind: 'words', text: reason },
    lookAt,
  };
}

function profileSettled(
  { detail, at: since }: Extract<KeptNews, { kind: 'profile-settled' }>,
  seen: SeenRequest,
): Shown {
  const stands = endedPhrase({ ...seen, isOverdue: false }, 'granted', []);
  const headline: Headline = { kind: 'profile-settled', occurrence: '', notBefore: null, since };
  return { ...emptyPost, headline, says: [...profilePhrases(detail), stands] };
}

function pendingPhrase({ revocationPending }: ToldGrant): Phrase | null {
  if (revocationPending === null) return null;
  return say(
    revocationPending === 'given-back' ? postSentences.givenBackNow : postSentences.taken.pending,
  );
}

function approvedPhrases(seen: SeenRequest): Phrases {
  const decision = lastDecision(seen);
  const approval =
    decision?.verb === 'approve'
      ? say(decidedSentences.approved, { who: decision.by.userId }, { request: 'bareRequest' })
      : null;
  return [approval, verdictPhrase(seen)];
}
