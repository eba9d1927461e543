import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import { type MessageReader, messageReader } from '../../domain/message/message-context.ts';
import type { Quotation } from '../../domain/message/message-object.ts';
import { saidIn, traitsOf } from '../../domain/message/notice.ts';
import type { Place } from '../../domain/message/place.ts';
import { ifNotTaken } from '../../domain/outward/outward-failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Chat, NoticeContext, NoticeSpot } from '../../use-cases/ports/chat-ports.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';
import { button, confirmedWhat, labelled } from '../action/buttons.ts';
import { confidentialWords, type IsConfidential } from '../card/standing-words.ts';
import type { Languages } from '../people/languages.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import type { SlackCalls } from '../platform/slack-calls.ts';
import {
  actionsBlock,
  capitalised,
  cutMarked,
  link,
  name,
  plain,
  section,
} from '../platform/text.ts';
import { calling } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { findPosted } from './find-posted.ts';
import { askedActions } from './notice-buttons.ts';
import { speechOf } from './phrase-words.ts';
import type { NoticeSpeech } from './speech.ts';

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
  const { post, client, languages, isConfidential, now } = posting;
  const { noticeId, request } = notice;
  const { channel } = spot;
  const message = publicMessage(languages.workspace, notice, isConfidential);
  const carried = { notice_id: noticeId };
  const sought = { now, channel, carried, since: request.createdAt, threadTs: null };
  const earlier = isRepeated ? await findPosted(client, sought) : 'none';
  if (typeof earlier !== 'string') return ok(earlier.place);
  const turn = { ticket: noticeId, isUrgent: request.emergency };
  return post(channel, message, { ...turn, carried });
}

type PublicSpot = Exclude<NoticeSpot, { kind: 'direct' | 'beside-card' }>;

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

/** The most characters of typed text in the words for screen readers and notifications. */
const spokenLength = 1_000;

/** A message to a person, in the words for them. */
export function noticeMessage(
  texts: Texts,
  context: NoticeContext,
  reader: MessageReader,
): RenderedMessage {
  const { body } = context;
  const speech = speechOf(texts, context, reader);
  const sentences = saidIn(body, speech.context)
    .map(speech.say)
    .filter((one) => one !== '');
  const { quotes } = traitsOf(body);
  const links = linksOf(speech);
  const words = [sentences.join(' '), ...(links === '' ? [] : [links])].join('\n');
  const typed = quotes === null ? '' : quotedIn(speech, quotes);
  // What was typed stands right below the sentence about it.
  const isApart = typed !== '' && links !== '';
  const rest = isApart ? [section(links)] : [];
  const quotation: KnownBlock[] =
    typed === '' ? [] : [{ type: 'section', text: plain(typed, limits.sectionText) }];
  // Screen readers and notifications get only this.
  const spoken = typed === '' ? [] : [name(typed, spokenLength)];
  return {
    text: cutMarked([words, ...spoken].join('\n'), limits.sectionText),
    blocks: [
      section(isApart ? sentences.join(' ') : words),
      ...quotation,
      ...rest,
      ...actionsBlock('notice', formButton(speech)),
    ],
  };
}

/** Only a form that is due has a button: it opens what the message asks for. */
function formButton({ texts, context }: NoticeSpeech): Button[] {
  const { body, task, request } = context;
  if (body.kind !== 'form-due' || isFormInConsole(task)) return [];
  const one = button(askedActions['fill-in'], texts.review.acts['fill-in'], request.id, 'primary');
  return [labelled(one, confirmedWhat(context))];
}

/** A message in a channel. A list hides the confidential ones of its requests. */
export function publicMessage(
  texts: Texts,
  context: NoticeContext,
  isConfidential: IsConfidential,
): RenderedMessage {
  const { body } = context;
  if ('about' in body) {
    const group = context.group.map((one) => ({
      ...one,
      isHidden: isConfidential(one.request.appId),
    }));
    return noticeMessage(texts, { ...context, group }, 'anybody');
  }
  const { readers } = traitsOf(body);
  if (readers === 'other-companies' || !isConfidential(context.request.appId))
    return noticeMessage(texts, context, 'anybody');
  const words = name(confidentialWords(texts, context));
  const { cardUrl: url } = context;
  const text = url === null ? words : `${words} · ${link(url, texts.notices.seeRequest)}`;
  return { text: words, blocks: [section(text)] };
}

/** Text that a person typed, shown as typed. */
function quotedIn({ texts, context }: NoticeSpeech, quotation: Quotation): string {
  switch (quotation.kind) {
    case 'own-words':
      return texts.refusals.changed.typed({ words: quotation.text });
    case 'justification':
      return context.request.justification;
  }
}

function linksOf({
  texts: { notices, home },
  context: { body, cardUrl, consoleUrl },
}: NoticeSpeech): string {
  const { links } = traitsOf(body);
  if (links === 'none') return '';
  // Sentences about a click link to the console themselves where that helps.
  const isConsoleLinked = links === 'request-and-console' && consoleUrl !== null;
  return [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(isConsoleLinked ? [link(consoleUrl, capitalised(home.console))] : []),
  ].join(' · ');
}
