import type { InputBlock, KnownBlock } from '@slack/types';
import { DateTime } from 'luxon';
import { fieldsFor } from '../../../domain/form/request-answers.ts';
import { commonBounds, justificationLimit } from '../../../domain/request/access-request.ts';
import { isReasonNeeded } from '../../../domain/request/reason-needed.ts';
import { PatternBudget } from '../../../domain/text/pattern-budget.ts';
import { emergencyConfirmation } from '../../action/buttons.ts';
import { cut, formInput, option, sound } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { ShownForm } from './form-model.ts';
import { answerBlock, emergencyValue, formFields } from './request-form-fields.ts';
import { timeBlocks } from './time-blocks.ts';

/** The rest of the form: extra questions, duration, justification and target. */
export function howBlocks(texts: Texts, form: ShownForm): KnownBlock[] {
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
