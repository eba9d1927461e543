import type { ModalView, SectionBlock } from '@slack/types';
import type { CardModel } from '../../domain/card.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { momentOf, recommendationWords, riskWords, targetWords } from './card-facts.ts';
import { answerWords } from './card-why.ts';
import { durationWords } from './duration-words.ts';
import { cut, marked, mention, name, plain } from './text.ts';

/** So much of a text, and of a list, a modal holds: in the worst script this is within Slack's 250 KB a view. */
const longestText = 24_000;
const longestList = 8_000;

/** Everything that is known of a request. `owners`: names, empty where they are not known. */
export function detailsModal(texts: Texts, card: CardModel, owners: readonly string[]): ModalView {
  const { review } = texts;
  const { task, answers } = card;
  const people = task.stepApprovers.map((person) => person.name);
  return {
    type: 'modal',
    title: plain(review.wholeTitle, limits.modalTitle),
    close: plain(review.close, limits.modalTitle),
    blocks: [
      { type: 'section', fields: facts(texts, card).map((fact) => marked(fact, limits.fieldText)) },
      ...part(review.access, accessLines(card), longestList),
      ...part(review.why, task.justification.trim() === '' ? '–' : task.justification, longestText),
      ...part(
        review.answers,
        answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`).join('\n'),
        longestList,
      ),
      ...part(review.stepReviewers({ count: people.length }), people.join(', ') || '–', longestList),
      ...part(review.owners, owners.join(', '), longestList),
      ...part(review.insights, task.insights.join('\n'), longestList),
    ],
  };
}

/** What is asked for, one a line, with what the service says it is. */
function accessLines({ task, request }: CardModel): string {
  const lines = task.entitlements.map((one) => [one.name, one.description].filter((part) => part.trim() !== ''));
  return lines.map((parts) => parts.join(': ')).join('\n') || request.entitlementName;
}

function facts(texts: Texts, card: CardModel): readonly string[] {
  const { review } = texts;
  const { task, request } = card;
  const risk = riskWords(texts, task);
  const lastUsed = momentOf(texts, task.lastUsedAt);
  const { recommendation } = task;
  return [
    fact(review.askedBy, mention(request.requester.userId)),
    fact(review.target, targetWords(texts, card)),
    fact(review.app, name(task.appName.trim() || request.appName)),
    fact(review.howLong, durationWords(texts, task.grantDurationSeconds ?? request.durationSeconds)),
    ...(task.emergency ? [fact(review.emergency, review.emergencyYes)] : []),
    ...(risk === null ? [] : [fact(review.risk, risk)]),
    ...(lastUsed === null ? [] : [fact(review.lastUsed, lastUsed)]),
    ...(recommendation === null ? [] : [fact(review.recommendation, recommendationWords(texts, recommendation))]),
  ];
}

function fact(label: string, value: string): string {
  return `*${label}*\n${value}`;
}

/** A heading and below it a text as it was typed; nothing for an empty one. */
function part(heading: string, text: string, limit: number): SectionBlock[] {
  if (text.trim() === '') return [];
  return [{ type: 'section', text: marked(`*${heading}*`) }, ...pieces(text, limit)];
}

/** A long text in sections that fit, none of them ending inside a character. */
function pieces(text: string, limit: number): SectionBlock[] {
  const found: SectionBlock[] = [];
  let rest = cut(text, limit);
  while (rest !== '') {
    const end = pieceEnd(rest);
    found.push({ type: 'section', text: plain(rest.slice(0, end), limits.sectionText) });
    rest = rest.slice(end);
  }
  return found;
}

/** After a word where there is one near, so that a text reads on. */
function pieceEnd(text: string): number {
  if (text.length <= limits.sectionText) return text.length;
  const space = text.lastIndexOf(' ', limits.sectionText - 1);
  if (space > limits.sectionText / 2) return space + 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(limits.sectionText - 1)) ? limits.sectionText - 1 : limits.sectionText;
}
