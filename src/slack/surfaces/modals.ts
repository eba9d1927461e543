import type { ModalView, SectionBlock } from '@slack/types';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { accessName } from './task-words.ts';
import { channelLink, cut, groupMention, marked, name, plain } from './text.ts';

export const denyModalId = 'review.deny';
export const denyReason = { block: 'reason', action: 'reason' } as const;

/** Asks the reviewer for a reason. `privateMetadata` names the card, the step and the message. */
export function denyModal(texts: Texts, what: string, privateMetadata: string): ModalView {
  const { review } = texts;
  return {
    type: 'modal',
    callback_id: denyModalId,
    private_metadata: privateMetadata,
    title: plain(review.denyTitle, limits.modalTitle),
    submit: plain(review.deny, limits.modalTitle),
    close: plain(review.back, limits.modalTitle),
    blocks: [
      { type: 'section', block_id: 'what', text: plain(what, limits.sectionText) },
      {
        type: 'input',
        block_id: denyReason.block,
        label: plain(review.reason, limits.optionText),
        hint: plain(review.reasonHint, limits.fieldText),
        element: { type: 'plain_text_input', action_id: denyReason.action, multiline: true, max_length: 1_000 },
      },
    ],
  };
}

/** What of a text, and of a list of people, a modal holds: in the worst script this is within Slack's 250 KB a view. */
const longestText = 24_000;
const longestList = 12_000;

/** Everything that a card had to cut. */
export function detailsModal(texts: Texts, request: AccessRequest, task: TaskSnapshot): ModalView {
  const { review } = texts;
  return {
    type: 'modal',
    title: plain(review.wholeTitle, limits.modalTitle),
    close: plain(review.close, limits.modalTitle),
    blocks: [
      ...pieces(accessName(task) || request.entitlementName, longestList),
      heading(`*${review.why}*`),
      ...pieces(task.justification, longestText),
      heading(review.stepReviewers({ count: task.stepApprovers.length })),
      ...pieces(task.stepApprovers.map((person) => person.name).join(', '), longestList),
      ...(task.insights.length === 0
        ? []
        : [heading(`*${review.insights}*`), ...pieces(task.insights.join('\n'), longestList)]),
    ],
  };
}

function heading(words: string): SectionBlock {
  return { type: 'section', text: marked(words) };
}

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
export function wordModal(texts: Texts, title: string, words: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.modalTitle),
    close: plain(texts.requestForm.close, limits.modalTitle),
    blocks: [{ type: 'section', text: marked(words) }],
  };
}

/** What follows a kept submission: says where to look. `isFollowed`: whether the bot will hear what becomes of it. */
export function submittedModal(texts: Texts, submitted: Submitted): ModalView {
  const { received, receivedExplained, receivedUnfollowed, receivedEmergency } = texts.requestForm;
  const { where, isFollowed, incident } = submitted;
  const parts = { what: name(submitted.what, 200), where };
  const words = isFollowed ? receivedExplained(parts) : receivedUnfollowed(parts);
  if (incident === null) return wordModal(texts, received, words);
  const group = incident.onCall === null ? '' : groupMention(incident.onCall);
  const called = receivedEmergency({ where: channelLink(texts, incident.channel), group });
  return wordModal(texts, received, `${words}\n\n${called}`);
}

interface Submitted {
  readonly where: string;
  readonly what: string;
  /** Whether the bot hears what becomes of it. */
  readonly isFollowed: boolean;
  /** Where an emergency is answered; null for any other request, and where there is no such channel. */
  readonly incident: { readonly channel: string; readonly onCall: string | null } | null;
}
