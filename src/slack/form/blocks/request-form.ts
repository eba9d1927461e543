/** Long because every part of the request form is put together here. */
import type { ContextBlock, InputBlock, KnownBlock, ModalView } from '@slack/types';
import { namedReviewers } from '../../../domain/action/authorization.ts';
import { namesOf } from '../../../domain/people/identity-person.ts';
import { entitlementsInOneGo } from '../../../domain/request/access-request.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { Held, OpenRequest } from '../../../use-cases/form/entitlement-help.ts';
import { button, labelled } from '../../action/buttons.ts';
import { refusalWords } from '../../action/refusal-words.ts';
import { durationWords } from '../../card/duration-words.ts';
import {
  cannotTellWords,
  consoleWords,
  countedNames,
  numbered,
  riskWords,
} from '../../card/task-words.ts';
import { modal } from '../../modals.ts';
import { limits } from '../../platform/limits.ts';
import {
  cut,
  formInput,
  line,
  moment,
  name,
  option,
  paragraph,
  plain,
  sound,
} from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { accountBlocks } from './account-block.ts';
import { deciderWords } from './decider-words.ts';
import { writeFormMemory } from './form-memory.ts';
import type { PickedEntitlement, ShownForm } from './form-model.ts';
import { howBlocks } from './how-blocks.ts';
import {
  anywayValue,
  appBlockId,
  entitlementBlockId,
  extendHere,
  formFields,
  optionValue,
  requestFormId,
} from './request-form-fields.ts';

type OpenedAs = Pick<ShownForm, 'mode' | 'extends' | 'corrects'>;

export function formTitle({ requestForm: words }: Texts, form: OpenedAs): string {
  if (form.corrects !== null) return words.correctTitle;
  if (form.extends !== null) return words.extendTitle;
  return form.mode === 'emergency' ? words.emergencyTitle : words.title;
}

/**
 * The request form: access, justification, duration and target. The facts about an entitlement
 * follow the pick.
 */
export function requestForm(texts: Texts, form: ShownForm): ModalView {
  const words = texts.requestForm;
  const blocks = [
    ...introBlocks(texts, form),
    ...whatBlocks(texts, form),
    ...howBlocks(texts, form),
  ];
  const submitted = { id: requestFormId, submit: words.submit, memory: writeFormMemory(form) };
  return modal(formTitle(texts, form), words.cancel, blocks, submitted);
}

function introBlocks(
  { requestForm: words }: Texts,
  { remark, emergency, emergencies, corrects }: ShownForm,
): KnownBlock[] {
  const isCalled = emergency && emergencies.onCall !== null;
  const replaced = corrects === null ? '' : words.correctIntro({ number: numbered(corrects) });
  return [
    ...paragraph('remark', remark ?? ''),
    ...paragraph('correct.intro', replaced),
    ...paragraph('emergency.intro', isCalled ? words.onCallWillBeCalled : ''),
  ];
}

/** The requested access: an app, its entitlements, and the facts about them. */
function whatBlocks(texts: Texts, form: ShownForm): KnownBlock[] {
  const about = {
    isOne: form.picked.length === 1,
    isExtension: form.extends !== null,
    isEmergency: form.emergency,
  };
  const facts = form.picked.flatMap((picked, index) =>
    entitlementFacts(texts, picked, index, about),
  );
  if (form.extends !== null) {
    const what = `*${name(`${form.app?.name ?? ''} · ${form.picked[0]?.entitlement.name ?? ''}`, 200)}*`;
    return [...paragraph('extend.intro', texts.requestForm.extendIntro({ what })), ...facts];
  }
  const blocks: KnownBlock[] = form.candidates.length === 0 ? [] : [candidatesBlock(texts, form)];
  blocks.push(appBlock(texts, form));
  if (form.app !== null)
    blocks.push(
      ...described('described.app', isOptionCut(form.app.name) ? form.app.name : '', ''),
      entitlementBlock(texts, form.app, form),
      ...facts,
      ...anywayBlocks(texts, form),
      ...accountBlocks(texts, form.app, form),
    );
  return blocks;
}

function candidatesBlock({ requestForm: words }: Texts, { candidates }: ShownForm): InputBlock {
  const { block, action } = formFields.candidates;
  const options = candidates.map(({ app, entitlement }, index) =>
    option(`${app.name} · ${entitlement.name}`, String(index)),
  );
  const more = { isOptional: true, isFollowed: true };
  return formInput(
    block,
    words.candidates,
    { type: 'radio_buttons', action_id: action, options },
    more,
  );
}

function appBlock({ requestForm: words }: Texts, { app, candidates }: ShownForm): InputBlock {
  const element = {
    type: 'external_select',
    action_id: formFields.app.action,
    min_query_length: 0,
    placeholder: plain(words.searchPlaceholder, limits.placeholder),
    ...(app !== null && { initial_option: option(app.name, optionValue(app.id)) }),
  } as const;
  return formInput(appBlockId(candidates), words.app, element, { isFollowed: true });
}

function entitlementBlock(
  { requestForm: words }: Texts,
  app: RequestableApp,
  { entitlements, candidates }: ShownForm,
): InputBlock {
  const options = entitlements.map((one) => option(one.name, optionValue(one.id)));
  const element = {
    type: 'multi_external_select',
    action_id: formFields.entitlement.action,
    min_query_length: 0,
    max_selected_items: entitlementsInOneGo,
    placeholder: plain(words.searchPlaceholder, limits.placeholder),
    ...(options.length > 0 && { initial_options: options }),
  } as const;
  const more = { hint: words.entitlementHint({ most: entitlementsInOneGo }), isFollowed: true };
  return formInput(entitlementBlockId(app.id, candidates), words.entitlement, element, more);
}

/** Asks whether to request what the person does not see: it may be refused. */
function anywayBlocks(
  { requestForm: words }: Texts,
  { picked, targetSlackId }: ShownForm,
): KnownBlock[] {
  const hidden = picked.filter((one) => one.isHidden);
  if (hidden.length === 0) return [];
  const { block, action } = formFields.anyway;
  // Another block for others: Slack keeps what was ticked in a block that stays.
  const about = [targetSlackId ?? '', ...hidden.map((one) => one.entitlement.id)];
  const label = hidden.some((one) => one.isForOther) ? words.notVisibleForTarget : words.notVisible;
  const options = [option(words.askAnyway, anywayValue)];
  const what = cut(hidden.map((one) => one.entitlement.name).join(', '), 500);
  return [
    formInput(
      `${block}-${optionValue(about.join('+'))}`,
      label,
      { type: 'checkboxes', action_id: action, options },
      { hint: words.notVisibleHint({ what }) },
    ),
  ];
}

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
function isOptionCut(whole: string): boolean {
  return sound(whole).length > limits.optionText;
}

/** As it is told, the name whole; no block where both are empty. */
function described(block_id: string, whole: string, description: string): ContextBlock[] {
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
