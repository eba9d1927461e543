import { z } from 'zod';
import type { PolicyStep, RequestPolicy } from '../../../domain/catalogue/policy-steps.ts';
import type { ConfigurationRule } from '../../../domain/catalogue/request-rules.ts';
import { noPace } from '../../../use-cases/ports/pace.ts';
import type { CompleteGovernance, TenantClient } from '../../capabilities.ts';
import { answerAboutAnother, orFailure } from '../../client/http/service-errors.ts';
import {
  type ConfigurationRuleRecord,
  getPolicy,
  listConfigurationRules,
  type PolicyRecord,
  readRequestDefaults,
  readRequestSettings,
} from '../../client/request-settings-operations.ts';
import { parseDuration } from '../../client/wire/wire-fields.ts';

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
      const rules = orFailure(answer, listConfigurationRules);
      if (rules.some((rule) => !['', appId].includes(rule.appId)))
        throw answerAboutAnother(listConfigurationRules);
      const inForce = rules.filter((rule) => rule.enabled && rule.deletedAt === null);
      const inOrder = inForce.toSorted((one, other) => priorityOf(one) - priorityOf(other));
      return inOrder.map(ruleOf);
    },

    async requestDefaults(appId, pace = noPace) {
      await pace();
      const answer = await client.call(readRequestDefaults, { path: { app_id: appId } });
      const defaults = orFailure(answer, readRequestDefaults);
      if (!['', appId].includes(defaults.appId)) throw answerAboutAnother(readRequestDefaults);
      if (!defaults.defaultsEnabled) return 'none';
      const longestSeconds = longestOf(defaults.durationGrant);
      return { longestSeconds, policyId: defaults.requestPolicyId || null };
    },

    async requestPolicy(id, pace = noPace) {
      await pace();
      const answer = await client.call(getPolicy, { path: { id } });
      if (!answer.ok && answer.refusal.kind === 'not-found') return 'none';
      const policy = orFailure(answer, getPolicy);
      if (policy.id !== id) throw answerAboutAnother(getPolicy);
      return policy.deletedAt === null ? requestPolicy(policy) : 'none';
    },

    async hidesReasons(pace = noPace) {
      await pace();
      const answer = await client.call(readRequestSettings, { path: {} });
      return orFailure(answer, readRequestSettings).skipJustification === true;
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

/** In seconds; null where none is set, and for what cannot be a length of time. */
function longestOf(duration: string): number | null {
  const seconds = parseDuration(duration) ?? 0;
  return seconds > 0 ? seconds : null;
}

const members = z.record(z.string(), z.unknown());
type Members = z.output<typeof members>;

/** Steps of these kinds prepare or carry out; nobody decides in them. */
const undeciding = ['provision', 'form', 'wait', 'action'];

const users = z.object({
  userIds: z.array(z.string()).min(1),
  allowSelfApproval: z.boolean().nullish(),
});
const group = z.object({ appId: z.string().min(1), appGroupId: z.string().min(1) });
const byWord = new Map<string, PolicyStep>([
  ['manager', { kind: 'manager' }],
  ['appOwners', { kind: 'app-owners' }],
  ['entitlementOwners', { kind: 'entitlement-owners' }],
  ['resourceOwners', { kind: 'resource-owners' }],
  ['self', { kind: 'self' }],
  ['expression', { kind: 'rule' }],
  ['webhook', { kind: 'rule' }],
  ['agent', { kind: 'rule' }],
]);

/** A policy as it is before a request (docs/spec/deployments.md#policy-and-steps). */
function requestPolicy({ id, baselinePolicyId, policySteps, rules }: PolicyRecord): RequestPolicy {
  const keys = Object.keys(policySteps);
  const key = keys.length === 1 ? keys[0] : 'grant';
  return {
    id,
    hasRules: rules.length > 0,
    baselineId: baselinePolicyId === '' ? null : baselinePolicyId,
    steps: decidingSteps(policySteps[key ?? '']?.steps ?? []),
  };
}

/** The steps that decide; null where a step cannot be read. What follows an end is left out. */
function decidingSteps(steps: readonly Members[]): readonly PolicyStep[] | null {
  const policySteps: PolicyStep[] = [];
  for (const step of steps) {
    const kinds = Object.keys(step).filter((kind) => members.safeParse(step[kind]).success);
    const [kind = ''] = kinds;
    if (kinds.length !== 1) return null;
    if (undeciding.includes(kind)) continue;
    const one = kind === 'approval' ? approvalStep(members.parse(step[kind])) : endOf(kind);
    if (one === null) return null;
    policySteps.push(one);
    if (one.kind === 'accept' || one.kind === 'reject') break;
  }
  return policySteps;
}

function endOf(kind: string): PolicyStep | null {
  return kind === 'accept' || kind === 'reject' ? { kind } : null;
}

/** The configuration may stand once more under the same word. */
function approvalStep(step: Members): PolicyStep | null {
  const approval = members.safeParse(step['approval']).data ?? step;
  const named = ['users', 'group', ...byWord.keys()].filter(
    (kind) => members.safeParse(approval[kind]).success,
  );
  const [kind = ''] = named;
  if (named.length !== 1) return null;
  if (kind === 'users') {
    const approvers = users.safeParse(approval[kind]).data;
    const userIds = approvers?.userIds.filter((id) => id !== '') ?? [];
    const allowSelfApproval = approvers?.allowSelfApproval ?? false;
    return userIds.length === 0 ? null : { kind, userIds, allowSelfApproval };
  }
  if (kind === 'group') {
    const approverGroup = group.safeParse(approval[kind]).data;
    return approverGroup === undefined
      ? null
      : { kind, appId: approverGroup.appId, entitlementId: approverGroup.appGroupId };
  }
  return byWord.get(kind) ?? null;
}
