import type { InputBlock } from '@slack/types';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { TypedForm } from '../../../use-cases/form/typed-form.ts';
import { formInput, option } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { formFields, optionValue } from './request-form-fields.ts';

/** Which of several accounts the access is for; nothing where there is no choice. */
export function accountBlocks(
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
