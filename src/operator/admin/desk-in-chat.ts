/** Puts the operator's desk for chat together. */

import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { followTakenAway } from '../../use-cases/access/end-grants.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { isAdministrator, resolveIdentity } from '../../use-cases/people/resolve-identity.ts';
import { record } from '../../use-cases/record/record.ts';
import type { AuditTrail } from '../../use-cases/trail/audit-chain.ts';
import { type AdminDeskDeps, createAdminDesk } from './desk.ts';

interface ChatDeskDeps
  extends UseCaseDeps,
    Pick<AdminDeskDeps, 'checks' | 'client' | 'capabilities' | 'operations'> {
  readonly catalogue: Catalogue;
  readonly trail: AuditTrail;
}

export function openAdminDesk(deps: ChatDeskDeps): ReturnType<typeof createAdminDesk> {
  const { world, catalogue, governance, store, trail, checks, client } = deps;
  const { capabilities, operations } = deps;
  return createAdminDesk({
    client,
    isAdministrator: (slackUserId) => isAdministrator(deps, slackUserId),
    get apps() {
      return catalogue.apps('');
    },
    entitlements: (appId) => catalogue.all(appId),
    capabilities,
    operations,
    tookAway: (of, { taskView, expanded }) =>
      followTakenAway(deps, of, taskSnapshot(taskView, expanded)),
    async owns(slackUserId, appId, entitlementId) {
      const identity = await resolveIdentity(deps, slackUserId, 'fresh');
      const entitlement = catalogue.entitlement(appId, entitlementId);
      if (!identity.ok || entitlement === null) return false;
      const owners = await governance.listResourceOwners(entitlement);
      return owners.ok && owners.value.some(({ id }) => id === identity.value.id);
    },
    knownPeople: (typed) => trail.people(typed),
    async auditEntries(filter, page) {
      const lines = await trail.read(filter, { order: 'desc', ...page });
      return { lines, names: await trail.names(lines) };
    },
    checks,
    async audit(command) {
      await store.transaction((tx) => record(tx, command));
    },
    world,
  });
}
