/** Finds the people who answer a step that the service handed to the bot. */
import type { AccessSettings, AnswererChoice, Answerers } from '../domain/access-settings.ts';
import type { ResourceKey } from '../domain/entitlement.ts';
import type { IdentityPerson } from '../domain/identity-person.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Result } from '../domain/result.ts';
import {
  mostReviewers,
  type NobodyReason,
  onEveryList,
  reviewersIn,
} from '../domain/reviewer-choice.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import type { UseCaseDeps } from './deps.ts';
import { resolveIdentity } from './resolve-identity.ts';
import type { ReviewerFound, ReviewerSource } from './reviewer-lists.ts';

/** What the answer is needed for. */
export type AnswerNeed = 'reviewers' | 'setUpBy';

/** A step for which somebody is looked for. */
export type StepToAnswer = Pick<TaskSnapshot, 'appId' | 'entitlements' | 'target'>;

/** A list that was read, and why nobody of it answers; null where somebody does. */
export interface ListTried {
  readonly by: ReviewerSource;
  readonly nobody: NobodyReason | null;
}

interface AnswerersLookedFor {
  readonly found: readonly ReviewerFound[];
  /** In the order in which they were read. */
  readonly tried: readonly ListTried[];
}

/**
 * Who answers a delivered step, as `access.yaml` says for its app, by the service's lists of this
 * moment: never its requester or target, and the fallback where nobody else is left. Empty only
 * where the fallback holds nobody else either: then the log says which lists were read.
 *
 * @param without identities of the requester and the target
 * @throws OutwardFailure where a list cannot be read whole: what was not read is not empty
 */
export async function findAnswerers(
  deps: UseCaseDeps,
  task: StepToAnswer,
  need: AnswerNeed,
  without: readonly string[],
): Promise<readonly ReviewerFound[]> {
  const { found, tried } = await lookForAnswerers(deps, task, need, without);
  const fields = { appId: task.appId, need, tried };
  if (found.length === 0) deps.world.log.error(fields, 'nobody may answer a delivered step');
  else if (tried.length > 1) deps.world.log.info(fields, 'the fallback answers a delivered step');
  return found;
}

/** As `findAnswerers`, with the lists that were read. */
export async function lookForAnswerers(
  deps: UseCaseDeps,
  task: StepToAnswer,
  need: AnswerNeed,
  without: readonly string[],
): Promise<AnswerersLookedFor> {
  const answerers = answerersOf(deps.settings, task.appId);
  const { unknownStatus } = deps.settings.identity;
  const tried: ListTried[] = [];
  for (const list of [chosenList(deps, answerers[need], task), fallbackList(deps, answerers)]) {
    const { people, nobody } = reviewersIn(await list.read(), { without, unknownStatus });
    tried.push({ by: list.by, nobody });
    if (people.length > 0)
      return { found: people.map((person) => ({ person, by: list.by })), tried };
  }
  return { found: [], tried };
}

/** What the app says, else what is said of all: also of an app that `access.yaml` does not name. */
function answerersOf(
  { apps, webhook }: Pick<AccessSettings, 'apps' | 'webhook'>,
  appId: string,
): Answerers {
  return apps.find(({ id }) => id === appId)?.webhook ?? webhook;
}

interface PeopleList {
  readonly by: ReviewerSource;
  readonly read: () => Promise<readonly IdentityPerson[]>;
}

function fallbackList(deps: UseCaseDeps, { fallback }: Answerers): PeopleList {
  const accounts = fallback ?? deps.settings.admins;
  return { by: 'fallback', read: () => identitiesOf(deps, accounts) };
}

function chosenList(deps: UseCaseDeps, choice: AnswererChoice, task: StepToAnswer): PeopleList {
  const { governance } = deps;
  switch (choice.kind) {
    case 'people':
      return { by: 'named', read: () => identitiesOf(deps, choice.people) };
    case 'manager':
      return {
        by: 'manager',
        read: async () => (task.target === null ? [] : governance.managersOf(task.target.id)),
      };
    case 'group':
      return {
        by: 'group',
        read: async () => read(await governance.listHolders(choice, mostReviewers), 'holders'),
      };
    case 'owners':
      return { by: 'resource-owner', read: () => ownersOf(deps, task) };
  }
}

/**
 * The people who own the resource of every entitlement: the owner of one resource must not decide
 * on another one. Nobody where the catalogue does not know what an entitlement is of.
 */
async function ownersOf(
  { governance, catalogue }: UseCaseDeps,
  { entitlements }: StepToAnswer,
): Promise<readonly IdentityPerson[]> {
  const resources = new Map<string, ResourceKey>();
  for (const { appId, id } of entitlements) {
    const one = catalogue.entitlement(appId, id);
    if (one === null || one.resourceTypeId === '' || one.resourceId === '') return [];
    const { resourceTypeId, resourceId } = one;
    resources.set(JSON.stringify([appId, resourceTypeId, resourceId]), one);
  }
  const lists: (readonly IdentityPerson[])[] = [];
  for (const resource of resources.values())
    lists.push(read(await governance.listResourceOwners(resource, mostReviewers), 'owners'));
  return onEveryList(lists);
}

/** Accounts that stand for nobody now are left out: they could not decide. */
async function identitiesOf(
  deps: UseCaseDeps,
  slackUserIds: readonly string[],
): Promise<readonly IdentityPerson[]> {
  const people: IdentityPerson[] = [];
  for (const slackUserId of slackUserIds) {
    const identity = await resolveIdentity(deps, slackUserId, 'in-turn');
    if (identity.ok) people.push(identity.value);
    else {
      const fields = { slackUserId, refusal: identity.refusal.kind };
      deps.world.log.warn(fields, 'a configured person cannot answer delivered steps');
    }
  }
  return people;
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
