/** Calls of the governance client that many tests make. */
import type { GovernanceClient } from '../../src/service/client/client.ts';
import * as endpoints from '../../src/service/client/endpoints.ts';
import * as operations from '../../src/service/client/optional-operations.ts';
import { type PageRequest, readPage } from '../../src/service/client/wire/paging.ts';

type Client = Pick<GovernanceClient, 'call'>;
const firstPage: PageRequest = { pageToken: '' };

export const readTask = (client: Client, id: string) =>
  client.call(operations.getTask, { path: { task_id: id } });

export const createGrantTask = (client: Client, body: Readonly<Record<string, unknown>>) =>
  client.call(endpoints.createGrantTask, { path: {}, body });

export const performTaskAction = (
  client: Client,
  id: string,
  { verb, ...body }: { readonly verb: string },
) => client.call(operations.performTaskAction, { path: { task_id: id, verb }, body });

export function listAppResourceEntitlements(
  client: Client,
  {
    appId,
    resourceTypeId,
    resourceId,
  }: Readonly<Record<'appId' | 'resourceTypeId' | 'resourceId', string>>,
  page = firstPage,
) {
  const path = { app_id: appId, app_resource_type_id: resourceTypeId, app_resource_id: resourceId };
  return readPage(client, endpoints.listAppResourceEntitlements, { path }, page);
}
