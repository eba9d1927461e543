/** Puts the operator's desk for chat together. */

import { ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { slackIdIn } from '../../domain/people/known-person.ts';
import { auditSentence, isDelivery } from '../../domain/record/audit-sentence.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import type { Administer } from '../../slack/admin/admin-answer.ts';
import { followTakenAway } from '../../use-cases/access/end-grants.ts';
import {
  holderRequests,
  shownRequests,
  standingOfRequest,
} from '../../use-cases/access/holder-requests.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import {
  type IdentityDeps,
  isAdministrator,
  resolveIdentity,
} from '../../use-cases/people/resolve-identity.ts';
import { record } from '../../use-cases/record/record.ts';
import type { AuditTrail } from '../../use-cases/trail/audit-chain.ts';
import { type ChatDeskDeps, createAdminDesk } from './chat-desk.ts';

interface OpeningDeps
  extends UseCaseDeps,
    Pick<ChatDeskDeps, 'checks' | 'client' | 'capabilities' | 'moreCommands'> {
  readonly catalogue: Catalogue;
  readonly trail: AuditTrail;
  readonly queue: Pick<JobQueue, 'stuck' | 'tryAgain'>;
}

/** After every `seq` that there is. */
const newestSeq = 2_147_483_647;
/** Where a request has more, the oldest entries are left to the command line. */
const mostEntries = 500;

export function openAdminDesk(deps: OpeningDeps): Administer {
  const { catalogue, store, trail, queue } = deps;
  return createAdminDesk({
    ...deps,
    async isAdministrator(slackUserId) {
      // Nobody is looked up who is not listed.
      if (!isAdministrator(deps.settings, slackUserId, null)) return false;
      const who = await unlessFailing(resolveIdentity(deps, slackUserId, 'fresh'), () => null);
      return isAdministrator(deps.settings, slackUserId, who);
    },
    get apps() {
      return catalogue.apps('');
    },
    entitlements: (appId) => catalogue.all(appId),
    tookAway: (of, { taskView, expanded }) =>
      followTakenAway(deps, of, taskSnapshot(taskView, expanded)),
    owns: ownsNow(deps),
    async knownPeople(typed) {
      const people = await trail.people(typed);
      const slackUserId = slackIdIn(typed);
      if (slackUserId === null || people.some(({ id }) => id !== null)) return people;
      const identity = await resolveIdentity(deps, slackUserId);
      if (!identity.ok) return people;
      const { id, name, email } = identity.value;
      return [{ slackUserId, id, name, email }];
    },
    stuck: () => queue.stuck(),
    tryAgain: () => queue.tryAgain(),
    async story(number, readerId) {
      const newest = { order: 'desc', seq: newestSeq, limit: mostEntries } as const;
      const lines = (await trail.read({ request: number }, newest)).toReversed();
      const names = await trail.names(lines);
      const sentences = lines
        .filter((line) => !isDelivery(line))
        .map((line) => `${line.at.slice(0, 16).replace('T', ' ')} ${auditSentence(line, names)}`);
      const requestId = lines.find((line) => line.requestId !== null)?.requestId ?? null;
      const requests =
        requestId === null ? null : await standingOfRequest(deps, readerId, requestId);
      return requests === null ? { sentences } : { sentences, requests };
    },
    requestsOf: (slackUserId) => holderRequests(deps, slackUserId, shownRequests.home),
    async audit(entry) {
      await store.transaction((tx) => record(tx, { kind: 'admin-command', ...entry }));
    },
  });
}

/** Throws where the owners cannot be asked for; a resource that is gone has none. */
export function ownsNow(
  deps: IdentityDeps & { readonly catalogue: Pick<Catalogue, 'entitlement'> },
): ChatDeskDeps['owns'] {
  return async (slackUserId, appId, entitlementId) => {
    const identity = await resolveIdentity(deps, slackUserId, 'fresh');
    const entitlement = deps.catalogue.entitlement(appId, entitlementId);
    if (!identity.ok || entitlement === null) return false;
    const owners = await deps.governance.listResourceOwners(entitlement).catch(
      ifRefused((err) => {
        if (err.refusal.kind !== 'not-found') throw err;
        return [];
      }),
    );
    return owners.some(({ id }) => id === identity.value.id);
  };
}
