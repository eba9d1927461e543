/** The window that shows a request whole. */
import type { ActionsBlock, ModalView, SectionBlock } from '@slack/types';
import { namedReviewers } from '../../domain/action/authorization.ts';
import { callNameOf } from '../../domain/people/identity-person.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { labelled } from '../action/buttons.ts';
import { actionsInConsoleWords, answerWords } from '../action/decided-field-words.ts';
import { asOfLine, modal } from '../modals.ts';
import { limits } from '../platform/limits.ts';
import {
  actionsBlock,
  cut,
  cutMarked,
  line,
  link,
  name,
  paragraph,
  plain,
  section,
  sound,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { actButton, decisionButtons, openActionForms } from './card-buttons.ts';
import { factWords, headerWords, recommendationWords } from './card-words.ts';
import { deadlineWords, standsWords } from './standing-words.ts';
import { subjectWords } from './task-words.ts';

/**
 * The most characters of a text and of a list: in the worst script this is within Slack's 250 KB a
 * view.
 */
const longestText = 24_000;
const longestList = 8_000;

interface Background {
  /** Names; empty if they are unknown. */
  readonly owners: readonly string[];
  /** When it was read. */
  readonly asOf: Date;
}

/**
 * Everything about a request, uncut, and all of its actions. `privateMetadata` names the message that was clicked.
 */
export function detailsModal(
  texts: Texts,
  card: CardModel,
  { owners, asOf }: Background,
  privateMetadata = '',
): ModalView {
  const { review } = texts;
  const { task, answers } = card;
  const people = namedReviewers(task, card.request);
  const answered = answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`);
  const advice =
    task.recommendation === null ? '' : recommendationWords(texts, task.recommendation);
  const blocks = [
    section([`*${name(headerWords(texts, card), 1_000)}*`, factWords(texts, card)].join('\n')),
    ...paragraph('state', isOpen(task) ? standsWords(texts, card) : ''),
    ...asOfLine(texts, asOf),
    ...line('deadline', deadlineWords(texts, card)),
    ...part(review.access, accessLines(card), longestList),
    ...part(review.why, task.justification.trim() || '–', longestText),
    ...part(review.answers, answered.join('\n'), longestList),
    ...elsewhereLines(texts, card),
    ...part(
      review.stepReviewers({ count: people.length }),
      people.map((one) => callNameOf(one) ?? one.id).join(', ') || '–',
      longestList,
    ),
    ...part(review.owners, owners.join(', '), longestList),
    ...part(review.recommendation, advice, longestList),
    ...part(review.insights, task.insights.join('\n'), longestList),
    ...actButtons(texts, card),
  ];
  return {
    ...modal(review.wholeTitle, texts.requestForm.close, blocks),
    private_metadata: privateMetadata,
  };
}

/** The actions that are not the bot's to carry out, in words, and where they are done. */
function elsewhereLines(texts: Texts, { offered, consoleUrl }: CardModel): SectionBlock[] {
  const linked = offered.decisions.flatMap(({ verb, link: why }) =>
    why === null ? [] : [verb.toUpperCase()],
  );
  const elsewhere = [...linked, ...offered.elsewhere];
  if (elsewhere.length === 0) return [];
  const lines = [
    `*${texts.review.actions}*`,
    actionsInConsoleWords(texts, elsewhere),
    ...(consoleUrl === null ? [] : [link(consoleUrl, texts.card.openInConsole)]),
  ];
  return [section(cutMarked(lines.join('\n'), 3_000))];
}

/**
 * Each decides on what this window shows: the request may have changed since the card. The person is
 * checked again at the click.
 */
function actButtons(texts: Texts, card: CardModel): ActionsBlock[] {
  const about = subjectWords(texts, card);
  const others = openActionForms(card).map((act) => actButton(texts, card, act));
  const elements = [...decisionButtons(texts, card), ...others];
  return actionsBlock(
    'acts',
    elements.map((one) => labelled(one, about)),
  );
}

/** The requested entitlements, one a line, with the service's descriptions. */
function accessLines({ task, request }: CardModel): string {
  const lines = task.entitlements.map((one) =>
    [one.name, one.description].filter((part) => part.trim() !== ''),
  );
  return lines.map((parts) => parts.join(': ')).join('\n') || request.entitlementName;
}

/** A heading and below it a text as it was typed; nothing for an empty one. */
function part(title: string, text: string, limit: number): SectionBlock[] {
  return text.trim() === '' ? [] : [section(`*${title}*`), ...pieces(text, limit)];
}

/**
 * The rest of the text if it fits, else up to a word that ends near the limit, never half a
 * character.
 */
const piece = /[\s\S]{1,3000}$|[\s\S]{1500,2999}\s|[\s\S]{1,3000}(?<![\uD800-\uDBFF])/g;

/** A long text in sections that fit. */
function pieces(text: string, limit: number): SectionBlock[] {
  const excerpts = cut(sound(text), limit).match(piece) ?? [];
  return excerpts.map((words) => ({ type: 'section', text: plain(words, limits.sectionText) }));
}
