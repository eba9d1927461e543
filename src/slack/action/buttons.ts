import type { Button, ConfirmationDialog } from '@slack/types';
import { z } from 'zod';
import { type ActionFormKind, actionForms } from '../../domain/action/action-form.ts';
import type { HolderButton } from '../../domain/action/holder-action.ts';
import type { LeavingProfile } from '../../domain/profiles/access-profile.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { ShownRequest } from '../../domain/request/granted-by-task.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { requestFingerprint } from '../../use-cases/card/request-fingerprint.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { confidentialSubject, known, numbered } from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import { readJson } from '../platform/payloads.ts';
import { cut, oneLine, plain } from '../platform/text.ts';
import { leavingWords } from '../profiles/profile-words.ts';
import type { Texts } from '../texts.ts';
import { alsoTakenNames } from './decided-field-words.ts';

/** The actions of a holder on one of their requests; the button's value is the request's id. */
export const holderActions = {
  again: 'request.again',
  extend: 'request.extend',
  mend: 'request.mend',
  see: 'request.see',
  withdraw: 'request.withdraw',
  correct: 'request.correct',
  nudge: 'request.nudge',
  'withdraw-all': 'request.withdraw-all',
  'nudge-all': 'request.nudge-all',
  'give-back': 'request.give-back',
  escalate: 'request.escalate',
} as const;

export function button(
  action_id: string,
  words: string,
  value: string,
  style?: Button['style'],
): Button {
  return {
    type: 'button',
    action_id,
    text: plain(words, limits.buttonText),
    accessibility_label: plain(words, limits.buttonText).text,
    value,
    ...(style === undefined ? {} : { style }),
  };
}

/** Fewer characters would not tell what a button is about. */
const shortestAbout = 5;

/**
 * A button that tells screen readers what it is about: they would say "Approve" ten times for ten
 * requests on a page. The visible words come first, because people who speak to their computer say
 * those.
 */
export function labelled<Element extends Button>(element: Element, about: string): Element {
  const { text } = element.text;
  const room = limits.buttonText - text.length - 2;
  const label = room < shortestAbout ? text : `${text}: ${cut(oneLine(about), room)}`;
  return { ...element, accessibility_label: label };
}

/** A question before something that cannot be undone; "Cancel" leaves it. */
export function confirmation(
  { requestForm }: Texts,
  title: string,
  text: string,
  confirm: string,
): ConfirmationDialog {
  return {
    title: plain(title, limits.confirmTitle),
    text: plain(text, limits.confirmText),
    confirm: plain(confirm, limits.confirmButton),
    deny: plain(requestForm.cancel, limits.confirmButton),
  };
}

/** Asks before a form is made one for an emergency; on-call is mentioned only if a group is set. */
export function emergencyConfirmation(texts: Texts, onCall: string | null): ConfirmationDialog {
  const words = texts.requestForm;
  const text = onCall === null ? words.emergencyRules : words.onCallWillBeCalled;
  return confirmation(texts, words.emergencyConfirmTitle, text, words.askForEmergency);
}

/** Which request an act of its holder is about. */
export interface HeldSubject {
  readonly request: Pick<AccessRequest, 'id' | 'appName' | 'entitlementName'>;
  readonly task: Pick<TaskSnapshot, 'numericId'> | null;
  /** What giving it back may take away as well, by name; absent where nothing is known of that. */
  readonly alsoTaken?: readonly string[];
  readonly leaving?: LeavingProfile | null;
  /** Giving it back also withdraws an open request for more time. */
  readonly alsoWithdraws?: boolean;
  /** The reader may know its number and its app alone. */
  readonly isHidden?: boolean;
}

/** The length of a request's name that leaves room for the rest of a dialog. */
const confirmedName = 100;

/** "GitHub · Platform: write (#1042)". */
export function confirmedWhat({ request, task, isHidden = false }: HeldSubject): string {
  if (isHidden) return confidentialSubject({ request, task });
  const access = cut(`${request.appName} · ${request.entitlementName}`, confirmedName);
  return `${access}${task === null ? '' : numbered(task)}`;
}

/** Asks before an open request becomes an emergency: which one, and what starts over. */
function escalationConfirmation(
  texts: Texts,
  { request, task }: HeldSubject,
  onCall: string | null,
): ConfirmationDialog {
  const words = texts.requestForm;
  const what = confirmedWhat({ request, task });
  const rule = onCall === null ? words.emergencyRules : words.onCallIsCalled;
  const text = `${words.emergencyStartsOver({ what })} ${rule}`;
  return confirmation(texts, words.emergencyConfirmTitle, text, words.askForEmergency);
}

/** What is taken away, and what goes as well. */
function giveBackWarning(texts: Texts, subject: HeldSubject): string {
  const warning = takenWarning(texts, subject);
  return subject.alsoWithdraws === true ? `${warning} ${texts.home.alsoWithdrawn}` : warning;
}

function takenWarning(texts: Texts, subject: HeldSubject): string {
  const { alsoTaken = [], leaving = null } = subject;
  const what = confirmedWhat(subject);
  if (leaving !== null)
    return `${texts.home.takenWarning({ what })} ${leavingWords(texts, leaving)}`;
  if (alsoTaken.length === 0) return texts.home.giveBackWarning({ what });
  const names = alsoTakenNames(texts, alsoTaken);
  return `${texts.home.takenWarning({ what })} ${texts.home.mayTake({ names })}`;
}

/** The buttons of a holder. An action that cannot be undone asks first. */
export function holderButtons(
  texts: Texts,
  subject: HeldSubject,
  onCall: string | null,
): Record<HolderButton, Button> {
  const { home, requestForm } = texts;
  const { id } = subject.request;
  const what = confirmedWhat(subject);
  const own = (actionId: string, words: string, style?: Button['style']): Button =>
    labelled(button(actionId, words, id, style), what);
  return {
    escalate: {
      ...own(holderActions.escalate, requestForm.askForEmergency, 'danger'),
      confirm: escalationConfirmation(texts, subject, onCall),
    },
    extend: own(holderActions.extend, home.extend),
    withdraw: {
      ...own(holderActions.withdraw, home.withdraw),
      confirm: confirmation(
        texts,
        home.withdrawTitle,
        home.withdrawWarning({ what }),
        home.withdraw,
      ),
    },
    // This only opens a form; the request is withdrawn when the form is submitted.
    correct: own(holderActions.correct, home.correct),
    nudge: own(holderActions.nudge, home.nudge),
    'give-back': {
      ...own(holderActions['give-back'], home.giveBack),
      confirm: confirmation(
        texts,
        home.giveBackTitle,
        giveBackWarning(texts, subject),
        home.giveBack,
      ),
    },
    again: own(holderActions.again, home.again),
  };
}

/**
 * The value of a card's buttons: the card, the step that it showed, and a fingerprint of the rest.
 * Menu options are too short for it, so the block of the menu carries it. It is versioned because
 * cards outlive deployments. It grants no right: the person is checked, not the button.
 */
const cardValue = z
  .object({
    v: z.literal(1),
    card: z.string().max(255),
    step: z.string().max(255),
    shown: z.string().max(255).nullable(),
  })
  .transform(({ card, step, shown }) => ({ card, step, shown }));
/** `shown`: null on buttons that decide nothing. */
export type CardValue = Readonly<z.infer<typeof cardValue>>;

export function writeCardValue({ card, step, shown }: CardValue): string {
  return JSON.stringify({ v: 1, card, step, shown });
}

/** The value of every button that decides or acts; a click counts only for what the card showed. */
export function actingValue(card: Pick<CardModel, 'cardId' | keyof ShownRequest>): string {
  return writeCardValue({
    card: card.cardId,
    step: card.task.currentStepId ?? '',
    shown: requestFingerprint(card),
  });
}

/** null for a value of another version or from somewhere else. */
export function readCardValue(text: string): CardValue | null {
  return cardValue.safeParse(readJson(text)).data ?? null;
}

/** The name of an action on a button, in a menu and in a title; of a removal where it is one. */
export function actLabel(
  { review, actions }: Texts,
  act: ActionFormKind,
  takesAway = false,
): string {
  const decisions = takesAway
    ? { approve: review.removal.withNote, deny: review.removal.deny }
    : { deny: review.deny };
  const named = { ...review.acts, ...decisions };
  return known(named, act) ?? known(actions, actionForms[act].action ?? '') ?? act;
}

/**
 * Open the form for the answer to a question, and the form that a request waits for. The button's
 * value is the request's id; for a question it is the id of the question's action, except in older
 * messages.
 */
export const askedActions = { answer: 'request.answer', 'fill-in': 'request.fill-in' } as const;

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;
