import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { type ActionFormKind, actionForms } from '../../domain/action/action-form.ts';
import type { RequestField } from '../../domain/form/request-answers.ts';
import { PatternBudget } from '../../domain/text/foreign-text.ts';
import { durationWords } from '../card/task-words.ts';
import { answerBlock } from '../form/blocks/request-form-fields.ts';
import { modal, wordModal } from '../modals.ts';
import { limits } from '../platform/limits.ts';
import { cut, formInput, line, moment, option, plain, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { actLabel } from './buttons.ts';

/**
 * The id is from when only denials had a form: forms that are open while a new version starts still
 * find their listener.
 */
export const actFormId = 'review.deny';
export const actFields = {
  words: { block: 'reason', action: 'reason' },
  /** Only in the form of a denial; absent if access is to be taken away. */
  readyReasons: { block: 'ready-reasons', action: 'ready-reasons' },
  time: { block: 'time', action: 'time' },
  people: { block: 'people', action: 'people' },
  /** Only in a comment that is made of a message in a thread about several requests. */
  request: { block: 'request', action: 'request' },
} as const;

export interface ActionForm {
  readonly act: ActionFormKind;
  /** The requested access and the requester; for an answer, the question. */
  readonly what: string;
  /** The times to pick from, in seconds. */
  readonly times: readonly number[];
  /** Without words it cannot be submitted. */
  readonly mustSay: boolean;
  /** When the only reading arrived, where it is so old that it has to be confirmed. */
  readonly confirmedAsOf?: Date | null;
  /** For a form that is filled in. */
  readonly questions?: readonly RequestField[];
  /** Its task takes access away: none of the reasons to deny a request fits. */
  readonly takesAway?: boolean;
  /** The risk of what would be approved, in marked text; absent or empty where it is small. */
  readonly risk?: string;
  /** The message that becomes the comment. */
  readonly fromMessage?: FromMessage | undefined;
}

interface FromMessage {
  /** The text of the message, which the person may change. */
  readonly words: string;
  /**
   * Where its thread is about several, those to pick from: each with its number and what it asks
   * for. Empty if none of them can be shown any more; null where it is about one.
   */
  readonly requests: readonly { readonly id: string; readonly what: string }[] | null;
}

/**
 * Asks for everything that an action needs. `privateMetadata` names the action, the card, the step
 * and the message.
 */
export function actForm(
  texts: Texts,
  {
    act,
    what,
    times,
    mustSay,
    questions = [],
    confirmedAsOf = null,
    takesAway = false,
    risk = '',
    fromMessage,
  }: ActionForm,
  privateMetadata: string,
): ModalView {
  const { review } = texts;
  const { words, picksDuration, isFinal } = actionForms[act];
  const { title, submit } =
    fromMessage === undefined ? namesOf(texts, act, takesAway) : review.fromMessage;
  const requests = fromMessage?.requests ?? null;
  // Slack refuses a list without options, and a window with an empty text.
  if (requests?.length === 0) return wordModal(texts, title, review.fromMessage.gone);
  const elsewhere = questions.filter(({ type, required }) => type === 'console' && required);
  if (elsewhere.length > 0) {
    const answerBlocks = elsewhere.map((question) => answerBlock(texts, question, ''));
    return modal(title, texts.requestForm.close, answerBlocks);
  }
  const patterns = new PatternBudget();
  const hasReadyReasons = act === 'deny' && !takesAway;
  const blocks: KnownBlock[] = [
    requests === null
      ? { type: 'section', block_id: 'what', text: plain(what, limits.sectionText) }
      : requestField(texts, requests),
    ...line('risk', risk === '' ? '' : `⚠️ ${risk}`),
    ...line(
      'confirm',
      confirmedAsOf === null ? '' : review.confirmShown({ when: moment(confirmedAsOf) }),
    ),
    ...(picksDuration ? [timeField(texts, times)] : []),
    ...(act === 'reassign' ? [peopleField(texts)] : []),
    ...questions.map((question) => answerBlock(texts, question, '', { patterns })),
    ...(hasReadyReasons ? reasonFields(texts) : []),
    ...(hasReadyReasons || words === 'none'
      ? []
      : [wordsField(texts, act, mustSay, fromMessage?.words)]),
    ...line('final', isFinal ? review.cannotUndo : ''),
  ];
  return modal(title, texts.requestForm.cancel, blocks, {
    id: actFormId,
    submit,
    memory: privateMetadata,
  });
}

/** What stands above a form, and on its button. */
function namesOf(
  texts: Texts,
  act: ActionFormKind,
  takesAway: boolean,
): { readonly title: string; readonly submit: string } {
  const { review } = texts;
  const title = actLabel(texts, act, takesAway);
  const { approve } = takesAway ? review.removal : review;
  return { title, submit: act === 'approve' ? approve : title };
}

function requestField(
  { review }: Texts,
  requests: NonNullable<FromMessage['requests']>,
): InputBlock {
  const { block, action } = actFields.request;
  const options = requests.map(({ id, what }) => option(what, id));
  const element = { type: 'static_select' as const, action_id: action, options };
  return formInput(block, review.fromMessage.request, element);
}

const longestWords = 1_000;

function wordsInput(initial = '') {
  const words = cut(sound(initial).trim(), longestWords);
  return {
    type: 'plain_text_input' as const,
    action_id: actFields.words.action,
    multiline: true,
    max_length: longestWords,
    ...(words === '' ? {} : { initial_value: words }),
  };
}

function wordsField(
  { review }: Texts,
  act: ActionFormKind,
  mustSay: boolean,
  initial?: string,
): InputBlock {
  const { block } = actFields.words;
  const isTalk = act === 'ask' || act === 'answer' || act === 'comment';
  const more = { isOptional: !mustSay, hint: isTalk ? review.wordsHint : review.reasonHint };
  return formInput(block, isTalk ? review.words : review.reason, wordsInput(initial), more);
}

/** Slack cannot require one of two fields, so the submission is checked for one of them. */
function reasonFields({ review }: Texts): InputBlock[] {
  const { block, action } = actFields.readyReasons;
  const options = Object.entries(review.readyReasons).map(([key, words]) => option(words, key));
  const choices = { type: 'checkboxes' as const, action_id: action, options };
  const ownWords = { isOptional: true, hint: review.ownWordsHint };
  return [
    formInput(block, review.readyReason, choices, { isOptional: true }),
    formInput(actFields.words.block, review.ownWords, wordsInput(), ownWords),
  ];
}

/** The picked reasons, in the order of the form, and then what was typed. */
export function reasonOf({ review }: Texts, picked: readonly string[], typed: string): string {
  const ready = Object.entries(review.readyReasons).flatMap(([key, words]) =>
    picked.includes(key) ? [words] : [],
  );
  return [...ready, typed].filter((one) => one !== '').join(' ');
}

function timeField(texts: Texts, times: readonly number[]): InputBlock {
  const options = times
    .slice(0, limits.options)
    .map((seconds) => option(durationWords(texts, seconds), `${seconds}`));
  const { block, action } = actFields.time;
  return formInput(block, texts.requestForm.duration, {
    type: 'static_select',
    action_id: action,
    options,
  });
}

function peopleField({ review }: Texts): InputBlock {
  const { block, action } = actFields.people;
  const element = {
    type: 'multi_users_select' as const,
    action_id: action,
    max_selected_items: 10,
  };
  return formInput(block, review.newReviewers, element);
}
