import { createHash } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { CardModel } from '../domain/card.ts';
import { ok, type Result } from '../domain/result.ts';
import { signedHeadText } from '../use-cases/audit-chain.ts';
import type { Chat, ChatRefusal, Place, Sharing } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import type { Languages } from './languages.ts';
import type { Pacer } from './pacer.ts';
import { confidentialCard, publicMessage } from './surfaces/confidential.ts';
import { homeView } from './surfaces/home.ts';
import { noticeMessage } from './surfaces/notice-messages.ts';
import { digestMessage, noticeReader } from './surfaces/notice-words.ts';
import { type RenderedMessage, taskCard } from './surfaces/task-card.ts';
import type { IsConfidential } from './surfaces/task-words.ts';
import { section } from './surfaces/text.ts';
import type { Texts } from './texts/texts.ts';
import { calling } from './web-api-failure.ts';

/** Under which name a message carries our id, so that a lost answer can be looked up. */
const cardEvent = 'access_card';

const historyScopes: ReadonlySet<string> = new Set(['channels:history', 'groups:history', 'im:history']);

const quiet = { unfurl_links: false, unfurl_media: false } as const;

/** Slack takes 50 updates a minute and more (slack.md, Limits): a click shows at once, and what came of it, too. */
const updatesAtOnce = 10;

/** Slack as the use cases' chat, through the background client. */
export function createChat(
  client: WebClient,
  pacer: Pacer,
  languages: Languages,
  now: () => Date,
  isConfidential: IsConfidential = () => false,
): Chat {
  /** What one person reads is in their language, what many read in the workspace's. */
  const textsFor = (readerId: string | null) => (readerId === null ? languages.workspace : languages.textsOf(readerId));

  const cardMessage = (texts: Texts, card: CardModel) =>
    isConfidential(card.request.appId) ? confidentialCard(texts, card) : taskCard(texts, card);

  const post = (channel: string, message: RenderedMessage, extra: PostExtra) =>
    postMessage(client, pacer, channel, { ...message, ...extra });

  const update = async (place: Place, message: RenderedMessage) => {
    await pacer.turn(`update:${place.channel}`, updatesAtOnce);
    return calling('chat.update', () => client.chat.update({ ...place, ...message }));
  };

  const direct = async (...[slackUserId, body, context]: Parameters<Chat['sendDirect']>) =>
    noticeMessage(await languages.textsOf(slackUserId), body, context, noticeReader(context.request, slackUserId));

  return {
    sharing: channelSharing(client, now),
    fingerprint: (card) => fingerprintOf(cardMessage(languages.workspace, card)),
    postCard: async (channel, card, threadTs) =>
      post(channel, cardMessage(await textsFor(card.readerId), card), {
        ...(threadTs === null ? {} : { thread_ts: threadTs }),
        metadata: { event_type: cardEvent, event_payload: { card_id: card.cardId } },
      }),
    updateCard: async (place, card) => update(place, cardMessage(await textsFor(card.readerId), card)),
    findCard: (...card) => findCard(client, ...card),
    deleteMessage: (place) => calling('chat.delete', () => client.chat.delete({ ...place })),
    async permalink(place) {
      const answer = await calling('chat.getPermalink', () =>
        client.chat.getPermalink({ channel: place.channel, message_ts: place.ts }),
      );
      return answer.ok ? (answer.value.permalink ?? null) : null;
    },
    // With a person's id as the channel Slack writes into the direct message between the bot and them, without im:write.
    sendDirect: async (...notice) => post(notice[0], await direct(...notice), {}),
    updateDirect: async (place, ...notice) => update(place, await direct(...notice)),
    async sendEphemeral(to, body, context) {
      const message = noticeMessage(await languages.textsOf(to.slackUserId), body, context, 'anybody');
      const where = { channel: to.channel, user: to.slackUserId };
      return calling('chat.postEphemeral', () => client.chat.postEphemeral({ ...where, ...message }));
    },
    ...publicNotices(languages, isConfidential, post),
    async postAuditHead(channel, head) {
      const text = languages.workspace.notices.auditHead({ count: head.position, head: signedHeadText(head) });
      return post(channel, { text, blocks: [section(text)] }, {});
    },
    sendDigest: (channel, digest) => post(channel, digestMessage(languages.workspace, digest, isConfidential), {}),
    async publishHome(slackUserId, home, before) {
      const view = homeView(await languages.textsOf(slackUserId), home);
      const fingerprint = fingerprintOf(view);
      if (fingerprint === before) return ok(before);
      const answer = await calling('views.publish', () => client.views.publish({ user_id: slackUserId, view }));
      return answer.ok ? ok(fingerprint) : answer;
    },
  };
}

/** Messages that many read, and those in the thread of a card in somebody's direct messages. */
function publicNotices(
  languages: Languages,
  isConfidential: IsConfidential,
  post: (channel: string, message: RenderedMessage, extra: PostExtra) => Promise<Result<Place, ChatRefusal>>,
): Pick<Chat, 'sendToChannel' | 'sendThread'> {
  return {
    async sendToChannel(channel, body, context) {
      return post(channel, publicMessage(languages.workspace, body, context, isConfidential), {});
    },
    async sendThread(place, body, context, readerId) {
      const message =
        readerId === null
          ? publicMessage(languages.workspace, body, context, isConfidential)
          : noticeMessage(await languages.textsOf(readerId), body, context, 'anybody');
      return post(place.channel, message, { thread_ts: place.ts });
    },
  };
}

function fingerprintOf(rendered: object): string {
  return createHash('sha256').update(JSON.stringify(rendered)).digest('hex');
}

const posted = z.object({ channel: z.string(), ts: z.string() });

async function postMessage(
  client: WebClient,
  pacer: Pacer,
  channel: string,
  message: RenderedMessage & PostExtra,
): Promise<Result<Place, ChatRefusal>> {
  await pacer.turn(channel);
  const posting = () => client.chat.postMessage({ channel, ...message, ...quiet });
  const answer = await calling('chat.postMessage', posting);
  return answer.ok ? ok(posted.parse(answer.value)) : answer;
}

async function findCard(
  client: WebClient,
  ...[channel, cardId, since, threadTs]: Parameters<Chat['findCard']>
): ReturnType<Chat['findCard']> {
  const probe = await calling('auth.test', () => client.auth.test());
  const scopes = probe.ok ? (probe.value.response_metadata?.scopes ?? []) : [];
  if (!scopes.some((scope) => historyScopes.has(scope))) return 'cannot-look';
  const oldest = String(Math.floor(since.getTime() / 1000) - 60);
  const range = { channel, oldest, limit: 200, include_all_metadata: true };
  const history =
    threadTs === null
      ? await calling('conversations.history', () => client.conversations.history(range))
      : await calling('conversations.replies', () => client.conversations.replies({ ...range, ts: threadTs }));
  if (!history.ok) return 'cannot-look';
  const found = history.value.messages?.find(
    (message) =>
      message.metadata?.event_type === cardEvent &&
      message.metadata.event_payload !== undefined &&
      'card_id' in message.metadata.event_payload &&
      message.metadata.event_payload.card_id === cardId,
  );
  return found?.ts === undefined ? 'none' : { channel, ts: found.ts };
}

interface PostExtra {
  readonly thread_ts?: string;
  readonly metadata?: { readonly event_type: string; readonly event_payload: { readonly card_id: string } };
}

const channelFacts = z.object({ is_ext_shared: z.boolean(), is_pending_ext_shared: z.boolean() });

/** Whether a channel is shared with other companies. An answer is remembered for some minutes, a failure is not. */
export function channelSharing(client: WebClient, now: () => Date): (channel: string) => Promise<Sharing> {
  const remembered = rememberAnswers<string, Sharing>(
    async (channel) => {
      const facts = channelFacts.parse((await client.conversations.info({ channel })).channel);
      return facts.is_ext_shared || facts.is_pending_ext_shared ? 'shared' : 'ours';
    },
    { forMs: 5 * 60_000, now },
  );
  return (channel) => remembered(channel).catch(() => 'unknown');
}
