/** The lines in the threads of cards, in words and blocks. */

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
import { cutMarked, groupMention, link, name, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { linksOf, saidParts } from './asking-posts.ts';

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
      const { cardId, request } = content.card;
      const { workspace: texts } = languages;
      const isHidden = isConfidential(request.appId);
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

export function lineMessage(texts: Texts, content: LineContent): RenderedMessage {
  const { quote: own } = content.line;
  const { justification, groupId } = content.card.request;
  const quote =
    own?.kind === 'justification' ? ({ kind: 'words', text: justification } as const) : own;
  const partsOf = (isUnderCard: boolean) =>
    saidParts(texts, { ...lineWords(texts, content, isUnderCard), quote });
  return {
    // A notification shows the text alone, so the text still says what it is about.
    text: cutMarked(partsOf(false).spoken, limits.sectionText),
    // In a group's thread nobody would know which of its requests is meant.
    blocks: partsOf(groupId === null).blocks,
  };
}

function lineWords(texts: Texts, content: LineContent, isUnderCard: boolean) {
  const { line, card, cardUrl, emergency } = content;
  const { request, task, period, lapse, mentions, away, consoleUrl } = card;
  const about = { request, task, period, lapse, mentions, away, consoleUrl, cardUrl, emergency };
  const namedPeople = namesIn(content);
  const { say } = speechOf(texts, { ...about, group: [], isUnderCard, namedPeople }, 'anybody');
  const sentences = line.says.map(say).filter((one) => one !== '');
  return {
    said: `${onCallWords(content)}${sentences.join(' ')}`,
    below: isUnderCard ? [] : [linksOf(texts, about).join(' · ')],
  };
}

/** By Slack id: who acted, and the requester. */
function namesIn({ actorNames, card }: LineContent): ReadonlyMap<string, string> {
  const { request, requesterName } = card;
  const asker = request.requester?.userId;
  return asker === undefined || requesterName === ''
    ? actorNames
    : new Map([...actorNames, [asker, requesterName]]);
}
