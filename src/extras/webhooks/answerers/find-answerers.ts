/** Finds the people who answer a step that the service handed to the bot. */

import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { AnswererSource, Answerers } from '../../../domain/settings/answerers.ts';
import type { SnapshotEntitlement, TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { type Resolved, resolveIdentity } from '../../../use-cases/people/resolve-identity.ts';
import { answerOrFailure } from '../../../use-cases/ports/answer-or-null.ts';
import type { AnswererDeps } from '../../../use-cases/ports/delivered-steps.ts';
import type { ReviewerFound, ReviewerSource } from '../delivery-tables.ts';
import {
  mostReviewers,
  type NobodyReason,
  onEveryList,
  type ReviewerRule,
  reviewersIn,
} from './reviewer-choice.ts';
import type { ReviewerLists } from './reviewer-lists.ts';

/** What the answer is needed for. */
export type AnswerNeed = 'reviewers' | 'setUpBy';

/** A step for which somebody is looked for. */
interface StepToAnswer {
  readonly appId: string;
  /** Of all that the step is about; null where one of them is not known. */
  readonly resources: readonly ResourceKey[] | null;
  readonly entitlements: readonly Pick<SnapshotEntitlement, 'appId' | 'id'>[];
  readonly target: Pick<IdentityPerson, 'id'> | null;
  /** Identities of the requester and the target. */
  readonly without: readonly string[];
}

/** What the lists are read with; nothing of the store. */
interface ListDeps extends Pick<AnswererDeps, 'governance' | 'settings' | 'world'> {
  readonly reviewerLists: ReviewerLists;
  readonly identityOf: (slackUserId: string) => Promise<Resolved>;
}

/** A list that was read, and why nobody of it answers; null where somebody does. */
interface ListTried {
  readonly by: ReviewerSource;
  readonly nobody: NobodyReason | null;
}

interface AnswerersLookedFor {
  readonly reviewers: readonly ReviewerFound[];
  /** In the order in which they were read. */
  readonly lists: readonly ListTried[];
}

/** What it takes to find them. */
export interface FindsAnswerers extends AnswererDeps {
  readonly reviewerLists: ReviewerLists;
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
  deps: FindsAnswerers,
  task: Pick<TaskSnapshot, 'appId' | 'entitlements' | 'target'>,
  need: AnswerNeed,
  without: readonly string[],
): Promise<readonly ReviewerFound[]> {
  const identityOf = (slackUserId: string) => resolveIdentity(deps, slackUserId, 'in-turn');
  const { appId, entitlements, target } = task;
  const resources = resourcesOf(deps.catalogue, task);
  const step = { appId, entitlements, resources, target, without };
  const { reviewers, lists } = await lookForAnswerers({ ...deps, identityOf }, step, need);
  const fields = { appId, need, tried: lists };
  if (reviewers.length === 0) deps.world.log.error(fields, 'nobody may answer a delivered step');
  else if (lists.at(-1)?.by === 'fallback')
    deps.world.log.info(fields, 'the fallback answers a delivered step');
  return reviewers;
}

/** As `findAnswerers`, with the lists that were read. */
export async function lookForAnswerers(
  deps: ListDeps,
  step: StepToAnswer,
  need: AnswerNeed,
): Promise<AnswerersLookedFor> {
  const answerers = configuredAnswerers(deps.settings, step.appId);
  const { unknownStatus } = deps.settings.identity;
  const rule = { without: step.without, unknownStatus };
  const choice = answerers[need];
  const sources = choice.kind === 'several' ? choice.sources : [choice];
  const chosen = await readLists(
    sources.map((source) => chosenList(deps, source, step)),
    rule,
  );
  if (chosen.reviewers.length > 0) return chosen;
  const fallback = await readLists([fallbackList(deps, answerers)], rule);
  return { reviewers: fallback.reviewers, lists: [...chosen.lists, ...fallback.lists] };
}

/** Everybody of any of the lists who may answer, each once; nobody where these are too many. */
async function readLists(
  lists: readonly PeopleList[],
  rule: ReviewerRule,
): Promise<AnswerersLookedFor> {
  const tried: ListTried[] = [];
  const each = new Map<string, ReviewerFound>();
  for (const { by, read: readPeople } of lists) {
    const { people, nobody } = reviewersIn(await readPeople(), rule);
    tried.push({ by, nobody });
    for (const person of people) if (!each.has(person.id)) each.set(person.id, { person, by });
  }
  if (each.size <= mostReviewers) return { reviewers: [...each.values()], lists: tried };
  return { reviewers: [], lists: tried.map(({ by }) => ({ by, nobody: 'too-long' })) };
}

/** What the app says, else what is said of all: also of an app that `access.yaml` does not name. */
export function configuredAnswerers(
  { apps, webhook }: Pick<AccessSettings, 'apps' | 'webhook'>,
  appId: string,
): Answerers {
  return apps.find(({ id }) => id === appId)?.webhook ?? webhook;
}

interface PeopleList {
  readonly by: ReviewerSource;
  readonly read: () => Promise<readonly IdentityPerson[]>;
}

function fallbackList(deps: ListDeps, { fallback }: Answerers): PeopleList {
  const accounts = fallback ?? deps.settings.admins;
  return { by: 'fallback', read: () => identitiesOf(deps, accounts) };
}

function chosenList(deps: ListDeps, choice: AnswererSource, step: StepToAnswer): PeopleList {
  const { governance, reviewerLists } = deps;
  switch (choice.kind) {
    case 'people':
      return { by: 'named', read: () => identitiesOf(deps, choice.people) };
    case 'manager':
      return {
        by: 'manager',
        read: async () => (step.target === null ? [] : managersOf(governance, step.target.id)),
      };
    case 'group':
      return {
        by: 'group',
        read: async () =>
          answerOrFailure(await reviewerLists.listHolders(choice, mostReviewers), 'holders'),
      };
    case 'owners':
      return ownersList(deps, choice, step);
  }
}

type OwnerDeps = Pick<ListDeps, 'governance' | 'reviewerLists'>;

function ownersList(
  deps: OwnerDeps,
  { of, role }: Extract<AnswererSource, { kind: 'owners' }>,
  step: StepToAnswer,
): PeopleList {
  switch (of) {
    case 'resource':
      return { by: 'resource-owner', read: () => ownersOf(deps, step.resources, role) };
    case 'entitlement':
      return {
        by: 'entitlement-owner',
        read: () => entitlementOwners(deps, step.entitlements, role),
      };
    case 'app':
      return {
        by: 'app-owner',
        read: async () =>
          answerOrFailure(
            await deps.reviewerLists.listAppOwners(step.appId, mostReviewers),
            'owners',
          ),
      };
  }
}

/** The people who own every entitlement. */
async function entitlementOwners(
  { reviewerLists }: OwnerDeps,
  entitlements: StepToAnswer['entitlements'],
  role: string | undefined,
): Promise<readonly IdentityPerson[]> {
  const lists: (readonly IdentityPerson[])[] = [];
  for (const { appId, id } of entitlements) {
    const query = { role, most: mostReviewers };
    const owners = await reviewerLists.listEntitlementOwners({ appId, entitlementId: id }, query);
    lists.push(answerOrFailure(owners, 'owners'));
  }
  return onEveryList(lists);
}

/** null where the catalogue does not know what an entitlement is of. */
function resourcesOf(
  catalogue: AnswererDeps['catalogue'],
  { entitlements }: Pick<TaskSnapshot, 'entitlements'>,
): readonly ResourceKey[] | null {
  const resources = new Map<string, ResourceKey>();
  for (const { appId, id } of entitlements) {
    const one = catalogue.entitlement(appId, id);
    if (one === null || one.resourceTypeId === '' || one.resourceId === '') return null;
    const { resourceTypeId, resourceId } = one;
    resources.set(JSON.stringify([appId, resourceTypeId, resourceId]), one);
  }
  return [...resources.values()];
}

/**
 * The people who own every resource: the owner of one must not decide on another one. Nobody where
 * a resource is not known.
 */
async function ownersOf(
  { governance, reviewerLists }: OwnerDeps,
  resources: readonly ResourceKey[] | null,
  role: string | undefined,
): Promise<readonly IdentityPerson[]> {
  const lists: (readonly IdentityPerson[])[] = [];
  for (const resource of resources ?? []) {
    const owners =
      role === undefined
        ? await governance.listResourceOwners(resource, mostReviewers)
        : await reviewerLists.listResourceOwnersInRole(resource, role, mostReviewers);
    lists.push(owners);
  }
  return onEveryList(lists);
}

/** Accounts that stand for nobody now are left out: they could not decide. */
async function identitiesOf(
  deps: ListDeps,
  slackUserIds: readonly string[],
): Promise<readonly IdentityPerson[]> {
  const people: IdentityPerson[] = [];
  for (const slackUserId of slackUserIds) {
    const identity = await deps.identityOf(slackUserId);
    if (identity.ok) people.push(identity.value);
    else {
      const fields = { slackUserId, refusal: identity.refusal.code };
      deps.world.log.warn(fields, 'a configured person cannot answer delivered steps');
    }
  }
  return people;
}

async function managersOf(
  governance: AnswererDeps['governance'],
  identityUserId: string,
): Promise<readonly IdentityPerson[]> {
  const managers = await governance.managersOf(identityUserId);
  return answerOrFailure(managers, 'managers');
}
