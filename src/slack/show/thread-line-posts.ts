/** The lines in the threads of cards, in words and blocks. */

import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { ok } from '../../domain/result.ts';
import type { LineChat, LineContent } from '../../use-cases/ports/contents/line-chat.ts';
import { confidentialWords, type IsConfidential } from '../card/standing-words.ts';
import { findPosted } from '../message/find-posted.ts';
import { speechOf } from '../message/phrase-words.ts';
import type { Languages } from '../people/languages.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { astray, type SlackCalls } from '../platform/slack-calls.ts';
import {
  capitalised,
  cutMarked,
  groupMention,
  link,
  name,
  plain,
  section,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';

interface LinePosting extends Pick<SlackCalls, 'post'> {
  readonly client: WebClient;
  readonly now: () => Date;
  readonly languages: Languages;
  readonly isConfidential: IsConfidential;
}

export function threadLinePosts(posting: LinePosting): LineChat {
  const { post, languages, isConfidential, client, now } = posting;
  return {
    async postLine({ channel, ts: threadTs }, content, claim) {
      const { cardId, readerId, request } = content.card;
      // Below a card in somebody's direct messages, in the language of that person.
      const texts = readerId === null ? languages.workspace : await languages.textsInTurn(readerId);
      const isHidden = readerId === null && isConfidential(request.appId);
      const message = isHidden ? hiddenLine(texts, content) : lineMessage(texts, content);
      const carried = { notice_id: claim };
      const isUrgent = request.emergency;
      return post(channel, message, {
        ticket: `${cardId} ${content.line.key}`,
        isUrgent,
        carried,
        threadTs,
        isOnlyInThread: true,
      });
    },
    async findLine({ channel, ts: threadTs }, { claim, since }) {
      const carried = { notice_id: claim };
      const earlier = await findPosted(client, { now, channel, carried, since, threadTs });
      if (typeof earlier === 'string') return null;
      return earlier.isAstray ? astray(earlier.place) : ok(earlier.place);
    },
  };
}

/** What the channel of a confidential app reads. */
function hiddenLine(texts: Texts, content: LineContent): RenderedMessage {
  const { card, cardUrl: url } = content;
  const words = `${onCallWords(content)}${name(confidentialWords(texts, card))}`;
  const text = url === null ? words : `${words} · ${link(url, texts.notices.seeRequest)}`;
  return { text: words, blocks: [section(text)] };
}

/** Who answers emergencies, before what they are called for; empty where nobody is called. */
function onCallWords({ line, card: { onCall } }: LineContent): string {
  return line.callsOnCall && onCall !== null ? `${groupMention(onCall)}: ` : '';
}

/** The most characters of typed text in the words for screen readers and notifications. */
const spokenLength = 1_000;

export function lineMessage(texts: Texts, content: LineContent): RenderedMessage {
  const { quote } = content.line;
  const typed = typedIn(texts, content);
  const quotation: KnownBlock[] =
    typed === '' ? [] : [{ type: 'section', text: plain(typed, limits.sectionText) }];
  const spoken = typed === '' ? [] : [name(typed, spokenLength)];
  // In a group's thread nobody would know which of its requests is meant.
  const isUnderCard = content.card.request.groupId === null;
  const body = section(lineWords(texts, content, isUnderCard));
  // A notification shows the text alone, so the text still says what it is about.
  const words = lineWords(texts, content, false);
  const isQuestion = quote?.kind === 'question';
  return {
    // The question comes first, because a notification shows only the beginning.
    text: cutMarked(
      (isQuestion ? [...spoken, words] : [words, ...spoken]).join('\n'),
      limits.sectionText,
    ),
    blocks: isQuestion ? [...quotation, body] : [body, ...quotation],
  };
}

function lineWords(texts: Texts, content: LineContent, isUnderCard: boolean): string {
  const { line, card, cardUrl, emergency } = content;
  const { request, task, period, lapse, mentions, away, consoleUrl } = card;
  const about = { request, task, period, lapse, mentions, away, consoleUrl, cardUrl, emergency };
  const { say } = speechOf(texts, { ...about, group: [], isUnderCard }, 'anybody');
  const sentences = line.says.map(say).filter((one) => one !== '');
  const { notices, home } = texts;
  const links = [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(consoleUrl === null ? [] : [link(consoleUrl, capitalised(home.console))]),
  ];
  const words = `${onCallWords(content)}${sentences.join(' ')}`;
  return [words, ...(isUnderCard ? [] : [links.join(' · ')])]
    .filter((one) => one !== '')
    .join('\n');
}

/** Text that a person typed, shown as typed. */
function typedIn({ card: words }: Texts, { line: { quote }, card }: LineContent): string {
  if (quote === null) return '';
  if (quote.kind === 'justification') return card.request.justification;
  return quote.kind === 'reason' ? words.reason({ reason: quote.text }) : quote.text;
}
