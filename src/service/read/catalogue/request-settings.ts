import type { ConfigurationRule } from '../../../domain/catalogue/request-rules.ts';
import { ok } from '../../../domain/result.ts';
import { noPace } from '../../../use-cases/ports/pace.ts';
import type { CompleteGovernance, TenantClient } from '../../capabilities.ts';
import { answerAboutAnother } from '../../client/http/service-errors.ts';
import {
  type ConfigurationRuleRecord,
  getPolicy,
  listConfigurationRules,
  readRequestDefaults,
  readRequestSettings,
} from '../../client/request-settings-operations.ts';
import { parseDuration } from '../../client/wire/wire-fields.ts';
import { requestPolicy } from './read-policy-steps.ts';

/** The methods of the port that read what applies to a request before it is made. */
type RequestSettingsReader = Pick<
  CompleteGovernance,
  'configurationRules' | 'requestDefaults' | 'requestPolicy' | 'hidesReasons'
>;

export function createRequestSettingsReader(client: TenantClient): RequestSettingsReader {
  return {
    async configurationRules(appId, pace = noPace) {
      await pace();
      const answer = await client.call(listConfigurationRules, { path: { app_id: appId } });
      if (!answer.ok) return answer;
      if (answer.value.some((rule) => !['', appId].includes(rule.appId)))
        throw answerAboutAnother(listConfigurationRules);
      const inForce = answer.value.filter((rule) => rule.enabled && rule.deletedAt === null);
      const inOrder = inForce.toSorted((one, other) => priorityOf(one) - priorityOf(other));
      return ok(inOrder.map(ruleOf));
    },

    async requestDefaults(appId, pace = noPace) {
      await pace();
      const answer = await client.call(readRequestDefaults, { path: { app_id: appId } });
      if (!answer.ok) return answer;
      const { defaultsEnabled, durationGrant } = answer.value;
      if (!['', appId].includes(answer.value.appId)) throw answerAboutAnother(readRequestDefaults);
      const policyId = answer.value.requestPolicyId || null;
      return ok(defaultsEnabled ? { longestSeconds: longestOf(durationGrant), policyId } : null);
    },

    async requestPolicy(id, pace = noPace) {
      await pace();
      const answer = await client.call(getPolicy, { path: { id } });
      if (!answer.ok) return answer.refusal.kind === 'not-found' ? ok(null) : answer;
      if (answer.value.id !== id) throw answerAboutAnother(getPolicy);
      return ok(answer.value.deletedAt === null ? requestPolicy(answer.value) : null);
    },

    async hidesReasons(pace = noPace) {
      await pace();
      const answer = await client.call(readRequestSettings, { path: {} });
      return answer.ok ? ok(answer.value.skipJustification === true) : answer;
    },
  };
}

/** The lowest goes first; one that cannot be read, last. */
function priorityOf({ priority }: ConfigurationRuleRecord): number {
  const rank = Number(priority || '0');
  return Number.isNaN(rank) ? Number.MAX_VALUE : rank;
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
