import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, integer, list, openEnum, text, texts } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** Recovery policy: how somebody who lost a credential gets back in. */
const recoveryPolicy = z.object({
  id: text,
  displayName: text,
  allowedRecoveryTypes: texts,
  minRecoveryAuthLevel: openEnum(['AUTH_LEVEL_UNSPECIFIED']),
  priority: integer,
  isBuiltin: flag,
  revokeOnRecovery: flag,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime,
});
export type RecoveryPolicy = z.output<typeof recoveryPolicy>;

const listRecoveryPoliciesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/recovery-policies',
  effect: 'read',
  answer: z.object({ list: list(recoveryPolicy), nextPageToken: text }),
});

/** Endpoint 11: one page of the recovery policies. Refusals: `forbidden`. */
export function listRecoveryPolicies(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<RecoveryPolicy>, ServiceRefusal>> {
  return client.call(listRecoveryPoliciesEndpoint, { path: {}, query: pageFields(page) });
}
