import type { Button } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { MessageReader } from '../../domain/message/message-context.ts';
import {
  answersClick,
  isForAnybody,
  noticePhrases,
  noticeReader,
} from '../../domain/message/notice.ts';
import { ifNotTaken } from '../../domain/outward/outward-failure.ts';
import { ok } from '../../domain/result.ts';
import { nobodyReached } from '../../use-cases/ports/card-contents.ts';
import type { Chat, NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { askedActions, button, confirmedWhat, labelled } from '../action/buttons.ts';
import { confidentialWords, type IsConfidential } from '../card/standing-words.ts';
import { findPosted } from '../message/find-posted.ts';
import { speechOf, waitingLine } from '../message/phrase-words.ts';
import type { Languages } from '../people/languages.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import type { SlackCalls } from '../platform/slack-calls.ts';
import { actionsBlock, cutMarked, name, section } from '../platform/text.ts';
import { calling } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { linksOf, saidParts } from './asking-posts.ts';

interface NoticePosting extends Pick<SlackCalls, 'post'> {
  readonly client: WebClient;
  readonly languages: Languages;
  readonly isConfidential: IsConfidential;
  readonly now: () => Date;
}

/** Messages beside cards, posts and Home. */
export function noticePosts(posting: NoticePosting): Pick<Chat, 'sendNotice' | 'tellPerson'> {
  const { post, client, languages, isConfidential, now } = posting;
  return {
    async sendNotice(target, notice, isRepeated) {
      const { noticeId, request } = notice;
      const turn = { ticket: noticeId, isUrgent: request.emergency };
      if (target.kind === 'channel') {
        const { channel } = target;
        const carried = { notice_id: noticeId };
        const sought = { now, channel, carried, since: request.createdAt, threadTs: null };
        const earlier = isRepeated ? await findPosted(client, sought) : 'none';
        if (typeof earlier !== 'string') return ok(earlier.place);
        const message = publicMessage(languages.workspace, notice, isConfidential);
        return post(channel, message, { ...turn, carried });
      }
      const { slackUserId } = target;
      const texts = await languages.textsInTurn(slackUserId);
      const message = personalMessage(texts, notice, slackUserId, isConfidential);
      if (target.kind === 'beside-card') {
        const { channel } = target;
        const showing = () => client.chat.postEphemeral({ channel, user: slackUserId, ...message });
        const answer = await calling('chat.postEphemeral', showing, channel).catch(ifNotTaken);
        if (answer?.ok) return ok({ channel, ts: answer.value.message_ts ?? '' });
        // Not everybody who can open a channel is a member.
      }
      // With a person's id as the channel Slack writes into the direct message between the bot and
      // them, without im:write.
      return post(slackUserId, message, turn);
    },
    async tellPerson(slackUserId, words) {
      const { language } = await languages.textsInTurn(slackUserId);
      const text = words[language];
      return post(slackUserId, { text, blocks: [section(text)] }, {});
    },
  };
}

/** In the words for its reader, who may be a stranger that clicked: they learn only which app it is about. */
function personalMessage(
  texts: Texts,
  notice: NoticeContext,
  slackUserId: string,
  isConfidential: IsConfidential,
): RenderedMessage {
  const { body, request } = notice;
  if (body.kind === 'overdue') return publicMessage(texts, notice, isConfidential);
  const reader = noticeReader(body, request, slackUserId);
  const isStranger = reader === 'anybody' && answersClick(body);
  return noticeMessage(texts, notice, reader, isStranger && isConfidential(request.appId));
}

/** In a channel, and to the people of a tier, who may be neither reviewers nor administrators. */
export function publicMessage(
  texts: Texts,
  notice: NoticeContext,
  isConfidential: IsConfidential,
): RenderedMessage {
  const { body, request } = notice;
  const group = notice.group.map((one) => ({
    ...one,
    isHidden: isConfidential(one.request.appId),
  }));
  if (body.kind === 'overdue' || isForAnybody(body) || !isConfidential(request.appId))
    return noticeMessage(texts, { ...notice, group }, 'anybody');
  const { spoken: text, blocks } = saidParts(texts, {
    said: name(confidentialWords(texts, notice)),
    below: linksOf(texts, { ...notice, consoleUrl: null }),
    quote: null,
  });
  return { text, blocks };
}

/** The most lines of a list; the rest is only counted. */
const listedLines = 10;

export function noticeMessage(
  texts: Texts,
  notice: NoticeContext,
  reader: MessageReader,
  isHidden = false,
): RenderedMessage {
  const { body, group, cardUrl, consoleUrl, ...about } = notice;
  const { say } = speechOf(texts, { ...about, consoleUrl, ...nobodyReached, isHidden }, reader);
  const count = group.length - listedLines;
  // Each line of a list has its own link, and what answers a click links to the console where that helps.
  const hasLinks = body.kind !== 'overdue' && !isForAnybody(body);
  const links = linksOf(texts, { cardUrl, consoleUrl: answersClick(body) ? null : consoleUrl });
  const typedWords = body.kind === 'action-refused' ? body.typed : undefined;
  const { spoken, blocks } = saidParts(texts, {
    said: noticePhrases(body, { ...notice, reader })
      .map(say)
      .filter((one) => one !== '')
      .join(' '),
    below: [
      ...group.slice(0, listedLines).map((one) => waitingLine(texts, one)),
      count > 0 ? texts.lists.moreLeftOut({ count }) : '',
      hasLinks ? links.join(' · ') : '',
    ],
    quote:
      typedWords === undefined
        ? null
        : { kind: 'words', text: texts.refusals.changed.typed({ words: typedWords }) },
  });
  return {
    text: cutMarked(spoken, limits.sectionText),
    blocks: [...blocks, ...actionsBlock('notice', formButton(texts, notice))],
  };
}

/** Only a form that is due has a button: it opens what the message asks for. */
function formButton(texts: Texts, notice: NoticeContext): Button[] {
  const { body, task, request } = notice;
  if (body.kind !== 'form-due' || isFormInConsole(task)) return [];
  const one = button(askedActions['fill-in'], texts.review.acts['fill-in'], request.id, 'primary');
  return [labelled(one, confirmedWhat(notice))];
}
