/** Long because a card and the window that shows all of it are made of the same parts. */
import type { ActionsBlock, Button, KnownBlock, Overflow, SectionBlock } from '@slack/types';
import { namedReviewers } from '../../domain/authorization.ts';
import { callNameOf } from '../../domain/identity-person.ts';
import { acts, type FormAct } from '../../domain/task-act.ts';
import { botAccountOf, decidingPeople, isOpen } from '../../domain/task-snapshot.ts';
import type { CardModel } from '../../use-cases/card-contents.ts';
import { cardUrlLength, limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { actLabel } from './act-form.ts';
import { actingValue, button, writeCardValue } from './buttons.ts';
import {
  adviceWords,
  answerWords,
  factWords,
  headerWords,
  recommendationWords,
  wholeGroupWords,
  whyBlock,
} from './card-words.ts';
import { modal } from './modals.ts';
import type { RenderedMessage } from './rendered-message.ts';
import {
  confidentialWords,
  decisionOfStep,
  known,
  peopleWords,
  reviewWords,
  stateWords,
  verdictWords,
} from './task-words.ts';
import {
  actions,
  cut,
  cutMarked,
  groupMention,
  line,
  link,
  marked,
  mention,
  moment,
  name,
  option,
  paragraph,
  plain,
  section,
  sound,
} from './text.ts';

export const cardActions = {
  approve: 'review.approve',
  deny: 'review.deny',
  decideInConsole: 'review.in-console',
  details: 'card.details',
  more: 'card.more',
} as const;

/**
 * The option of a full menu on cards posted by an earlier version; it does what *Show everything*
 * does.
 */
export const moreOption = 'more';

/**
 * How much a card shows before it says that there is more, from what nearly every card has to what
 * fits whatever the texts are made of. `text`: characters of a justification, and of a reason.
 */
const rooms = [
  { text: 1_500, reviews: 5 },
  { text: 700, reviews: 5 },
  { text: 300, reviews: 3 },
  { text: 80, reviews: 1 },
] as const;
type Room = (typeof rooms)[number];

/**
 * The card of a task, read in two seconds: state, who, what, how long; why; the facts; who decides;
 * what can be done.
 */
export function taskCard(texts: Texts, given: CardModel): RenderedMessage {
  const tooLong = given.consoleUrl !== null && given.consoleUrl.length > cardUrlLength;
  const card = tooLong ? { ...given, consoleUrl: null } : given;
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    blocks = cardBlocks(texts, card, room);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  return { text: spokenWords(texts, card), blocks };
}

/**
 * In a channel, of a confidential app. Its buttons check the person; the rest of it is behind one
 * of them.
 */
export function confidentialCard(texts: Texts, card: CardModel): RenderedMessage {
  // In direct messages everything is shown.
  if (card.readerId !== null) return taskCard(texts, card);
  const isActing = isOpen(card.task) && decisionOfStep(card) !== undefined;
  const words = `${confidentialWords(texts, card)}${isActing ? ` · ${texts.card.confidential.deciding}` : ''}`;
  const { onCall, task } = card;
  const call = onCall === null || !isOpen(task) ? '' : groupMention(onCall);
  const header = {
    type: 'header' as const,
    block_id: 'card.title',
    text: plain(words, limits.headerText),
  };
  return {
    text: name(words),
    blocks: [header, ...paragraph('card.on-call', call), cardButtons(texts, card)],
  };
}

/** How much of the justification is in the text for screen readers and notifications. */
const spokenLength = 300;

/**
 * The header and the justification, without mentions: in a text they would call people once more.
 */
function spokenWords(texts: Texts, card: CardModel): string {
  const { justification } = card.task;
  const why =
    justification.trim() === '' ? texts.card.whyMissing : name(justification, spokenLength);
  return cutMarked(`${name(headerWords(texts, card), 600)}\n${why}`, 1_000);
}

function cardBlocks(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const { task, onCall } = card;
  return [
    {
      type: 'header',
      block_id: 'card.title',
      text: plain(headerWords(texts, card), limits.headerText),
    },
    ...paragraph('card.on-call', onCall === null || !isOpen(task) ? '' : groupMention(onCall)),
    whyBlock(texts, card, room.text),
    ...line('card.facts', factWords(texts, card)),
    ...line('card.group', wholeGroupWords(texts, card)),
    ...line('card.advice', isOpen(task) ? adviceWords(texts, card) : ''),
    ...paragraph('card.state', isOpen(task) ? stateWords(texts, card) : ''),
    ...line('card.policy', verdictWords(texts, task)),
    ...line('card.in-console', inConsole(texts, card)),
    cardButtons(texts, card, texts.card.showEverything),
    ...decisions(texts, card, room),
    ...remarks(texts, card, room),
    ...outsideReviewers(texts, card),
    ...line('card.foot', footWords(texts, card)),
  ];
}

/** What was decided through the bot, oldest first; of many, only the newest. */
function decisions(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const done = card.reviews.filter((review) => review.state === 'done');
  const shown = done.slice(-room.reviews);
  const hidden = done.length - shown.length;
  return shown.map((review, index) => ({
    type: 'context',
    block_id: `card.review.${index}`,
    elements: [
      ...(index === 0 && hidden > 0 ? [marked(texts.lists.moreLeftOut({ count: hidden }))] : []),
      marked(reviewWords(texts, card, review)),
      // The message to the requester and the thread have it whole.
      ...(review.reason.trim() === ''
        ? []
        : [
            plain(cut(texts.card.reason({ reason: review.reason }), room.text), limits.sectionText),
          ]),
    ],
  }));
}

/** Questions, answers and comments, as they were typed. */
function remarks(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  return card.remarks.slice(-room.reviews).map(({ by, reason }, index) => ({
    type: 'context',
    block_id: `card.remark.${index}`,
    elements: [
      marked(texts.card.wrote({ who: mention(by.userId) })),
      plain(cut(reason, room.text), limits.sectionText),
    ],
  }));
}

/**
 * Who decided outside of Slack. Where somebody decides through the bot, the service names the bot,
 * which made the task too.
 */
function outsideReviewers(texts: Texts, card: CardModel): KnownBlock[] {
  const { task, request, reviews, mentions, isSelfApproved } = card;
  const isBots =
    isSelfApproved ||
    reviews.some((review) => review.state === 'done' || review.state === 'sending');
  // If the bot's account is unknown, one of these names may be the bot.
  const isBotUnknown = isBots && task.createdBy === undefined;
  const people = isBotUnknown ? [] : decidingPeople(task, request.id);
  const bot = botAccountOf(task, request.id);
  const isBotAlone = !isBots && task.approvers.some(({ id }) => id === bot);
  const outside = texts.card.decidedOutside({
    people: peopleWords(texts, people, mentions, 'and'),
  });
  const words = [
    ...(people.length === 0 ? [] : [outside]),
    ...(isBotAlone ? [texts.card.decidedByBot] : []),
    ...(isSelfApproved ? [texts.card.selfApproved] : []),
  ];
  return line('card.reviewers', words.join(' · '));
}

/** What can be done, for whoever may: the person is checked at the click. */
export function cardButtons(
  texts: Texts,
  card: CardModel,
  details = texts.card.showDetails,
): ActionsBlock {
  const value = actingValue(card);
  const { options, leavesActsOut } = menuOf(texts, card, !isTooLong(value));
  const label = leavesActsOut ? texts.card.andMoreActions({ button: details }) : details;
  const menu: Overflow = { type: 'overflow', action_id: cardActions.more, options: [...options] };
  const elements = [
    ...decisionButtons(texts, card),
    detailsButton(texts, card, label),
    ...(options.length === 0 ? [] : [menu]),
  ];
  return { type: 'actions', block_id: isTooLong(value) ? 'card.actions' : value, elements };
}

/** The button that opens everything known about the request. */
export function detailsButton(
  texts: Texts,
  card: CardModel,
  label = texts.card.showDetails,
): Button {
  return button(
    cardActions.details,
    label,
    writeCardValue({ card: card.cardId, step: '', shown: null }),
  );
}

/** Approve and Deny, as far as the step is not decided yet. */
export function decisionButtons(texts: Texts, card: CardModel): Button[] {
  const { consoleUrl: url, offered } = card;
  if (card.task.currentStepId === null || decisionOfStep(card) !== undefined) return [];
  const value = actingValue(card);
  return offered.decisions.flatMap(({ verb, link: why }): Button[] => {
    const style = verb === 'approve' ? 'primary' : 'danger';
    if (why === null)
      return isTooLong(value) ? [] : [button(cardActions[verb], texts.review[verb], value, style)];
    const label = texts.card[`${verb}InConsole`];
    // What is only a link carries nothing.
    const { value: _none, ...asLink } = button(
      `${cardActions.decideInConsole}.${verb}`,
      label,
      '',
      style,
    );
    return url === null ? [] : [{ ...asLink, url }];
  });
}

/**
 * A block's id holds less than a button: a step with a longer id (some 70 characters) can be
 * decided only in the console.
 */
const isTooLong = (value: string): boolean => value.length > limits.blockId;

/** Why the step is decided in the console; nothing where that is so of every request. */
function inConsole(texts: Texts, card: CardModel): string {
  const why = card.offered.decisions.find(({ link: one }) => one !== null)?.link ?? null;
  return why === null || why === 'mode' || decisionOfStep(card) !== undefined
    ? ''
    : texts.refusals.inConsole[why];
}

/**
 * What the bot does for whoever may, beside deciding by a button: an approval is over with the
 * step's decision.
 */
function openActs(card: CardModel): readonly FormAct[] {
  const isDecided = decisionOfStep(card) !== undefined;
  return card.offered.acts.filter((act) => !isDecided || acts[act].performs !== 'approve');
}

interface Menu {
  readonly options: Overflow['options'];
  /** Whether there are more actions than fit; *Show everything* has all of them. */
  readonly leavesActsOut: boolean;
}

/**
 * What the task offers beside deciding; what the bot does not do itself, on the service's own page
 * where there is a link to it.
 */
function menuOf(texts: Texts, card: CardModel, canCarry: boolean): Menu {
  const { offered, consoleUrl } = card;
  const entries = canCarry ? openActs(card).map((act) => option(actLabel(texts, act), act)) : [];
  const labels = new Set(
    offered.elsewhere.map((action) => known(texts.actions, action) ?? texts.card.moreInConsole),
  );
  const links =
    consoleUrl === null
      ? []
      : [...labels].map((label, index) => ({ ...option(label, `more-${index}`), url: consoleUrl }));
  const all = [...entries, ...links];
  const most = limits.overflowOptions;
  if (all.length <= most) return { options: all, leavesActsOut: false };
  if (consoleUrl === null || links.length === 0)
    return { options: all.slice(0, most), leavesActsOut: true };
  const toConsole = { ...option(texts.card.moreInConsole, 'more-in-console'), url: consoleUrl };
  const options = [...all.slice(0, most - 1), toConsole];
  return { options, leavesActsOut: entries.length > most - 1 };
}

function footWords(texts: Texts, { task, request, isFollowed, consoleUrl }: CardModel): string {
  const asked = { who: mention(request.requester.userId), when: moment(request.createdAt) };
  const parts = [texts.card.askedAt(asked)];
  if (!isFollowed && isOpen(task)) parts.push(texts.card.asItWasThen);
  if (consoleUrl !== null) parts.push(link(consoleUrl, texts.card.openInConsole));
  return parts.join(' · ');
}

/**
 * So much of a text, and of a list, a modal holds: in the worst script this is within Slack's 250
 * KB a view.
 */
const longestText = 24_000;
const longestList = 8_000;
const longestDetails = 3_000;

/** The button of an act among the details: this and the act. */
export const listedAct = 'act.';

/**
 * Everything that is known of a request, whole, and all that can be done with it. `owners`: names,
 * empty where they are not known. `privateMetadata` names the message that was clicked.
 */
export function detailsModal(
  texts: Texts,
  card: CardModel,
  owners: readonly string[],
  privateMetadata = '',
) {
  const { review } = texts;
  const { task, answers } = card;
  const people = namedReviewers(task, card.request);
  const answered = answers.map(({ label, value }) => `${label}: ${answerWords(texts, value)}`);
  const advice =
    task.recommendation === null ? '' : recommendationWords(texts, task.recommendation);
  const blocks = [
    section([`*${name(headerWords(texts, card), 1_000)}*`, factWords(texts, card)].join('\n')),
    ...part(review.access, accessLines(card), longestList),
    ...part(review.why, task.justification.trim() || '–', longestText),
    ...part(review.answers, answered.join('\n'), longestList),
    ...part(
      review.stepReviewers({ count: people.length }),
      people.map((one) => callNameOf(one) ?? one.id).join(', ') || '–',
      longestList,
    ),
    ...part(review.owners, owners.join(', '), longestList),
    ...part(review.recommendation, advice, longestList),
    ...part(review.insights, task.insights.join('\n'), longestList),
    ...part(review.details, detailLines(texts, task), longestDetails),
    ...actButtons(texts, card),
  ];
  return {
    ...modal(review.wholeTitle, texts.requestForm.close, blocks),
    private_metadata: privateMetadata,
  };
}

/** The person is checked again at the click. */
function actButtons(texts: Texts, card: CardModel): ActionsBlock[] {
  const value = actingValue(card);
  const elements = openActs(card).map((act) =>
    button(`${listedAct}${act}`, actLabel(texts, act), value),
  );
  return actions('acts', elements);
}

/** What is asked for, one a line, with what the service says it is. */
function accessLines({ task, request }: CardModel): string {
  const lines = task.entitlements.map((one) =>
    [one.name, one.description].filter((part) => part.trim() !== ''),
  );
  return lines.map((parts) => parts.join(': ')).join('\n') || request.entitlementName;
}

function detailLines({ review }: Texts, { details = [] }: CardModel['task']): string {
  return details.map(({ kind, text }) => review.detail[kind]({ text })).join('\n');
}

/** A heading and below it a text as it was typed; nothing for an empty one. */
function part(title: string, text: string, limit: number): SectionBlock[] {
  return text.trim() === '' ? [] : [section(`*${title}*`), ...pieces(text, limit)];
}

/**
 * What is left where it fits, else up to a word that ends near the limit, never to half a
 * character.
 */
const piece = /[\s\S]{1,3000}$|[\s\S]{1500,2999}\s|[\s\S]{1,3000}(?<![\uD800-\uDBFF])/g;

/** A long text in sections that fit. */
function pieces(text: string, limit: number): SectionBlock[] {
  const found = cut(sound(text), limit).match(piece) ?? [];
  return found.map((words) => ({ type: 'section', text: plain(words, limits.sectionText) }));
}
