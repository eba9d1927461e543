/** Long because every way to write to a conversation is here. */
import { createHash } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Place } from '../domain/place.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { signedHeadText } from '../use-cases/audit-chain.ts';
import type { CardModel } from '../use-cases/card-contents.ts';
import type { Chat, ChatRefusal, NoticeContext, Sharing } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import { type Carried, findPosted } from './find-posted.ts';
import type { Languages } from './languages.ts';
import type { Pacer } from './pacer.ts';
import { permalinkTo, postedPlace } from './posted-place.ts';
import { digestMessage, overviewMessage } from './surfaces/channel-lists.ts';
import { homeView } from './surfaces/home.ts';
import { noticeMessage, publicMessage } from './surfaces/notice-messages.ts';
import type { RenderedMessage } from './surfaces/rendered-message.ts';
import { noticeReader } from './surfaces/speech.ts';
import { confidentialCard, taskCard } from './surfaces/task-card.ts';
import { decisionOfStep, type IsConfidential } from './surfaces/task-words.ts';
import { section } from './surfaces/text.ts';
import type { Texts } from './texts/texts.ts';
import { calling } from './web-api-failure.ts';

const quiet = { unfurl_links: false, unfurl_media: false } as const;

/**
 * Calls a minute that Slack takes of each method in a workspace; so many at once, too (slack.md,
 * Limits).
 */
const perMinute = {
  'chat.update': 50,
  'chat.delete': 50,
  'views.publish': 100,
  'chat.getPermalink': 300,
} as const;

/** How many updates a minute are reserved for cards on which somebody is deciding. */
const reserved: Readonly<Partial<Record<keyof typeof perMinute, number>>> = { 'chat.update': 10 };

/**
 * A job that slept until its turn would hold up the update that shows a decision, so it goes back
 * to the queue.
 */
const longestWaits: Readonly<Partial<Record<keyof typeof perMinute, number>>> = {
  'chat.update': 250,
};

/** Slack as the use cases' chat, through the background client. */
export function createChat(
  client: WebClient,
  pacer: Pacer,
  languages: Languages,
  now: () => Date,
  isConfidential: IsConfidential = () => false,
): Chat {
  /** What one person reads is in their language, what many read in the workspace's. */
  const textsFor = (readerId: string | null) =>
    readerId === null ? languages.workspace : languages.textsInTurn(readerId);

  const cardMessage = (texts: Texts, card: CardModel) =>
    isConfidential(card.request.appId) ? confidentialCard(texts, card) : taskCard(texts, card);

  const { post, call, update } = slackCalls(client, pacer);

  return {
    sharing: channelSharing(client, now),
    fingerprint: (card) => fingerprintOf(cardMessage(languages.workspace, card)),
    postCard: async (channel, card, threadTs) => {
      const { cardId, request, readerId } = card;
      const carried = { card_id: cardId };
      const posting = { ticket: cardId, isUrgent: request.emergency, carried, threadTs };
      return post(channel, cardMessage(await textsFor(readerId), card), posting);
    },
    updateCard: async (place, card) =>
      update(
        place,
        cardMessage(await textsFor(card.readerId), card),
        card.request.emergency || isDeciding(card),
      ),
    async findCard({ id, channel }, since, threadTs) {
      const found = await findPosted(client, {
        channel,
        carried: { card_id: id },
        since,
        threadTs,
      });
      return typeof found === 'string' ? found : found.place;
    },
    deleteMessage: (place) =>
      call('chat.delete', { ticket: place.ts }, () => client.chat.delete({ ...place })),
    async permalink(place) {
      const answer = await call('chat.getPermalink', { ticket: place.ts }, () =>
        client.chat.getPermalink({ channel: place.channel, message_ts: place.ts }),
      );
      return answer.ok ? permalinkTo(place, answer.value.permalink) : null;
    },
    ...otherMessages(languages, isConfidential, { post, update, client }),
    updateNotice: async (place, readerId, notice) =>
      update(
        place,
        await personalNotice(languages, isConfidential, readerId, notice),
        notice.request.emergency,
      ),
    async publishHome(slackUserId, home, before) {
      // Whoever has just opened theirs looks at it.
      const texts =
        before === null ? languages.textsOf(slackUserId) : languages.textsInTurn(slackUserId);
      const view = homeView(await texts, home);
      const fingerprint = fingerprintOf(view);
      if (fingerprint === before) return ok(before);
      const publishing = () => client.views.publish({ user_id: slackUserId, view });
      const answer = await call('views.publish', { ticket: slackUserId }, publishing);
      return answer.ok ? ok(fingerprint) : answer;
    },
  };
}

/** Somebody has just clicked and watches the card for the answer. */
function isDeciding(card: CardModel): boolean {
  const decision = decisionOfStep(card);
  return decision !== undefined && decision.state !== 'done';
}

interface Waiting {
  /** Emergencies do not wait behind a flood. */
  readonly isUrgent?: boolean;
  /** What it is about, by its id; without one it waits for its turn in its job. */
  readonly ticket?: string;
}

interface Posting extends Waiting {
  readonly carried?: Carried;
  /** The message in whose thread it goes. */
  readonly threadTs?: string | null;
  /** Unlike a card, it belongs in a thread, not in the channel. */
  readonly isOnlyInThread?: boolean;
}

/** What waits for its turn before it goes to Slack. */
function slackCalls(client: WebClient, pacer: Pacer) {
  /** One call of a method with a budget. */
  async function call<T>(
    method: keyof typeof perMinute,
    { ticket, isUrgent = false }: Waiting,
    run: () => Promise<T>,
  ) {
    const most = perMinute[method];
    const ordinary = {
      ticket,
      burst: most - (reserved[method] ?? 0),
      longestWaitMs: longestWaits[method],
    };
    await pacer.turn(method, {
      perMinute: most,
      ...(isUrgent ? { burst: most, isAtOnce: true } : ordinary),
    });
    return calling(method, run);
  }
  const update = (place: Place, message: RenderedMessage, isUrgent = false) =>
    call('chat.update', { ticket: place.ts, isUrgent }, () =>
      client.chat.update({ ...place, ...message }),
    );
  async function post(
    channel: string,
    message: RenderedMessage,
    { isUrgent = false, ticket, carried, threadTs = null, isOnlyInThread = false }: Posting,
  ): Promise<Result<Place, ChatRefusal>> {
    // Of these emergencies have a lane of their own: their posts keep the pace of a conversation
    // among themselves.
    await pacer.turn(
      isUrgent ? `urgent:${channel}` : channel,
      ticket === undefined ? {} : { ticket },
    );
    const thread = threadTs === null ? {} : { thread_ts: threadTs };
    const event_type =
      carried !== undefined && 'card_id' in carried ? 'access_card' : 'access_notice';
    const metadata = carried && { metadata: { event_type, event_payload: carried } };
    const posting = () =>
      client.chat.postMessage({ channel, ...message, ...thread, ...metadata, ...quiet });
    const answer = await calling('chat.postMessage', posting);
    if (!answer.ok) return answer;
    const posted = postedPlace(channel, answer.value);
    if (!posted.ok) return posted;
    const { isInThread, ...place } = posted.value;
    // Slack does not refuse a reply to a deleted message but posts it into the channel. The missing
    // thread_ts is the only sign.
    const isAstray = threadTs !== null && isInThread === false;
    return isAstray && isOnlyInThread ? astray(place) : ok(place);
  }
  return { call, update, post };
}

/** What the person who clicked is told. */
const clickerKinds: ReadonlySet<NoticeContext['body']['kind']> = new Set([
  'action-refused',
  'action-waiting',
]);

/** In the reader's language, who is spoken to where it is about a request of theirs. */
async function personalNotice(
  languages: Languages,
  isHidden: IsConfidential,
  readerId: string,
  notice: NoticeContext,
) {
  const texts = await languages.textsInTurn(readerId);
  // Whom a tier names may be neither reviewer nor administrator.
  if (notice.body.kind === 'overdue') return publicMessage(texts, notice, isHidden);
  const reader = noticeReader(notice.request, readerId);
  // The person who clicked may be a stranger, who learns that it was refused but not what it was
  // about.
  const isStranger = reader === 'anybody' && clickerKinds.has(notice.body.kind);
  const shown =
    isStranger && isHidden(notice.request.appId) ? { ...notice, isHidden: true } : notice;
  return noticeMessage(texts, shown, reader);
}

/** Messages beside cards and Home. */
function otherMessages(
  languages: Languages,
  isConfidential: IsConfidential,
  {
    post,
    update,
    client,
  }: Pick<ReturnType<typeof slackCalls>, 'post' | 'update'> & { readonly client: WebClient },
): Pick<Chat, 'sendNotice' | 'postAuditHead' | 'sendDigest' | 'showOverview'> {
  const texts = languages.workspace;
  return {
    async sendNotice(spot, notice, isRepeated) {
      const { noticeId, request } = notice;
      const turn = { ticket: noticeId, isUrgent: request.emergency };
      // With a person's id as the channel Slack writes into the direct message between the bot and
      // them, without im:write.
      if (spot.kind === 'direct') {
        return post(
          spot.slackUserId,
          await personalNotice(languages, isConfidential, spot.slackUserId, notice),
          turn,
        );
      }
      const { channel, ts: threadTs } = spot.kind === 'thread' ? spot.place : { ...spot, ts: null };
      const readerId = spot.kind === 'thread' ? spot.readerId : null;
      const message =
        readerId === null
          ? publicMessage(texts, notice, isConfidential)
          : noticeMessage(await languages.textsInTurn(readerId), notice, 'anybody');
      const carried = { notice_id: noticeId };
      const sought = { channel, carried, since: request.createdAt, threadTs };
      const found = isRepeated ? await findPosted(client, sought) : 'none';
      if (typeof found !== 'string') return found.isAstray ? astray(found.place) : ok(found.place);
      return post(channel, message, { ...turn, carried, threadTs, isOnlyInThread: true });
    },
    async postAuditHead(channel, head) {
      const text = texts.notices.auditHead({ count: head.position, head: signedHeadText(head) });
      return post(channel, { text, blocks: [section(text)] }, {});
    },
    async showOverview(channel, place, overview) {
      const message = overviewMessage(texts, overview, isConfidential);
      if (place === null) return post(channel, message, { isUrgent: true });
      const answer = await update(place, message);
      return answer.ok ? ok(place) : answer;
    },
    sendDigest: (channel, digest) =>
      post(channel, digestMessage(texts, digest, isConfidential), {}),
  };
}

function fingerprintOf(rendered: object): string {
  return createHash('sha256').update(JSON.stringify(rendered)).digest('hex');
}

/**
 * A reply that Slack posted into the channel, because the first message of its thread was deleted.
 */
const astray = (place: Place): Result<Place, ChatRefusal> =>
  refuse({ kind: 'thread-gone', code: 'thread_gone', place });

/** Either flag is enough: Slack leaves one or the other out for some kinds of channels. */
const channelFacts = z.object({
  id: z.string().optional(),
  is_ext_shared: z.boolean().optional(),
  is_pending_ext_shared: z.boolean().optional(),
});

/**
 * Whether a channel is shared with other companies. Throws `OutwardFailure` if Slack does not
 * answer: that is temporary, so the post waits. Missing scopes and unknown channels are permanent,
 * so they count as `unknown`. `shared` and `ours` are remembered for five minutes.
 */
export function channelSharing(
  client: WebClient,
  now: () => Date,
): (channel: string) => Promise<Sharing> {
  const remembered = rememberAnswers<string, Exclude<Sharing, 'unknown'>>(
    async (channel) => {
      const answer = await calling('conversations.info', () =>
        client.conversations.info({ channel }),
      );
      const facts = answer.ok ? channelFacts.safeParse(answer.value.channel).data : undefined;
      // The facts of another channel would let a card be posted where other companies read it.
      const isOfOther = facts?.id !== undefined && facts.id !== channel;
      const sharing = facts === undefined || isOfOther ? 'unknown' : sharingOf(facts);
      if (sharing === 'unknown') throw new NotTold();
      return sharing;
    },
    { forMs: 5 * 60_000, now },
  );
  return (channel) =>
    remembered(channel).catch((error: unknown) => {
      const isRefused = error instanceof OutwardFailure && error.kind === 'unauthorized';
      if (isRefused || error instanceof NotTold) return 'unknown';
      throw error;
    });
}

/** Slack answered but did not say whether the channel is shared. */
class NotTold extends Error {}

function sharingOf({
  is_ext_shared,
  is_pending_ext_shared,
}: z.output<typeof channelFacts>): Sharing {
  if (is_ext_shared === true || is_pending_ext_shared === true) return 'shared';
  return is_ext_shared === undefined && is_pending_ext_shared === undefined ? 'unknown' : 'ours';
}
