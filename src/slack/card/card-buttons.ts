/** What a card offers: decisions, details, and a menu with the other actions. */

import type { ActionsBlock, Button, ConfirmationDialog, Overflow } from '@slack/types';
import {
  type ActionFormKind,
  actionForms,
  rightOf,
  setUpFormKinds,
} from '../../domain/action/action-form.ts';
import { isForAdministrators } from '../../domain/action/authorization.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import {
  actingValue,
  actLabel,
  button,
  confirmation,
  labelled,
  writeCardValue,
} from '../action/buttons.ts';
import { actionWords, decidedFieldWords } from '../action/decided-field-words.ts';
import { limits } from '../platform/limits.ts';
import { capitalised, cut, option, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decisionOfStep } from './standing-words.ts';
import { durationWords, riskWord, whatOf } from './task-words.ts';

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
export function cardButtons(texts: Texts, card: CardModel, words: ButtonWords): ActionsBlock {
  const { details, about, isHidden = false } = words;
  const value = actingValue(card);
  const menu = menuOf(texts, card);
  const buttons = [
    ...decisionButtons(texts, card, isHidden ? about : undefined),
    ...faceButtons(texts, card),
    ...consoleButtons(texts, card),
    detailsButton(card, details),
  ].map((one) => labelled(one, about));
  return {
    type: 'actions',
    block_id: isTooLong(value) ? 'card.actions' : value,
    elements: [...buttons, ...menu],
  };
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
 * @param hidden what everybody may read of it, where *Approve* must not ask with more than that
 */
export function decisionButtons(texts: Texts, card: CardModel, hidden?: string): Button[] {
  const { consoleUrl: url, offered, task } = card;
  if (task.currentStepId === null || decisionOfStep(card) !== undefined) return [];
  const value = actingValue(card);
  return offered.decisions.flatMap(({ verb, link: why }): Button[] => {
    const isRemoval = task.takesAway === true;
    const style = decisionStyles[isRemoval ? 'removal' : 'grant'][verb];
    const words = isRemoval ? texts.review.removal : texts.review;
    const confirm = verb === 'approve' ? questionBefore(texts, card, hidden) : null;
    const asks = confirm === null ? {} : { confirm };
    const decides = { ...button(cardActions[verb], words[verb], value, style), ...asks };
    if (why === null) return isTooLong(value) ? [] : [decides];
    return url === null ? [] : [linkButton(verb, texts.card[`${verb}InConsole`], url, style)];
  });
}

/** Begins the ids of buttons that open the form of an act: this and the act. */
export const listedForm = 'act.';

/** Acts that nobody looks for in a menu. Their forms say what the risk is. */
const onFace: readonly ActionFormKind[] = ['approve-for-less', ...setUpFormKinds];
const actStyles: Partial<Record<ActionFormKind, Button['style']>> = {
  'set-up': 'primary',
  'cannot-set-up': 'danger',
};

/** *Approve for less time*, and *Done* and *Cannot be done* for those who set the access up by hand. */
export function faceButtons(texts: Texts, card: CardModel): Button[] {
  const acts = openActionForms(card).filter((act) => onFace.includes(act));
  return isTooLong(actingValue(card)) ? [] : acts.map((act) => actButton(texts, card, act));
}

/** A button that opens the form of an act. */
export function actButton(texts: Texts, card: CardModel, act: ActionFormKind): Button {
  const label = actLabelOn(texts, card, act);
  return button(`${listedForm}${act}`, label, actingValue(card), actStyles[act]);
}

/** Red buttons end a request, or take access away. */
const decisionStyles = {
  grant: { approve: 'primary', deny: 'danger' },
  removal: { approve: 'danger', deny: undefined },
} as const;

/** Short enough to leave room for the rest of a dialog. */
const confirmedLength = 50;

/**
 * What *Approve* asks if a careless click would do great harm: what the request would give now, its
 * risk, and what changed since somebody wanted to approve it; null otherwise.
 */
function questionBefore(
  texts: Texts,
  card: CardModel,
  hidden: string | undefined,
): ConfirmationDialog | null {
  const { task, change, isConfirmed } = card;
  const { review, refusals } = texts;
  const { approve, confirm, removal } = review;
  const excerpt = (words: string): string => cut(sound(words), confirmedLength);
  if (hidden !== undefined) {
    const question = confirm.unseen({ what: hidden, details: texts.card.showDetails });
    return confirmation(texts, confirm.title, question, approve);
  }
  const what = excerpt(whatOf(card));
  if (task.takesAway === true) {
    const names = decidedFieldWords.alsoTaken(texts, card);
    const who = excerpt(task.target?.name ?? capitalised(texts.card.somebodyElse));
    const lost = removal.warning({ who, what });
    const text = names === '' ? lost : `${lost} ${removal.takesAlong({ names })}`;
    return confirmation(texts, removal.approve, text, removal.approve);
  }
  if (change === null && !isConfirmed) return null;
  const { fields = [], late } = change ?? {};
  const isLate = late !== undefined;
  const who = excerpt(decidedFieldWords.target(texts, card));
  // The dialog is cut at its end, where the least important sentences stand.
  const sentences = [
    ...(isLate ? [confirm.late({ duration: durationWords(texts, late.seconds) })] : []),
    confirm.now({ what, who, period: excerpt(decidedFieldWords.duration(texts, card)) }),
    ...(isConfirmed ? [`${confirmedRisk(texts, card)}.`] : []),
    ...fields.map((field) => refusals.changed[field]),
  ];
  const title = change === null || isLate ? confirm.title : confirm.changed;
  return confirmation(texts, title, sentences.join(' '), approve);
}

function confirmedRisk(texts: Texts, { task, riskName }: CardModel): string {
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
function actLabelOn(texts: Texts, { task }: CardModel, act: ActionFormKind): string {
  return actLabel(texts, act, task.takesAway === true);
}

/**
 * The other acts, as many as fit, without those of administrators: *Show everything* has all of them, and names
 * what is done on the service's own page, which the card links to.
 */
function menuOf(texts: Texts, card: CardModel): Overflow[] {
  const acts = openActionForms(card).filter(
    (act) => !onFace.includes(act) && !isForAdministrators(rightOf(act)),
  );
  if (acts.length === 0 || isTooLong(actingValue(card))) return [];
  const options = acts
    .slice(0, limits.overflowOptions)
    .map((act) => option(actLabelOn(texts, card, act), act));
  return [{ type: 'overflow', action_id: cardActions.more, options }];
}
