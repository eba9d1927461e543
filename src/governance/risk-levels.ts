import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** An attribute value of a tenant; `value` is the word that people read. */
const riskLevel = z.object({ id: text, value: text });

export const listRiskLevelsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/attributes/risk_levels',
  effect: 'read',
  answer: z.object({ list: list(riskLevel), nextPageToken: text }),
});

/** riskLevels: one page of the tenant's risk levels. Refusals: `forbidden`, `not-found` on deployments without them. */
export function listRiskLevels(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<z.output<typeof riskLevel>>, ServiceRefusal>> {
  return client.call(listRiskLevelsEndpoint, { path: {}, query: pageFields(page) });
}
