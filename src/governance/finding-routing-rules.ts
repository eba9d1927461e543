import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, freeObject, integer, list, nested, openEnum, text, texts } from './wire/fields.ts';

/** What becomes of a finding; one member is set. Durations are protobuf seconds. */
const action = z.object({
  acceptRisk: nested(z.object({ duration: text, reason: text })),
  createTask: nested(z.object({ policyId: text })),
  snooze: nested(z.object({ duration: text, reason: text })),
  suppress: nested(z.object({ reason: text })),
});

const notify = z.object({
  audience: nested(z.object({ users: nested(z.object({ userIds: texts })) })),
  batchWindowSeconds: integer,
  detailLevel: openEnum(['FINDING_NOTIFY_DETAIL_LEVEL_UNSPECIFIED']),
  chatChannel: nested(z.object({ channelId: text, channelName: text })),
});

/** Who or what is told of a finding; one member beside the first four is set. */
const dispatcher = z.object({
  displayName: text,
  key: text,
  enabled: flag,
  tierOverride: openEnum(['FINDING_DISPATCH_TIER_UNSPECIFIED']),
  invokeFunction: nested(z.object({ args: freeObject, functionCommitId: text, functionId: text })),
  notify: nested(notify),
  notifyOnOutcome: nested(z.object({ onDone: flag, onError: flag, recipients: texts })),
  triggerAutomation: nested(z.object({ automationId: text, inputMapping: freeObject })),
  webhook: nested(z.object({ payloadTemplate: text, webhookId: text })),
});

/** Finding routing rule: which findings go where, and what is done about them. */
const findingRoutingRule = z.object({
  id: text,
  appId: text,
  condition: text,
  description: text,
  displayName: text,
  templateId: text,
  enabled: flag,
  priority: integer,
  findingType: openEnum(['FINDING_TYPE_UNSPECIFIED']),
  createdAt: dateTime,
  updatedAt: dateTime,
  action: nested(action),
  dispatchers: list(dispatcher),
});
export type FindingRoutingRule = z.output<typeof findingRoutingRule>;

const readFindingRoutingRuleEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/findings/routing-rules/{id}',
  effect: 'read',
  answer: z.object({ routingRule: findingRoutingRule }).transform((answer) => answer.routingRule),
});

/** Endpoint 9: one finding routing rule. Refusals: `not-found`, `forbidden`. */
export function readFindingRoutingRule(
  client: GovernanceClient,
  id: string,
): Promise<Result<FindingRoutingRule, ServiceRefusal>> {
  return client.call(readFindingRoutingRuleEndpoint, { path: { id } });
}
