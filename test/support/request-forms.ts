import type { RequestableApp } from '../../src/domain/settings/access-settings.ts';
import type { PickedEntitlement, ShownForm } from '../../src/slack/form/blocks/form-model.ts';
import type { EntitlementHelp } from '../../src/use-cases/form/entitlement-help.ts';
import { emptyForm } from '../../src/use-cases/form/typed-form.ts';
import { entitlement, noon } from './samples.ts';

export const github: RequestableApp = {
  id: 'app-github',
  name: 'GitHub',
  channel: null,
  resources: [],
  durationsSeconds: [3_600, 14_400, 604_800],
  fields: [],
  tasks: 'bot',
  confidential: false,
  reminders: null,
  escalation: null,
  webhook: null,
};

const nothingKnown: EntitlementHelp = {
  riskName: null,
  owners: [],
  open: null,
  openElsewhere: null,
  held: null,
  deciders: null,
};

export function picked(
  change: Parameters<typeof entitlement>[0] = {},
  help: Partial<EntitlementHelp> = {},
): PickedEntitlement {
  return {
    entitlement: entitlement(change),
    help: { ...nothingKnown, ...help },
    isForOther: false,
    isHidden: false,
    isFollowed: false,
    profile: null,
  };
}

export const blank: ShownForm = {
  ...emptyForm,
  conversationId: 'C0GENERAL',
  language: 'en',
  timeZone: null,
  picked: [],
  emergencies: { channel: 'C0INCIDENTS', onCall: 'S0ONCALL', durationsSeconds: [3_600] },
  remark: null,
  now: noon,
};

/** A form for GitHub, in which what is in `picked` is picked. */
export function shownForm(change: Partial<ShownForm> = {}): ShownForm {
  const entitlements = (change.picked ?? []).map((one) => one.entitlement);
  return { ...blank, app: github, entitlements, ...change };
}
