import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** An app, as far as the bot shows one. */
const governedApp = z.object({ id: text, displayName: text, description: text });
export type GovernedApp = z.output<typeof governedApp>;

export const listAppsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps',
  effect: 'read',
  answer: z.object({ list: list(governedApp), nextPageToken: text }),
});

/** appList: one page of the apps of the tenant. Refusals: `forbidden`. */
export function listApps(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<GovernedApp>, ServiceRefusal>> {
  return client.call(listAppsEndpoint, { path: {}, query: pageFields(page) });
}
