import type { Button, ConfirmationDialog } from '@slack/types';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { plain } from './text.ts';

/** What a holder does about one of their requests; the button's value is the request's id. */
export const holderActions = {
  again: 'request.again',
  extend: 'request.extend',
  mend: 'request.mend',
  see: 'request.see',
  withdraw: 'request.withdraw',
  giveBack: 'request.give-back',
  escalate: 'request.escalate',
} as const;

export function button(action_id: string, words: string, value: string, style?: Button['style']): Button {
  return {
    type: 'button',
    action_id,
    text: plain(words, limits.buttonText),
    value,
    ...(style === undefined ? {} : { style }),
  };
}

/** A question before something that cannot be undone; "Cancel" leaves it. */
export function confirmation(
  { requestForm }: Texts,
  words: { readonly title: string; readonly text: string; readonly confirm: string },
): ConfirmationDialog {
  return {
    title: plain(words.title, limits.confirmTitle),
    text: plain(words.text, limits.confirmText),
    confirm: plain(words.confirm, limits.confirmButton),
    deny: plain(requestForm.cancel, limits.confirmButton),
  };
}

/** Asks before an emergency; on-call is mentioned only where a group is configured. */
export function emergencyConfirmation(texts: Texts, onCall: string | null): ConfirmationDialog {
  const words = texts.requestForm;
  return confirmation(texts, {
    title: words.emergencyConfirmTitle,
    text: onCall === null ? words.emergencyRules : words.onCallIsCalled,
    confirm: words.emergencyConfirm,
  });
}

/** Asks for emergency access to what was requested without it. */
export function escalateButton(texts: Texts, requestId: string, onCall: string | null): Button {
  return {
    ...button(holderActions.escalate, texts.requestForm.askForEmergency, requestId, 'danger'),
    confirm: emergencyConfirmation(texts, onCall),
  };
}
