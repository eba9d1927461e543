/** The messages to people and channels: sentences, typed text, links and buttons as blocks. */
import type { KnownBlock } from '@slack/types';
import { remindedPhrase, waitingHeading } from '../../domain/message/kinds/undecided-messages.ts';
import type { MessageReader } from '../../domain/message/message-context.ts';
import type { Quotation } from '../../domain/message/message-object.ts';
import { saidIn, traitsOf } from '../../domain/message/notice.ts';
import type { NoticeContext, NoticeSubject } from '../../use-cases/ports/chat-ports.ts';
import { confidentialWords, type IsConfidential } from '../card/task-words.ts';
import { reviewBlocks } from '../card/waiting/waiting-review.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import {
  actionsBlock,
  capitalised,
  cutMarked,
  link,
  name,
  plain,
  section,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { buttonsOf } from './notice-buttons.ts';
import { speechOf } from './phrase-words.ts';
import { listedLines, settledLine, waitingLine } from './request-list-words.ts';
import type { NoticeSpeech } from './speech.ts';

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
  const { buttons: offers, quotes } = traitsOf(body);
  const links = linksOf(speech);
  const words = [sentences.join(' '), ...(links === '' ? [] : [links])].join('\n');
  const typed = quotes === null ? '' : quotedIn(speech, quotes);
  const buttons = context.offered.flatMap((offer) => buttonsOf(speech, body, offer));
  const buttonsBlock = actionsBlock('notice', buttons);
  const isForDecision = offers.includes('decide') && context.group.length > 0;
  // What was typed stands right below the sentence about it.
  const isApart = typed !== '' && links !== '';
  const blocks: KnownBlock[] = isForDecision
    ? reminderBlocks(speech, buttonsBlock)
    : [section(isApart ? sentences.join(' ') : words)];
  const rest = isApart ? [section(links)] : [];
  const quotation: KnownBlock[] =
    typed === '' ? [] : [{ type: 'section', text: plain(typed, limits.sectionText) }];
  // Screen readers and notifications get only this.
  const spoken = typed === '' ? [] : [name(typed, spokenLength)];
  return {
    text: cutMarked([words, ...spoken].join('\n'), limits.sectionText),
    blocks: [...blocks, ...quotation, ...rest, ...buttonsBlock],
  };
}

/**
 * As many requests of a reminder as fit, each with the facts for a decision, then the number of the
 * others.
 *
 * @param below the blocks that follow and need room, too
 */
function reminderBlocks(speech: NoticeSpeech, below: readonly KnownBlock[]): KnownBlock[] {
  const { texts, context, say } = speech;
  const { group, settled } = context;
  const [single, ...others] = group;
  const above = others.length === 0 ? say(remindedPhrase(single?.reminded)) : '';
  const heading = [above, say(waitingHeading('reminder', group))].filter((one) => one !== '');
  const blocks: KnownBlock[] = [section(heading.join(' '))];
  const roomForTheRest = 300 + JSON.stringify(below).length;
  let count = 0;
  for (const subject of group.slice(0, listedLines)) {
    const { review = null } = subject;
    const again = above === '' ? say(remindedPhrase(subject.reminded)) : '';
    const request =
      review === null ? [section(waitingLine(texts, subject))] : reviewBlocks(texts, review);
    const more = [...(again === '' ? [] : [section(again)]), ...request];
    const size = JSON.stringify([...blocks, ...more]).length;
    if (count > 0 && size + roomForTheRest > limits.blocksPayload) break;
    blocks.push(...more);
    count += 1;
  }
  const remaining = group.length - count;
  if (remaining > 0) blocks.push(section(texts.lists.moreLeftOut({ count: remaining })));
  const lines = settled.slice(0, listedLines).map((one) => settledLine(speech, one));
  return lines.length === 0 ? blocks : [...blocks, section(lines.join('\n'))];
}

/** A message in a channel. A list hides the confidential ones of its requests. */
export function publicMessage(
  texts: Texts,
  context: NoticeContext,
  isConfidential: IsConfidential,
): RenderedMessage {
  const { body } = context;
  if ('about' in body) {
    const hidden = <Subject extends NoticeSubject>(one: Subject): Subject => ({
      ...one,
      isHidden: isConfidential(one.request.appId),
    });
    const [group, settled] = [context.group.map(hidden), context.settled.map(hidden)];
    return noticeMessage(texts, { ...context, group, settled }, 'anybody');
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
    case 'words':
      return quotation.text;
    case 'own-words':
      return texts.refusals.changed.typed({ words: quotation.text });
    case 'justification':
      return context.request.justification;
  }
}

function linksOf({
  texts: { notices, home },
  context: { body, cardUrl, consoleUrl, isUnderCard },
}: NoticeSpeech): string {
  const { links } = traitsOf(body);
  if (links === 'none' || isUnderCard === true) return '';
  // Sentences about a click link to the console themselves where that helps.
  const isConsoleLinked = links === 'request-and-console' && consoleUrl !== null;
  return [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(isConsoleLinked ? [link(consoleUrl, capitalised(home.console))] : []),
  ].join(' · ');
}
