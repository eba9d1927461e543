/**
 * Reads that only the doctor makes (docs/spec/deployments.md#policy-and-steps,
 * docs/spec/deployments.md#the-services-own-messages). The doctor says so when a tenant lacks them.
 */
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../service/client/wire/endpoint.ts';
import { list, text } from '../../service/client/wire/wire-fields.ts';

const policy = z.object({
  id: text,
  displayName: text,
  /** Steps by their key, as the service sent them, because people are named in many places. */
  policySteps: z.unknown().optional(),
});
export type Policy = z.output<typeof policy>;

/** Some searches of the service wrap what they list. */
function unwrapped(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'policy' in item ? item.policy : item;
}
const listedPolicy = z.unknown().transform(unwrapped).pipe(policy);

/** All policies but those that belong to a single app or entitlement. */
export const searchPolicies = endpoint(
  'POST',
  '/api/v1/search/policies',
  z.object({ list: list(listedPolicy), nextPageToken: text }),
);

const event = z
  .object({ enabled: z.boolean().catch(true) })
  .nullish()
  .catch(null);

/** True where it posts requests; a kind of message that it does not name counts as on. */
const channel = z
  .object({
    enabled: z.boolean().catch(false),
    isConfigured: z.boolean().catch(true),
    requestCreated: event,
    approvalNeeded: event,
  })
  .nullish()
  .transform((one) => {
    if (one?.enabled !== true || !one.isConfigured) return false;
    return [one.requestCreated, one.approvalNeeded].some((kind) => kind?.enabled !== false);
  });

/** Where the service's own chat app posts; null where the answer does not tell. */
export const readNotificationSettings = endpoint(
  'GET',
  '/api/v1/settings/notifications/org',
  z
    .object({
      orgNotificationSettings: z
        .object({ channelSettings: z.object({ slack: channel, teams: channel }).nullish() })
        .nullish(),
    })
    .transform((answer) => answer.orgNotificationSettings?.channelSettings ?? null),
);

/** What is served with POST, asked with GET: that finds out whether it is there, and does nothing. */
export function asGet(path: string): Endpoint<string, unknown> {
  return endpoint('GET', path, z.unknown());
}
