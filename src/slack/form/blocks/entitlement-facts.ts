import type { ContextBlock, KnownBlock } from '@slack/types';
import { namedReviewers } from '../../../domain/action/authorization.ts';
import type { Decider } from '../../../domain/catalogue/policy-steps.ts';
import { namesOf } from '../../../domain/people/identity-person.ts';
import type {
  EntitlementHelp,
  Held,
  OpenRequest,
} from '../../../use-cases/form/entitlement-help.ts';
import { button, labelled } from '../../action/buttons.ts';
import { refusalWords } from '../../action/refusal-words.ts';
import {
  cannotTellWords,
  consoleWords,
  countedNames,
  durationWords,
  listedAndMore,
  numbered,
  riskWords,
} from '../../card/task-words.ts';
import { limits } from '../../platform/limits.ts';
import { cut, line, moment, name, paragraph, plain, sound } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { PickedEntitlement } from './form-model.ts';
import { extendHere } from './request-form-fields.ts';

interface FactsAbout {
  readonly isOne: boolean;
  readonly isExtension: boolean;
  readonly isEmergency: boolean;
}

/**
 * The facts about an entitlement before somebody requests it: description, risk, limits, people,
 * and whether the person has it already.
 */
export function entitlementFacts(
  texts: Texts,
  picked: PickedEntitlement,
  index: number,
  { isOne, isExtension, isEmergency }: FactsAbout,
): KnownBlock[] {
  const { entitlement } = picked;
  const wholeName = isOne && !isOptionCut(entitlement.name) ? '' : entitlement.name;
  const { open } = picked.help;
  const own = open === null ? '' : duplicateRequestWords(texts, open);
  const openRequests = aboutOne(entitlement.name, isOne, own || elsewhereWords(texts, picked));
  return [
    ...described(`described.${index}`, wholeName, entitlement.description.trim()),
    ...line(`facts.${index}`, factsOf(texts, picked, isEmergency)),
    ...paragraph(
      `profile.${index}`,
      aboutOne(entitlement.name, isOne, profileWords(texts, picked)),
    ),
    ...heldBlocks(texts, picked, index, { isOne, isExtension }),
    ...paragraph(`standing.${index}.open`, openRequests),
  ];
}

/** The field of what was picked shows only its option: the whole name stands below it then. */
export function isOptionCut(whole: string): boolean {
  return sound(whole).length > limits.optionText;
}

/** As it is told, the name whole; no block where both are empty. */
export function described(block_id: string, whole: string, description: string): ContextBlock[] {
  const words = [whole, description].filter(Boolean).join(': ');
  if (words === '') return [];
  const text = plain(cut(words, Math.max(500, whole.length + 100)), limits.sectionText);
  return [{ type: 'context', block_id, elements: [text] }];
}

/** A sentence about one of several says which one; `words` may be empty. */
export function aboutOne(entitlementName: string, isOne: boolean, words: string): string {
  return isOne || words === '' ? words : `*${name(entitlementName)}*: ${words}`;
}

function factsOf(
  texts: Texts,
  { entitlement, help }: PickedEntitlement,
  isEmergency: boolean,
): string {
  const { owners } = texts.requestForm;
  return [
    riskWords(texts, entitlement.riskLevel, help.riskName),
    longestWords(texts, entitlement),
    help.owners.length === 0 ? '' : owners({ people: countedNames(texts, help.owners, 'and') }),
    deciderWords(texts, help, isEmergency),
  ]
    .filter((one) => one !== '')
    .join(' · ');
}

function longestWords(
  texts: Texts,
  { longestSeconds, mayBePermanent, isLongestOpen = false }: PickedEntitlement['entitlement'],
): string {
  const words = texts.requestForm;
  if (longestSeconds === null) {
    if (isLongestOpen) return words.timeOpen;
    return mayBePermanent ? words.untilRevokedPossible : '';
  }
  const duration = durationWords(texts, longestSeconds);
  return isLongestOpen ? words.longestOpen({ duration }) : words.longest({ duration });
}

/** Who decides by the policy: never a promise, and empty where that is not known. */
export function deciderWords(
  texts: Texts,
  help: Pick<EntitlementHelp, 'deciders'>,
  isEmergency: boolean,
): string {
  const words = texts.requestForm;
  const deciders = help.deciders?.[isEmergency ? 'emergency' : 'ordinary'] ?? null;
  if (deciders === null) return '';
  if (deciders === 'depends') return words.decidersDepend;
  const [first] = deciders;
  if (first?.kind === 'accept') return words.approvedAtOnce;
  if (first?.kind === 'reject') return words.refusedAutomatically;
  const people = deciders.flatMap((one) => deciderOf(texts, one) ?? []).join(words.thenDecides);
  const isRefused = deciders.some(({ kind }) => kind === 'reject');
  return `${words.decidedBy({ people })}${isRefused ? words.thenRefused : ''}`;
}

/** null for an end: what is approved in every step is granted anyway. */
function deciderOf(texts: Texts, decider: Decider): string | null {
  const words = texts.requestForm.deciders;
  switch (decider.kind) {
    case 'users': {
      const names = decider.names.map((one) => name(one, 80));
      return oneOf(texts, listedAndMore(texts, names, decider.count, 'and'), decider.count);
    }
    case 'manager':
      return decider.names.length === 0
        ? words.manager
        : oneOf(texts, countedNames(texts, decider.names, 'and'), decider.names.length);
    case 'group':
      return decider.name === null
        ? words.unnamedGroup
        : words.group({ group: name(decider.name, 80) });
    case 'accept':
    case 'reject':
      return null;
    case 'app-owners':
    case 'entitlement-owners':
    case 'resource-owners':
    case 'self':
    case 'rule':
      return words[decider.kind];
  }
}

function oneOf(texts: Texts, people: string, count: number): string {
  return count === 1 ? people : texts.requestForm.deciders.oneOf({ people });
}

/** What an access profile brings, and what of it the person has. */
function profileWords({ requestForm: words }: Texts, { profile }: PickedEntitlement): string {
  if (profile === null) return '';
  const { items, others, held } = profile;
  const firstItems = items.slice(0, mostItems);
  const more = others + items.length - firstItems.length;
  const what = firstItems.map((one) => name(one)).join(', ');
  const brings = what === '' ? '' : words.profileBrings({ what });
  return [
    words.profile,
    brings,
    more === 0 ? '' : words.profileMore({ count: more }),
    held === null || held.length === 0
      ? ''
      : words.profileHeld({
          what: held
            .slice(0, mostItems)
            .map((one) => name(one))
            .join(', '),
        }),
    words.profileTasks,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Items of a profile that are named. */
const mostItems = 10;

/** Says until when the person has it and what a shorter request would do, and offers more time. */
function heldBlocks(
  texts: Texts,
  { entitlement, help: { held }, isForOther }: PickedEntitlement,
  index: number,
  { isOne, isExtension }: { readonly isOne: boolean; readonly isExtension: boolean },
): KnownBlock[] {
  if (held === null) return [];
  const words = texts.requestForm;
  const sentence = aboutOne(
    entitlement.name,
    isOne,
    isForOther ? words.heldByTarget : heldWords(texts, held),
  );
  const id = `standing.${index}.held`;
  if (isExtension) return paragraph(id, sentence);
  const holdingBlocks = paragraph(id, `${sentence} ${words.shorterEnds}`);
  if (held.extendableId === null) return holdingBlocks;
  const extend = labelled(
    button(extendHere, texts.home.extend, held.extendableId),
    entitlement.name,
  );
  return [...holdingBlocks, { type: 'actions', block_id: `extend.${index}`, elements: [extend] }];
}

/** Until when the person who fills in the form has it. */
function heldWords(texts: Texts, held: Held): string {
  const words = texts.requestForm;
  if (held.isEndUnreadable)
    return words.heldUnclear({ unclear: cannotTellWords(texts, held.consoleUrl) });
  return held.until === null ? words.held : words.heldUntil({ moment: moment(held.until) });
}

/** Says that an open request was made without the bot; empty if there is none. */
function elsewhereWords(
  texts: Texts,
  { help: { openElsewhere }, isFollowed }: PickedEntitlement,
): string {
  if (openElsewhere === null) return '';
  const { task, consoleUrl } = openElsewhere;
  const reviewers = namesOf(namedReviewers(task, null));
  const words = refusalWords(texts, { code: 'duplicate', numericId: task.numericId, reviewers });
  const console = consoleWords(texts, consoleUrl);
  const promise = isFollowed ? ` ${texts.requestForm.endIsTold}` : '';
  return `${words} ${texts.requestForm.madeElsewhere({ console })}${promise}`;
}

/**
 * Open requests for the same, with their reviewers, in the words for a duplicate that the service
 * refuses.
 */
export function duplicateRequestWords(
  texts: Texts,
  { request, task, standing, consoleUrl }: OpenRequest,
): string {
  const reviewers =
    standing === 'open' && task !== null ? namesOf(namedReviewers(task, request)) : [];
  const console = consoleWords(texts, consoleUrl);
  if (request.state === 'withdrawn') {
    return texts.requestForm.leftOpen({ number: task === null ? '' : numbered(task), console });
  }
  const number = task?.numericId ?? '';
  const words = refusalWords(texts, { code: 'duplicate', numericId: number, reviewers });
  if (standing === 'open') return words;
  return `${words} ${texts.requestForm.decisionIn({ console })}`;
}
