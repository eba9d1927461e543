/** The messages to people and channels: sentences, typed text, links and buttons as blocks. */
import type { Button, KnownBlock } from '@slack/types';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { MessageReader } from '../../domain/message/message-context.ts';
import type { Quotation } from '../../domain/message/message-object.ts';
import { saidIn, traitsOf } from '../../domain/message/notice.ts';
import type { NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { button, confirmedWhat, labelled } from '../action/buttons.ts';
import { confidentialWords, type IsConfidential } from '../card/task-words.ts';
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
import { askedActions } from './notice-buttons.ts';
import { speechOf } from './phrase-words.ts';
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
