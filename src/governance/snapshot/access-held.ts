import { z } from 'zod';
import type { OptionalOperation } from '../../domain/access-settings.ts';
import type { AccessEvent } from '../../domain/grant.ts';
import type { AccessGovernance } from '../../use-cases/ports.ts';
import type { GovernanceClient } from '../client.ts';
import {
  type GrantBinding,
  type GrantsFeedPage,
  readGrantsFeed,
  readGrantsFeedEndpoint,
  readUserGrants,
} from '../grants.ts';
import { readAccessType } from '../task-fields.ts';
import { searchTasks, searchTasksEndpoint } from '../tasks.ts';
import { locate } from '../wire/expanded.ts';
import { needs, orFailure } from '../wire/operations.ts';
import { pages } from '../wire/paging.ts';

/** The methods of the port that tell who has what, by the feed of grants, by the tasks that ended, and by a person's grants. */
export function createAccessReader(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation>,
): Pick<AccessGovernance, 'accessEvents' | 'holding'> {
  async function fed(after: string, appIds: readonly string[]): Promise<AccessEvent[]> {
    const events: AccessEvent[] = [];
    const all = pages(readGrantsFeedEndpoint, (page) => readGrantsFeed(client, { after, appIds, ...page }));
    for await (const page of all) events.push(...feedEvents(orFailure(page, 'readGrantsFeed')));
    return events;
  }

  async function ofTasks(outcomeAfter: string, appIds: readonly string[]): Promise<AccessEvent[]> {
    needs(operations, 'taskSearch');
    const events: AccessEvent[] = [];
    const all = pages(searchTasksEndpoint, (page) =>
      searchTasks(client, {
        taskStates: ['TASK_STATE_CLOSED'],
        taskTypes: [{ grant: {} }, { revoke: {} }],
        applicationIds: appIds,
        outcomeAfter,
        ...page,
      }),
    );
    for await (const page of all) {
      for (const { task } of orFailure(page, 'searchTasks').list) {
        const type = readAccessType(task.type);
        const kind = outcomeKinds.get(type?.outcome ?? '');
        const at = instantOf(type?.outcomeTime);
        if (type === null || kind === undefined || at === null) continue;
        const { appId, appEntitlementId: entitlementId, appUserId: accountId } = type;
        const identityUserId = type.identityUserId || task.userId || null;
        events.push({ kind, at, appId, entitlementId, accountId, identityUserId, taskId: task.id });
      }
    }
    return events;
  }

  return {
    accessEvents: (since, appIds) =>
      operations.has('grantsFeed') ? fed(since.toISOString(), appIds) : ofTasks(since.toISOString(), appIds),

    async holding(of) {
      needs(operations, 'userGrants');
      const bindings = orFailure(await readUserGrants(client, of), 'readUserGrants');
      if (bindings === null) return { isHeld: null, endsAt: null };
      const held = bindings.filter((one) => isHeld(one, of));
      const ends = held.map((one) => instantOf(one.deprovisionAt)?.getTime() ?? Number.NaN);
      const last = Math.max(...ends);
      return { isHeld: held.length > 0, endsAt: Number.isFinite(last) ? new Date(last) : null };
    },
  };
}

const outcomeKinds: ReadonlyMap<string, AccessEvent['kind']> = new Map([
  ['GRANT_OUTCOME_GRANTED', 'added'],
  ['REVOKE_OUTCOME_REVOKED', 'removed'],
]);

const eventKinds: ReadonlyMap<string, AccessEvent['kind']> = new Map([
  ['GRANT_EVENT_TYPE_ADDED', 'added'],
  ['GRANT_EVENT_TYPE_REMOVED', 'removed'],
]);

/** Events of a kind and at a time that can be read; the others say nothing. */
function feedEvents({ list, expanded }: GrantsFeedPage): readonly AccessEvent[] {
  return list.flatMap(({ feed, appUserPath }) => {
    const kind = eventKinds.get(feed?.eventType ?? '');
    const at = instantOf(feed?.date);
    if (feed === null || kind === undefined || at === null) return [];
    const { appId, appEntitlementId: entitlementId, appUserId: accountId, ticketId: taskId } = feed;
    const [account] = locate(expanded, appUserPath).map((one) => located.safeParse(one).data);
    // An account of another id is not the one that the event is about.
    const isOther = account !== undefined && account.id !== '' && account.id !== accountId;
    const identityUserId = isOther ? null : account?.identityUserId || null;
    return [{ kind, at, appId, entitlementId, accountId, identityUserId, taskId }];
  });
}

const word = z.string().catch('');
const appUser = z.object({ id: word, identityUserId: z.string() });
/** Accounts come bare or inside a view. */
const located = z.union([z.object({ appUser }).transform((view) => view.appUser), appUser]);

/** Whether a binding says that its account has this entitlement. Accounts that do not have it are listed with nothing filled in. */
function isHeld(one: GrantBinding, of: { readonly appId: string; readonly entitlementId: string }): boolean {
  const isOfOther = ![of.appId, ''].includes(one.appId) || ![of.entitlementId, ''].includes(one.appEntitlementId);
  const isFilledIn = instantOf(one.createdAt) !== null || instantOf(one.deprovisionAt) !== null;
  return !isOfOther && isFilledIn && instantOf(one.deletedAt) === null;
}

/** null for no time, which services also write as one long before there were any. */
function instantOf(value: string | null | undefined): Date | null {
  const ms = Date.parse(value ?? '');
  return ms > 0 ? new Date(ms) : null;
}
