/** The calls of endpoints 2 to 16 as operators make them: by the rows of the one table. */

import {
  type EndpointRow,
  endpointRows,
  idsIn,
  sentBy,
} from '../src/operator/admin/table/endpoint-rows.ts';
import type { GovernanceClient } from '../src/service/client/client.ts';
import { type PageRequest, readPage } from '../src/service/client/wire/paging.ts';

/** The row of each endpoint. */
const rowNames: Readonly<Record<number, string>> = {
  2: 'add-entitlement-owners',
  3: 'add-app-owners',
  4: 'credential-policies',
  5: 'update-connector',
  6: 'entitlements',
  7: 'mcp-catalog',
  8: 'mcp-servers',
  9: 'routing-rule',
  10: 'user-owners',
  11: 'recovery-policies',
  12: 'owners',
  13: 'entitlement-owner',
  14: 'executions',
  15: 'role-suggestions',
  16: 'federation-providers',
};

function rowOf(endpoint: number): EndpointRow {
  const row = endpointRows.find(({ name }) => name === rowNames[endpoint]);
  if (row === undefined) throw new RangeError(`no row calls endpoint ${endpoint}`);
  return row;
}

/** The ids that a row takes. */
export function idsOf(endpoint: number): readonly string[] {
  const row = rowOf(endpoint);
  return idsIn('list' in row ? row.list.path : row.one.path);
}

/** Reads a page of an endpoint, or calls it once, with the ids of its path. */
export async function callByRow(
  client: GovernanceClient,
  endpoint: number,
  ids: Readonly<Record<string, string>>,
  page: PageRequest,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const row = rowOf(endpoint);
  const sent = sentBy(row, { ids, titles: {}, fields: new Map(Object.entries(fields)) });
  if (!('list' in row)) return client.call(row.one, sent);
  return readPage(client, row.list, sent, page);
}
