import type { CardModel } from '../../domain/card.ts';
import { isOpen } from '../../domain/task-snapshot.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { plainPeriodWords } from './duration-words.ts';
import { accessName, outcomeWords } from './task-words.ts';
import { cut, groupMention, name, oneLine } from './text.ts';

/** So much of a person's name: what is asked for needs the rest of the header. */
const nameLength = 35;

/** "⏳ Ben Okafor wants GitHub · Platform: write for 1 hour": in plain text, cut within what is asked for, never the time. */
export function headerWords(texts: Texts, card: CardModel): string {
  const sentence = (what: string) => sentenceOf(texts, card, what);
  const what = oneLine(whatOf(card));
  return sentence(cut(what, limits.headerText - sentence('').length));
}

function sentenceOf(texts: Texts, card: CardModel, what: string): string {
  const { header } = texts.card;
  const { task, grant } = card;
  const asked = askedParts(texts, card, what, (text) => cut(oneLine(text), nameLength));
  if (isOpen(task)) return task.emergency ? `🚨 ${header.needs(asked)}` : `⏳ ${header.wants(asked)}`;
  if (task.outcome === 'granted') {
    const held = { ...asked, what, who: cut(oneLine(holderName(texts, card)), nameLength) };
    return grant !== null && grant.endedAt !== null ? `⌛ ${header.had(held)}` : `✅ ${header.has(held)}`;
  }
  const outcome = cut(oneLine(outcomeWords(texts, task.outcome)), nameLength);
  return `${symbols.get(task.outcome) ?? '⌛'} ${header.wanted({ ...asked, outcome })}`;
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['denied', '⛔'],
  ['error', '⚠️'],
]);

/** Calls on-call in one line of marked text, in which what was typed is only text. */
export function onCallWords(texts: Texts, card: CardModel, group: string): string {
  const parts = askedParts(texts, card, name(whatOf(card), 300), (text) => name(text, 80));
  const why = card.task.justification.trim() === '' ? '' : ` ${name(card.task.justification, 500)}`;
  return `${texts.card.onCall({ group: groupMention(group), ...parts })}${why}`;
}

function askedParts(texts: Texts, card: CardModel, what: string, shown: (text: string) => string) {
  const { task, request, target } = card;
  return {
    who: shown(card.requesterName),
    what: target === null ? what : texts.card.header.forSomebody({ what, target: shown(holderName(texts, card)) }),
    period: plainPeriodWords(texts, request, task.grantDurationSeconds ?? request.durationSeconds),
  };
}

function holderName({ card: words }: Texts, { target, requesterName }: CardModel): string {
  return target === null ? requesterName : (target.name ?? words.somebodyElse);
}

function whatOf({ task, request }: CardModel): string {
  return accessName(task) || `${request.appName} · ${request.entitlementName}`;
}
