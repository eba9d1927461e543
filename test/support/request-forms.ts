import type { RequestableApp } from '../../src/domain/settings/access-settings.ts';
import type { PickedEntitlement, RequestForm } from '../../src/slack/form/blocks/form-model.ts';
import { emptyForm } from '../../src/slack/form/blocks/request-form.ts';
import { newFormMemory } from '../../src/slack/form/blocks/request-form-fields.ts';
import type { EntitlementHelp } from '../../src/use-cases/form/entitlement-help.ts';
import { entitlement, noon } from './samples.ts';

const opened = { mode: 'request', conversationId: 'C0GENERAL', conversationUrl: '' } as const;

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
  lastAsked: [],
  lastAskedLater: [],
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

export const blank: RequestForm = {
  memory: newFormMemory(opened),
  app: null,
  picked: [],
  candidates: [],
  filled: emptyForm,
  emergency: { channel: 'C0INCIDENTS', onCall: 'S0ONCALL', durationsSeconds: [3_600] },
  remark: null,
  now: noon,
};

export const withApp: RequestForm = {
  ...blank,
  app: github,
};
