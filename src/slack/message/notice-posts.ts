/** Messages beside cards and Home. */
import type { WebClient } from '@slack/web-api';
import { messageReader } from '../../domain/message/message-context.ts';
import { traitsOf } from '../../domain/message/notice.ts';
import type { Place } from '../../domain/message/place.ts';
import { ifNotTaken } from '../../domain/outward/outward-failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Chat, NoticeContext, NoticeSpot } from '../../use-cases/ports/chat-ports.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';
import type { IsConfidential } from '../card/task-words.ts';
import type { Languages } from '../people/languages.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import type { SlackCalls } from '../platform/slack-calls.ts';
import { section } from '../platform/text.ts';
import { calling } from '../platform/web-api-failure.ts';
import { findPosted } from './find-posted.ts';
import { noticeMessage, publicMessage } from './notice-messages.ts';

interface NoticePosting extends Pick<SlackCalls, 'post'> {
  readonly client: WebClient;
  readonly languages: Languages;
  readonly isConfidential: IsConfidential;
  readonly now: () => Date;
}

/** Messages beside cards and Home. */
export function noticePosts(posting: NoticePosting): Pick<Chat, 'sendNotice' | 'tellPerson'> {
  const { post, languages } = posting;
  return {
    async sendNotice(spot, notice, isRepeated) {
      if (spot.kind === 'beside-card') return sendBeside(posting, spot, notice);
      if (spot.kind !== 'direct') return sendPublicly(posting, spot, { notice, isRepeated });
      return sendDirectly(posting, spot.slackUserId, notice);
    },
    async tellPerson(slackUserId, words) {
      const { language } = await languages.textsInTurn(slackUserId);
      const text = words[language];
      return post(slackUserId, { text, blocks: [section(text)] }, {});
    },
  };
}

async function sendDirectly(
  posting: NoticePosting,
  slackUserId: string,
  notice: NoticeContext,
): Promise<Result<Place, ChatRefusal>> {
  const turn = { ticket: notice.noticeId, isUrgent: notice.request.emergency };
  // With a person's id as the channel Slack writes into the direct message between the bot and
  // them, without im:write.
  return posting.post(slackUserId, await personalNotice(posting, slackUserId, notice), turn);
}

/**
 * Shows it to the person beside the card that they clicked. If Slack refuses, it is a direct
 * message: not everybody who can open a channel is a member.
 */
async function sendBeside(
  posting: NoticePosting,
  { channel, slackUserId, threadTs }: Extract<NoticeSpot, { kind: 'beside-card' }>,
  notice: NoticeContext,
): Promise<Result<Place, ChatRefusal>> {
  const message = await personalNotice(posting, slackUserId, notice);
  const thread = threadTs === null ? {} : { thread_ts: threadTs };
  const showing = () =>
    posting.client.chat.postEphemeral({ channel, user: slackUserId, ...message, ...thread });
  const post = await calling('chat.postEphemeral', showing, channel).catch(ifNotTaken);
  if (!post?.ok) return sendDirectly(posting, slackUserId, notice);
  return ok({ channel, ts: post.value.message_ts ?? '' });
}

/** Posts into a channel, unless an earlier attempt did so already. */
async function sendPublicly(
  posting: NoticePosting,
  spot: PublicSpot,
  { notice, isRepeated }: { readonly notice: NoticeContext; readonly isRepeated: boolean },
): Promise<Result<Place, ChatRefusal>> {
  const { post, client, now } = posting;
  const { noticeId, request } = notice;
  const { channel } = spot;
  const message = publicNotice(posting, notice);
  const carried = { notice_id: noticeId };
  const sought = { now, channel, carried, since: request.createdAt, threadTs: null };
  const earlier = isRepeated ? await findPosted(client, sought) : 'none';
  if (typeof earlier !== 'string') return ok(earlier.place);
  const turn = { ticket: noticeId, isUrgent: request.emergency };
  return post(channel, message, { ...turn, carried });
}

type PublicSpot = Exclude<NoticeSpot, { kind: 'direct' | 'beside-card' }>;

/** In the workspace's language. */
function publicNotice(
  { languages, isConfidential }: NoticePosting,
  notice: NoticeContext,
): RenderedMessage {
  return publicMessage(languages.workspace, notice, isConfidential);
}

/** In the reader's language. The requester and the target are addressed as "you". */
async function personalNotice(
  { languages, isConfidential }: NoticePosting,
  readerId: string,
  notice: NoticeContext,
): Promise<RenderedMessage> {
  const texts = await languages.textsInTurn(readerId);
  const { readers } = traitsOf(notice.body);
  if (readers === 'escalation-tier') return publicMessage(texts, notice, isConfidential);
  const reader = messageReader(notice.request, readerId);
  // The person who clicked may be a stranger, who learns that the click was refused but not what
  // the request is about.
  const isStranger = reader === 'anybody' && readers === 'clicker';
  const isHidden = isStranger && isConfidential(notice.request.appId);
  return noticeMessage(texts, isHidden ? { ...notice, isHidden } : notice, reader);
}
