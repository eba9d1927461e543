/** Finds the people who answer a step that the service handed to the bot. */
import type { AccessSettings, AnswererChoice, Answerers } from '../domain/access-settings.ts';
import type { ResourceKey } from '../domain/entitlement.ts';
import { type IdentityPerson, inactiveStatus } from '../domain/identity-person.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import type { UseCaseDeps } from './deps.ts';
import { resolveIdentity } from './resolve-identity.ts';
import type { ReviewerFound, ReviewerSource } from './reviewer-lists.ts';

/** The service asks nobody of a larger group, either: its policy's fallback decides. */
const mostPeople = 128;

/** What the answer is needed for. */
export type AnswerNeed = 'reviewers' | 'setUpBy';

/**
 * Who answers a delivered step, as `access.yaml` says for its app, by the service's lists of this
 * moment: never its requester or target, and the fallback where nobody else is left. Empty only
 * where the fallback holds nobody else either.
 *
 * @param without identities of the requester and the target
 * @throws OutwardFailure where a list cannot be read whole: what was not read is not empty
 */
export async function findAnswerers(
  deps: UseCaseDeps,
  task: TaskSnapshot,
  need: AnswerNeed,
  without: readonly string[],
): Promise<readonly ReviewerFound[]> {
  const answerers = answerersOf(deps.settings, task.appId);
  const chosen = await listOf(deps, answerers[need], task);
  const usable = usableOf(deps, chosen, without);
  if (usable.length > 0 && usable.length <= mostPeople) return usable;
  const fallback = await accountsOf(deps, answerers.fallback ?? deps.settings.admins, 'fallback');
  return usableOf(deps, fallback, without);
}

/** What the app says, else what is said of all. */
export function answerersOf(
  { apps, webhook }: Pick<AccessSettings, 'apps' | 'webhook'>,
  appId: string,
): Answerers {
  return apps.find(({ id }) => id === appId)?.webhook ?? webhook;
}

function usableOf(
  { settings }: UseCaseDeps,
  found: readonly ReviewerFound[],
  without: readonly string[],
): readonly ReviewerFound[] {
  const all = new Map<string, ReviewerFound>();
  for (const one of found) {
    const { id } = one.person;
    const isInactive = inactiveStatus(one.person, settings.identity.unknownStatus) !== null;
    if (!without.includes(id) && !isInactive && !all.has(id)) all.set(id, one);
  }
  return [...all.values()];
}

async function listOf(
  deps: UseCaseDeps,
  choice: AnswererChoice,
  task: TaskSnapshot,
): Promise<readonly ReviewerFound[]> {
  const { governance } = deps;
  switch (choice.kind) {
    case 'people':
      return accountsOf(deps, choice.people, 'named');
    case 'manager':
      if (task.target === null) return [];
      return foundBy('manager', await governance.managersOf(task.target.id));
    case 'group':
      return foundBy('group', read(await governance.listHolders(choice), 'holders'));
    case 'owners':
      return ownersOf(deps, task);
  }
}

/** The owners of the resources that the entitlements are of, as far as the catalogue knows them. */
async function ownersOf(
  { governance, catalogue }: UseCaseDeps,
  { entitlements }: TaskSnapshot,
): Promise<readonly ReviewerFound[]> {
  const resources = new Map<string, ResourceKey>();
  for (const { appId, id } of entitlements) {
    const one = catalogue.entitlement(appId, id);
    if (one === null) continue;
    const { resourceTypeId, resourceId } = one;
    resources.set(JSON.stringify([appId, resourceTypeId, resourceId]), one);
  }
  const all: ReviewerFound[] = [];
  for (const resource of resources.values()) {
    const owners = read(await governance.listResourceOwners(resource), 'owners');
    all.push(...foundBy('resource-owner', owners));
  }
  return all;
}

function foundBy(by: ReviewerSource, people: readonly IdentityPerson[]): readonly ReviewerFound[] {
  return people.map((person) => ({ person, by }));
}

/** Accounts that stand for nobody now are left out: they could not decide. */
async function accountsOf(
  deps: UseCaseDeps,
  slackUserIds: readonly string[],
  by: ReviewerSource,
): Promise<readonly ReviewerFound[]> {
  const all: ReviewerFound[] = [];
  for (const slackUserId of slackUserIds) {
    const identity = await resolveIdentity(deps, slackUserId, 'in-turn');
    if (identity.ok) all.push({ person: identity.value, by });
  }
  return all;
}

function read(
  answer: Result<readonly IdentityPerson[], ServiceRefusal>,
  what: string,
): readonly IdentityPerson[] {
  if (answer.ok) return answer.value;
  throw new OutwardFailure({
    system: 'governance',
    kind: 'http',
    message: `the list of ${what} is refused (${answer.refusal.kind})`,
    certainlyNotDone: true,
  });
}
