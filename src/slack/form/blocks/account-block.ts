import type { InputBlock } from '@slack/types';
import type { AppAccount } from '../../../domain/catalogue/app-account.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { formInput, option } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { RequestForm } from './form-model.ts';
import { type FormMemory, formFields, optionValue } from './request-form-fields.ts';

/** Which of several accounts the access is for; nothing where there is no choice. */
export function accountBlocks(
  { requestForm: words }: Texts,
  app: RequestableApp,
  { memory, filled }: RequestForm,
): InputBlock[] {
  const accounts = accountChoices(memory, app, filled.targetSlackId);
  if (accounts.length < 2) return [];
  const names = accounts.map((one) => one.name);
  const options = accounts.map(({ id, name }) => {
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return option(isOnly ? name : `${name} (${id})`, optionValue(id));
  });
  const initial = options.find(({ value }) => value === filled.accountValue);
  const element = {
    type: 'static_select',
    action_id: formFields.account.action,
    options,
    ...(initial && { initial_option: initial }),
  } as const;
  const block = accountBlockId(app.id, filled.targetSlackId);
  return [formInput(block, words.account, element, { hint: words.accountHint })];
}

/** Another block for other accounts: Slack keeps what was picked in a block that stays. */
function accountBlockId(appId: string, target: string | null): string {
  return `${formFields.account.block}-${optionValue(`${appId}+${target ?? ''}`)}`;
}

/** Those that were read for this app and this person; none where others were. */
export function accountChoices(
  { accounts, extends: extended }: Pick<FormMemory, 'accounts' | 'extends'>,
  app: Pick<RequestableApp, 'id'>,
  target: string | null,
): readonly AppAccount[] {
  const isRead = accounts?.app === optionValue(app.id) && accounts.target === target;
  // More time is for the account that has it.
  return isRead && extended === null ? accounts.list : [];
}
