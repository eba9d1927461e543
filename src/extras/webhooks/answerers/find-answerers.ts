/** Finds the people who answer a step that the service handed to the bot. */

import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type {
  AnswererChoice,
  AnswererSource,
  Answerers,
} from '../../../domain/settings/answerers.ts';
import type { SnapshotEntitlement, TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { type Resolved, resolveIdentity } from '../../../use-cases/people/resolve-identity.ts';
import type { AnswererDeps } from '../../../use-cases/ports/delivered-steps.ts';
import { answerOrFailure } from '../../../use-cases/ports/remember-answers.ts';
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
  /** The resources of all that the step is about; null where one of them is not known. */
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
  const { [need]: choice, fallback } = configuredAnswerers(deps.settings, step.appId);
  const rule = { without: step.without, unknownStatus: deps.settings.identity.unknownStatus };
  const chosen = await readSources(deps, choice, step, rule);
  if (chosen.reviewers.length > 0) return chosen;
  const people = fallback ?? deps.settings.admins;
  const last = reviewersIn(await identitiesOf(deps, people), rule);
  return {
    reviewers: last.people.map((person) => ({ person, by: 'fallback' })),
    lists: [...chosen.lists, { by: 'fallback', nobody: last.nobody }],
  };
}

/** Everybody of any source who may answer, each once; nobody where these are too many. */
async function readSources(
  deps: ListDeps,
  sources: AnswererChoice,
  step: StepToAnswer,
  rule: ReviewerRule,
): Promise<AnswerersLookedFor> {
  const lists: ListTried[] = [];
  const each = new Map<string, ReviewerFound>();
  for (const source of sources) {
    const by = nameOfSource(source);
    const { people, nobody } = reviewersIn(await peopleOf(deps, source, step), rule);
    lists.push({ by, nobody });
    for (const person of people) if (!each.has(person.id)) each.set(person.id, { person, by });
  }
  if (each.size <= mostReviewers) return { reviewers: [...each.values()], lists };
  return { reviewers: [], lists: lists.map(({ by }) => ({ by, nobody: 'too-long' })) };
}

/** What the app says, else what is said of all: also of an app that `access.yaml` does not name. */
export function configuredAnswerers(
  { apps, webhook }: Pick<AccessSettings, 'apps' | 'webhook'>,
  appId: string,
): Answerers {
  return apps.find(({ id }) => id === appId)?.webhook ?? webhook;
}

export function nameOfSource(source: AnswererSource): ReviewerSource {
  if (source.kind === 'owners') return `${source.of}-owner`;
  return source.kind === 'people' ? 'named' : source.kind;
}

/**
 * The list of a source. Owners own all that the step is about: the owner of one thing must not
 * decide on another one.
 */
async function peopleOf(
  deps: ListDeps,
  source: AnswererSource,
  step: StepToAnswer,
): Promise<readonly IdentityPerson[]> {
  const { governance, reviewerLists } = deps;
  switch (source.kind) {
    case 'people':
      return identitiesOf(deps, source.people);
    case 'manager': {
      const managers = step.target === null ? [] : await governance.managersOf(step.target.id);
      return answerOrFailure(managers, 'managers');
    }
    case 'group':
      return answerOrFailure(await reviewerLists.listHolders(source, mostReviewers), 'holders');
    case 'owners': {
      const lists: (readonly IdentityPerson[])[] = [];
      for (const readOwners of ownerLists(deps, source, step))
        lists.push(answerOrFailure(await readOwners(), 'owners'));
      return onEveryList(lists);
    }
  }
}

type ReadsPeople = () => ReturnType<ReviewerLists['listAppOwners']>;

/** The owners of each thing that the step is about; none where a resource is not known. */
function ownerLists(
  { governance, reviewerLists }: ListDeps,
  { of, role }: Extract<AnswererSource, { kind: 'owners' }>,
  { appId, entitlements, resources }: StepToAnswer,
): readonly ReadsPeople[] {
  const most = mostReviewers;
  switch (of) {
    case 'app':
      return [() => reviewerLists.listAppOwners(appId, most)];
    case 'entitlement':
      return entitlements.map(({ appId: ofApp, id: entitlementId }) => {
        const entitlement = { appId: ofApp, entitlementId };
        return () => reviewerLists.listEntitlementOwners(entitlement, { role, most });
      });
    case 'resource':
      return (resources ?? []).map(
        (resource) => () =>
          role === undefined
            ? governance.listResourceOwners(resource, most)
            : reviewerLists.listResourceOwnersInRole(resource, role, most),
      );
  }
}

/** Each resource once; null where the catalogue does not know what an entitlement is of. */
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
