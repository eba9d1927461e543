import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { DateTime } from 'luxon';
import { fieldsFor } from '../../../domain/form/request-answers.ts';
import {
  commonBounds,
  entitlementsInOneGo,
  isReasonNeeded,
  justificationLimit,
} from '../../../domain/request/access-request.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { PatternBudget } from '../../../domain/text/foreign-text.ts';
import type { TypedForm } from '../../../use-cases/form/typed-form.ts';
import { emergencyConfirmation } from '../../action/buttons.ts';
import { numbered } from '../../card/task-words.ts';
import { modal } from '../../modals.ts';
import { limits } from '../../platform/limits.ts';
import { cut, formInput, name, option, paragraph, plain, sound } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { described, entitlementFacts, isOptionCut } from './entitlement-facts.ts';
import { writeFormMemory } from './form-memory.ts';
import type { ShownForm } from './form-model.ts';
import {
  answerBlock,
  anywayValue,
  appBlockId,
  emergencyValue,
  entitlementBlockId,
  formFields,
  optionValue,
  requestFormId,
} from './request-form-fields.ts';
import { timeBlocks } from './time-blocks.ts';

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

/** Which of several accounts the access is for; nothing where there is no choice. */
function accountBlocks(
  { requestForm: words }: Texts,
  app: RequestableApp,
  { accounts, account, targetSlackId }: TypedForm,
): InputBlock[] {
  if (accounts.length < 2) return [];
  const names = accounts.map((one) => one.name);
  const options = accounts.map(({ id, name }) => {
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return option(isOnly ? name : `${name} (${id})`, optionValue(id));
  });
  const initial = account && options.find(({ value }) => value === optionValue(account.id));
  const element = {
    type: 'static_select',
    action_id: formFields.account.action,
    options,
    ...(initial && { initial_option: initial }),
  } as const;
  const block = accountBlockId(app.id, targetSlackId);
  return [formInput(block, words.account, element, { hint: words.accountHint })];
}

/** Another block for other accounts: Slack keeps what was picked in a block that stays. */
function accountBlockId(appId: string, target: string | null): string {
  return `${formFields.account.block}-${optionValue(`${appId}+${target ?? ''}`)}`;
}

/** The rest of the form: extra questions, duration, justification and target. */
function howBlocks(texts: Texts, form: ShownForm): KnownBlock[] {
  const { app, justification, emergency, entitlements } = form;
  const ids = entitlements.map((one) => one.id);
  const blocks: KnownBlock[] = [];
  const patterns = new PatternBudget();
  const zone = form.timeZone ?? 'utc';
  const today = DateTime.fromJSDate(form.now, { zone }).toISODate() ?? '';
  for (const field of fieldsFor(app?.fields ?? [], ids)) {
    const answered = form.answers.get(field.id) ?? '';
    blocks.push(answerBlock(texts, field, answered, { patterns, today }));
  }
  if (form.mode === 'request' && (commonBounds(entitlements).emergencyGrantEnabled || emergency)) {
    blocks.push(emergencyBlock(texts, form));
  }
  blocks.push(...timeBlocks(texts, form));
  const needsReason = isReasonNeeded(app, ids, emergency);
  // What somebody wrote stays, although nobody asks for it.
  if (needsReason || justification !== '')
    blocks.push(justificationBlock(texts, justification, needsReason));
  if (form.extends === null) blocks.push(targetBlock(texts, form.targetSlackId));
  return blocks;
}

function emergencyBlock(texts: Texts, { emergency, emergencies }: ShownForm): KnownBlock {
  const { block, action } = formFields.emergency;
  const options = [option(texts.requestForm.askForEmergency, emergencyValue)];
  const element = {
    type: 'checkboxes',
    action_id: action,
    options,
    // Unticking it needs no question.
    ...(emergency
      ? { initial_options: options }
      : { confirm: emergencyConfirmation(texts, emergencies.onCall) }),
  } as const;
  return formInput(block, texts.card.emergency, element, { isOptional: true, isFollowed: true });
}

function justificationBlock(
  { requestForm: words }: Texts,
  justification: string,
  isNeeded: boolean,
): InputBlock {
  const element = {
    type: 'plain_text_input',
    action_id: formFields.justification.action,
    multiline: true,
    max_length: justificationLimit,
    ...(justification === ''
      ? {}
      : { initial_value: cut(sound(justification), justificationLimit) }),
  } as const;
  return formInput(formFields.justification.block, words.justification, element, {
    isOptional: !isNeeded,
    hint: words.justificationHint,
  });
}

function targetBlock({ requestForm: words }: Texts, targetSlackId: string | null): InputBlock {
  const { block, action } = formFields.target;
  const initial = targetSlackId === null ? {} : { initial_user: targetSlackId };
  const more = { isOptional: true, isFollowed: true, hint: words.targetHint };
  return formInput(
    block,
    words.target,
    { type: 'users_select', action_id: action, ...initial },
    more,
  );
}
