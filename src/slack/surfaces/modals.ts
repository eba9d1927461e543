import type { ModalView } from '@slack/types';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { limits } from '../limits.ts';
import { accessName } from './task-words.ts';
import { marked, name, plain } from './text.ts';

export const denyModalId = 'review.deny';
export const denyReason = { block: 'reason', action: 'reason' } as const;

/** Asks the reviewer for a reason. `privateMetadata` names the card, the step and the message. */
export function denyModal(what: string, privateMetadata: string): ModalView {
  return {
    type: 'modal',
    callback_id: denyModalId,
    private_metadata: privateMetadata,
    title: plain('Deny the request', limits.modalTitle),
    submit: plain('Deny', limits.modalTitle),
    close: plain('Back', limits.modalTitle),
    blocks: [
      { type: 'section', block_id: 'what', text: plain(what, limits.sectionText) },
      {
        type: 'input',
        block_id: denyReason.block,
        label: plain('Reason', limits.optionText),
        hint: plain('The requester reads this, and it is kept with the request.', limits.fieldText),
        element: { type: 'plain_text_input', action_id: denyReason.action, multiline: true, max_length: 1_000 },
      },
    ],
  };
}

/** Everything that a card had to cut. */
export function detailsModal(request: AccessRequest, task: TaskSnapshot): ModalView {
  const reviewers = task.stepApprovers.map((person) => person.name).join(', ');
  return {
    type: 'modal',
    title: plain('The whole request', limits.modalTitle),
    close: plain('Close', limits.modalTitle),
    blocks: [
      { type: 'section', text: plain(accessName(task) || request.entitlementName, limits.sectionText) },
      { type: 'section', text: marked('*Why*') },
      ...pieces(task.justification).map((piece) => ({
        type: 'section' as const,
        text: plain(piece, limits.sectionText),
      })),
      { type: 'section', text: marked(`*Reviewers of this step* (${task.stepApprovers.length})`) },
      ...pieces(reviewers)
        .slice(0, 20)
        .map((piece) => ({ type: 'section' as const, text: plain(piece, limits.sectionText) })),
    ],
  };
}

/** A long text in pieces that fit, none of them ending inside a character. */
function pieces(text: string): string[] {
  if (text === '') return ['–'];
  const found: string[] = [];
  let rest = text;
  while (rest !== '' && found.length < 60) {
    let end = Math.min(rest.length, limits.sectionText);
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    found.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return found;
}

/** One sentence in a modal, for a form that ended. */
export function wordModal(title: string, words: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.modalTitle),
    close: plain('Close', limits.modalTitle),
    blocks: [{ type: 'section', text: marked(words) }],
  };
}

/** What follows a kept submission: says where to look. */
export function submittedModal(where: string, what: string): ModalView {
  return wordModal(
    'Request received',
    `Your request for *${name(what, 200)}* is kept and on its way.\n\nThe reviewers see it in ${where}. I tell you in a direct message when it is with them, when somebody decides, and when you have access. You do not have to do anything else.`,
  );
}
