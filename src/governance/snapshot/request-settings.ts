import type { ConfigurationRule } from '../../domain/request-rules.ts';
import { ok } from '../../domain/result.ts';
import type { AccessGovernance } from '../../use-cases/ports.ts';
import {
  type ConfigurationRuleRecord,
  getPolicy,
  listConfigurationRules,
  readRequestDefaults,
  readRequestSettings,
} from '../request-settings-operations.ts';
import type { TenantClient } from '../tenant-client.ts';
import { answerAboutAnother } from '../wire/service-errors.ts';
import { parseDuration } from '../wire/wire-fields.ts';
import { requestPolicy } from './read-policy-steps.ts';

/** The methods of the port that read what applies to a request before it is made. */
type RequestSettingsReader = Pick<
  AccessGovernance,
  'configurationRules' | 'requestDefaults' | 'requestPolicy' | 'hidesReasons'
>;

export function createRequestSettingsReader(client: TenantClient): RequestSettingsReader {
  return {
    async configurationRules(appId) {
      const read = await client.call(listConfigurationRules, { path: { app_id: appId } });
      if (!read.ok) return read;
      if (read.value.some((rule) => !['', appId].includes(rule.appId)))
        throw answerAboutAnother(listConfigurationRules);
      const inForce = read.value.filter((rule) => rule.enabled && rule.deletedAt === null);
      const inOrder = inForce.toSorted((one, other) => priorityOf(one) - priorityOf(other));
      return ok(inOrder.map(ruleOf));
    },

    async requestDefaults(appId) {
      const read = await client.call(readRequestDefaults, { path: { app_id: appId } });
      if (!read.ok) return read;
      const { defaultsEnabled, durationGrant } = read.value;
      if (!['', appId].includes(read.value.appId)) throw answerAboutAnother(readRequestDefaults);
      const policyId = read.value.requestPolicyId || null;
      return ok(defaultsEnabled ? { longestSeconds: longestOf(durationGrant), policyId } : null);
    },

    async requestPolicy(id) {
      const read = await client.call(getPolicy, { path: { id } });
      if (!read.ok) return read.refusal.kind === 'not-found' ? ok(null) : read;
      if (read.value.id !== id) throw answerAboutAnother(getPolicy);
      return ok(read.value.deletedAt === null ? requestPolicy(read.value) : null);
    },

    async hidesReasons() {
      const read = await client.call(readRequestSettings, { path: {} });
      return read.ok ? ok(read.value.skipJustification === true) : read;
    },
  } satisfies Partial<AccessGovernance>;
}

/** The lowest goes first; one that cannot be read, last. */
function priorityOf({ priority }: ConfigurationRuleRecord): number {
  const told = Number(priority || '0');
  return Number.isNaN(told) ? Number.MAX_VALUE : told;
}

function ruleOf({ condition, settings }: ConfigurationRuleRecord): ConfigurationRule {
  return {
    isForAll: condition.trim() === '',
    longestSeconds: longestOf(settings?.maxGrantDuration ?? ''),
    policyId: settings?.requestPolicyId || null,
    emergencyPolicyId:
      settings?.emergencyGrantEnabled === true ? settings.emergencyGrantPolicyId : null,
  };
}

/** null where none is set, and for what cannot be a length of time. */
function longestOf(duration: string): number | null {
  const seconds = parseDuration(duration) ?? 0;
  return seconds > 0 ? seconds : null;
}
