import type { ModalView, SectionBlock } from '@slack/types';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { limits } from '../limits.ts';
import { accessName } from './task-words.ts';
import { cut, marked, name, plain } from './text.ts';

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

/** What of a text, and of a list of people, a modal holds: in the worst script this is within Slack's 250 KB a view. */
const longestText = 24_000;
const longestList = 12_000;

/** Everything that a card had to cut. */
export function detailsModal(request: AccessRequest, task: TaskSnapshot): ModalView {
  return {
    type: 'modal',
    title: plain('The whole request', limits.modalTitle),
    close: plain('Close', limits.modalTitle),
    blocks: [
      ...pieces(accessName(task) || request.entitlementName, longestList),
      { type: 'section', text: marked('*Why*') },
      ...pieces(task.justification, longestText),
      { type: 'section', text: marked(`*Reviewers of this step* (${task.stepApprovers.length})`) },
      ...pieces(task.stepApprovers.map((person) => person.name).join(', '), longestList),
      ...(task.insights.length === 0 ? [] : [insightsTitle, ...pieces(task.insights.join('\n'), longestList)]),
    ],
  };
}

const insightsTitle: SectionBlock = { type: 'section', text: marked('*Insights*') };

/** A long text in sections that fit, none of them ending inside a character. */
function pieces(text: string, limit: number): SectionBlock[] {
  const found: SectionBlock[] = [];
  let rest = cut(text.trim() === '' ? '–' : text, limit);
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
