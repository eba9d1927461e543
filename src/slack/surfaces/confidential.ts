import type { NoticeBody } from '../../domain/notice.ts';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { CardModel } from '../../use-cases/card-model.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { noticeMessage } from './notice-messages.ts';
import { cardButtons, type RenderedMessage, taskCard } from './task-card.ts';
import { confidentialWords, decisionOfStep, type IsConfidential } from './task-words.ts';
import { groupMention, link, name, plain, section } from './text.ts';

/** Its buttons check the person; the rest of it is behind one of them. */
export function confidentialCard(texts: Texts, card: CardModel): RenderedMessage {
  // In direct messages everything is shown.
  if (card.readerId !== null) return taskCard(texts, card);
  const isActing = isOpen(card.task) && decisionOfStep(card) !== undefined;
  const words = `${confidentialWords(texts, card)}${isActing ? ` · ${texts.card.confidential.deciding}` : ''}`;
  const call =
    card.onCall === null || !isOpen(card.task) ? [] : [section(`${groupMention(card.onCall)}: ${name(words)}`)];
  const header = { type: 'header' as const, block_id: 'card.title', text: plain(words, limits.headerText) };
  return { text: name(words), blocks: [header, ...call, cardButtons(texts, card)] };
}

/** A message in a channel or a thread; one that lists several requests hides those that are confidential. */
export function publicMessage(
  texts: Texts,
  body: NoticeBody,
  context: NoticeContext,
  isConfidential: IsConfidential,
): RenderedMessage {
  if ('about' in body) {
    const group = context.group.map((one) => ({ ...one, isHidden: isConfidential(one.request.appId) }));
    return noticeMessage(texts, body, { ...context, group }, 'anybody');
  }
  if (!isConfidential(context.request.appId)) return noticeMessage(texts, body, context, 'anybody');
  const words = name(confidentialWords(texts, context));
  const isCall = body.kind === 'emergency-waiting' && context.emergency.onCall !== null;
  const called = isCall ? `${groupMention(context.emergency.onCall ?? '')}: ${words}` : words;
  const url = context.card?.permalink ?? null;
  const text = url === null ? called : `${called} · ${link(url, texts.notices.seeRequest)}`;
  return { text: called, blocks: [section(text)] };
}
