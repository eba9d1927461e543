/**
 * What a card offers: decisions, details, and a menu with the other actions. Long because the
 * question before a decision stands beside its button.
 */

import type { ActionsBlock, Button, ConfirmationDialog, Overflow } from '@slack/types';
import { type ActionFormKind, actionForms, isSetUp } from '../../domain/action/action-form.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { actLabel } from '../action/action-form-modal.ts';
import { actingValue, button, confirmation, labelled, writeCardValue } from '../action/buttons.ts';
import { actionWords, decidedFieldWords } from '../action/decided-field-words.ts';
import { limits } from '../platform/limits.ts';
import { capitalised, cut, oneLine, option, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { durationWords } from './duration-words.ts';
import { decisionOfStep } from './standing-words.ts';
import { accessName, riskWord } from './task-words.ts';

export const cardActions = {
  approve: 'review.approve',
  deny: 'review.deny',
  decideInConsole: 'review.in-console',
  details: 'card.details',
  more: 'card.more',
} as const;

export interface ButtonWords {
  /** The label of the button that opens everything. */
  readonly details: string;
  /** What screen readers say after the label of each button. */
  readonly about: string;
  /** The readers may know no more than `about`, so no dialog says more either. */
  readonly isHidden?: boolean;
}

/** All that can be done. Everybody sees the buttons; the person is checked at the click. */
export function cardButtons(
  texts: Texts,
  card: CardModel,
  { details, about, isHidden = false }: ButtonWords,
): ActionsBlock {
  const value = actingValue(card);
  const options = menuOf(texts, card, !isTooLong(value));
  const menu: Overflow = { type: 'overflow', action_id: cardActions.more, options };
  const buttons = [
    ...decisionButtons(texts, card, isHidden ? unseenConfirmation(texts, about) : undefined),
    ...lessTimeButton(texts, card),
    ...setUpButtons(texts, card),
    ...consoleButtons(texts, card),
    detailsButton(card, details),
  ].map((one) => labelled(one, about));
  const elements = [...buttons, ...(options.length === 0 ? [] : [menu])];
  return { type: 'actions', block_id: isTooLong(value) ? 'card.actions' : value, elements };
}

/** The button that opens everything known about the request. */
export function detailsButton(card: CardModel, label: string): Button {
  return button(
    cardActions.details,
    label,
    writeCardValue({ card: card.cardId, step: '', shown: null }),
  );
}

/**
 * Approve and Deny, until the step is decided.
 *
 * @param question what is asked before every approval, in the place of what the request calls for
 */
export function decisionButtons(
  texts: Texts,
  card: CardModel,
  question?: ConfirmationDialog,
): Button[] {
  const { consoleUrl: url, offered, task } = card;
  if (card.task.currentStepId === null || decisionOfStep(card) !== undefined) return [];
  const value = actingValue(card);
  return offered.decisions.flatMap(({ verb, link: why }): Button[] => {
    const isRemoval = task.takesAway === true;
    const style = decisionStyles[isRemoval ? 'removal' : 'grant'][verb];
    const words = isRemoval ? texts.review.removal : texts.review;
    const asks = verb === 'approve' ? questionBefore(texts, card, question) : {};
    const decides = { ...button(cardActions[verb], words[verb], value, style), ...asks };
    if (why === null) return isTooLong(value) ? [] : [decides];
    return url === null ? [] : [linkButton(verb, texts.card[`${verb}InConsole`], url, style)];
  });
}

/** Begins the ids of buttons that open the form of an act: this and the act. */
export const listedForm = 'act.';

/**
 * *Approve for less time*, beside *Approve*: nobody looks for it in a menu. Its form says what the
 * risk is.
 */
export function lessTimeButton(texts: Texts, card: CardModel): Button[] {
  const act = 'approve-for-less';
  const value = actingValue(card);
  if (isTooLong(value) || !openActionForms(card).includes(act)) return [];
  return [button(`${listedForm}${act}`, actLabel(texts, act), value)];
}

/** Asks for confirmation before access is taken away: from whom, what, and what goes with it. */
function removalConfirmation(texts: Texts, card: CardModel): ConfirmationDialog {
  const { task, request } = card;
  const { approve, warning, takesAlong } = texts.review.removal;
  const who = cut(oneLine(task.target?.name ?? capitalised(texts.card.somebodyElse)), 40);
  const access = accessName(task) || `${request.appName} · ${request.entitlementName}`;
  const lost = warning({ who, what: cut(oneLine(access), 60) });
  const names = decidedFieldWords.alsoTaken(texts, card);
  const text = names === '' ? lost : `${lost} ${takesAlong({ names })}`;
  return confirmation(texts, approve, text, approve);
}

/** Red buttons end a request, or take access away. */
const decisionStyles = {
  grant: { approve: 'primary', deny: 'danger' },
  removal: { approve: 'danger', deny: undefined },
} as const;

/** Short enough to leave room for the rest of a dialog. */
const confirmedLength = 80;
const changedLength = 40;

/** The confirmation of *Approve*, if a careless click would do great harm; otherwise nothing. */
function questionBefore(
  texts: Texts,
  card: CardModel,
  question: ConfirmationDialog | undefined,
): Pick<Button, 'confirm'> {
  if (question !== undefined) return { confirm: question };
  if (card.task.takesAway === true) return { confirm: removalConfirmation(texts, card) };
  if (card.change !== null) return { confirm: changeConfirmation(texts, card, card.change) };
  return card.isConfirmed ? { confirm: approvalConfirmation(texts, card) } : {};
}

/** Asks before somebody approves on a card that does not say what. */
function unseenConfirmation(texts: Texts, what: string): ConfirmationDialog {
  const { approve, confirm } = texts.review;
  const question = confirm.unseen({ what, details: texts.card.showDetails });
  return confirmation(texts, confirm.title, question, approve);
}

/**
 * Asks before something is approved that changed since somebody wanted to approve it: what changed,
 * and what it is now.
 */
function changeConfirmation(
  texts: Texts,
  card: CardModel,
  { fields = [], late }: Refusal,
): ConfirmationDialog {
  const { review, refusals } = texts;
  const { confirmChanged, confirm } = review;
  const isLate = late !== undefined;
  const excerpt = (words: string): string => cut(sound(words), changedLength);
  const changes = fields.map((field) => refusals.changed[field]);
  const present = confirmChanged.now({
    what: excerpt(accessName(card.task)),
    who: excerpt(decidedFieldWords.target(texts, card)),
    period: excerpt(decidedFieldWords.duration(texts, card)),
  });
  const risk = card.isConfirmed ? [`${riskWords(texts, card)}.`] : [];
  // The dialog is cut at its end, where the least important sentences stand.
  const end = isLate ? [confirmChanged.late({ duration: durationWords(texts, late.seconds) })] : [];
  const title = isLate ? confirm.title : confirmChanged.title;
  const sentences = [...end, present, ...risk, ...changes];
  return confirmation(texts, title, sentences.join(' '), review.approve);
}

/** Asks before something critical is approved: what, for whom, and how great the risk is. */
function approvalConfirmation(texts: Texts, card: CardModel): ConfirmationDialog {
  const { task } = card;
  const { approve, confirm } = texts.review;
  const excerpt = (words: string): string => cut(sound(words), confirmedLength);
  const what = excerpt(accessName(task));
  const who = excerpt(decidedFieldWords.target(texts, card));
  const question = confirm.question({ what, who, risk: riskWords(texts, card) });
  return confirmation(texts, confirm.title, question, approve);
}

function riskWords(texts: Texts, { task, riskName }: CardModel): string {
  const level = riskWord(texts, task.entitlements[0]?.riskLevel ?? '', riskName);
  if (level === null) return texts.review.confirm.unknownRisk;
  return texts.card.risk({ risk: cut(sound(level), confirmedLength) });
}

/** The ids of the links to the console. */
export const consoleButtonIds: readonly string[] = ['approve', 'deny', 'action-0', 'action-1'].map(
  (name) => `${cardActions.decideInConsole}.${name}`,
);

/** How many links are on the face of a card whose actions can be taken in the console only. */
const mostOnFace = 2;
const firstOnFace: readonly string[] = ['APPROVE', 'DENY', 'APPROVE_WITH_STEP_UP'];

/**
 * The actions on the face of a card whose actions can be taken in the console only, decisions
 * first. Nobody looks for *Approve* in a menu.
 */
function actionsOnFace(card: CardModel): readonly string[] {
  const { task, offered } = card;
  const isDoneHere = offered.decisions.length > 0 || offered.acts.length > 0;
  if (isDoneHere || !isOpen(task) || decisionOfStep(card) !== undefined) return [];
  const decisions = firstOnFace.filter((action) => offered.elsewhere.includes(action));
  return [...new Set([...decisions, ...offered.elsewhere])].slice(0, mostOnFace);
}

/**
 * Links to the service's own page for the first actions of a task, if none of them can be taken in
 * Slack.
 */
function consoleButtons(texts: Texts, card: CardModel): Button[] {
  const { consoleUrl: url } = card;
  if (url === null) return [];
  return actionsOnFace(card).map((action, index) =>
    linkButton(`action-${index}`, actionInConsoleWords(texts, action), url),
  );
}

function actionInConsoleWords({ card, ...texts }: Texts, action: string): string {
  if (action === 'APPROVE') return card.approveInConsole;
  if (action === 'DENY') return card.denyInConsole;
  return card.actInConsole({ action: actionWords({ card, ...texts }, action) });
}

/** A link button has no value. */
function linkButton(id: string, label: string, url: string, style?: Button['style']): Button {
  const { value: _none, ...link } = button(
    `${cardActions.decideInConsole}.${id}`,
    label,
    '',
    style,
  );
  return { ...link, url };
}

/** Begins the ids of *Done* and *Cannot be done*. */
export const setUpAction = 'card.act';

/** *Done* and *Cannot be done*, for the people who set the access up by hand. */
const setUpStyles = { 'set-up': 'primary', 'cannot-set-up': 'danger' } as const;

export function setUpButtons(texts: Texts, card: CardModel): Button[] {
  const value = actingValue(card);
  if (isTooLong(value)) return [];
  return card.offered.acts.filter(isSetUp).map((act) => {
    return button(`${setUpAction}.${act}`, actLabel(texts, act), value, setUpStyles[act]);
  });
}

/**
 * A block's id holds less than a button: a step with a longer id (some 70 characters) can be
 * decided only in the console.
 */
const isTooLong = (value: string): boolean => value.length > limits.blockId;

/** Actions besides the decision buttons. Once the step is decided, those that approve are gone. */
export function openActionForms(card: CardModel): readonly ActionFormKind[] {
  const isDecided = decisionOfStep(card) !== undefined;
  return card.offered.acts.filter((act) => !isDecided || actionForms[act].performs !== 'approve');
}

/** The words of an act on this card. */
export function actLabelOn(texts: Texts, { task }: CardModel, act: ActionFormKind): string {
  return actLabel(texts, act, task.takesAway === true);
}

/**
 * The other actions of the task, as many as fit: *Show everything* has all of them. Actions that the
 * bot does not carry out link to the service's page, if it has one.
 */
function menuOf(texts: Texts, card: CardModel, canCarry: boolean): Overflow['options'] {
  const { offered, consoleUrl } = card;
  const isOnFace = (act: ActionFormKind) => isSetUp(act) || act === 'approve-for-less';
  const listed = openActionForms(card).filter((act) => !isOnFace(act));
  const entries = canCarry ? listed.map((act) => option(actLabelOn(texts, card, act), act)) : [];
  const onFace = consoleUrl === null ? [] : actionsOnFace(card);
  const others = offered.elsewhere.filter((action) => !onFace.includes(action));
  const labels = new Set(others.map((action) => actionWords(texts, action)));
  const links =
    consoleUrl === null
      ? []
      : [...labels].map((label, index) => ({ ...option(label, `more-${index}`), url: consoleUrl }));
  const all = [...entries, ...links];
  const most = limits.overflowOptions;
  if (all.length <= most) return all;
  const rest =
    consoleUrl === null || links.length === 0
      ? []
      : [{ ...option(texts.card.moreInConsole, 'more-in-console'), url: consoleUrl }];
  return [...all.slice(0, most - rest.length), ...rest];
}
