/** What helps to decide on a request beside the request itself, for *Show everything*. */

import { lastToEnd } from '../../domain/access/access.ts';
import { type GrantPeriod, lapseOf } from '../../domain/access/grant.ts';
import { hasRunOut } from '../../domain/access/look.ts';
import { holderKey, holderOf } from '../../domain/action/holder-action.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import { callNameOf, type IdentityPerson, isNamed } from '../../domain/people/identity-person.ts';
import { isRequest } from '../../domain/request/subject.ts';
import { isToCome } from '../../domain/request/task-to-come.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps } from '../deps.ts';
import type { CardModel, InvolvedPerson } from '../ports/card-contents.ts';
import type { EarlierDecision } from '../ports/rows/action-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

export interface RequestBackground {
  /** Who asked, and, where that is somebody else, whom it is for. */
  readonly people: readonly InvolvedPerson[];
  /** On the same access; none of a confidential app, whose requests are nobody else's to read. */
  readonly earlier: readonly EarlierDecision[];
  /** What the person has of the same access by other requests; null where that is nothing. */
  readonly held: Pick<GrantPeriod, 'endsAt'> | null;
}

const shownDecisions = 3;

/** By the store alone: nobody waits for Slack or the service. */
export async function requestBackground(
  deps: Pick<LocalDeps, 'store' | 'settings'>,
  card: Pick<CardModel, 'request' | 'task'>,
): Promise<RequestBackground> {
  const { request } = card;
  const query = { holderId: holderOf(request), limit: shownDecisions };
  const isSecret = isConfidential(deps.settings, request.appId);
  return deps.store.transaction(async (tx) => ({
    people: await involvedPeople(tx, card),
    earlier: isSecret ? [] : await tx.actions.decidedBefore(request, query),
    held: isOpen(card.task) ? await heldNow(tx, request) : null,
  }));
}

/** As many as are looked at: a person rarely has two. */
const fewGrants = 10;

/** The longest access under way; of an extension the card says what is there. */
async function heldNow(
  tx: StoreTransaction,
  request: CardModel['request'],
): Promise<RequestBackground['held']> {
  if (!isRequest(request) || request.extendsRequestId !== null) return null;
  const rows = await tx.requests.forEntitlement(holderKey(request), request, fewGrants);
  const running = rows.flatMap(({ request: other, grant }) => {
    const isThere = grant !== null && grant.endedAt === null && !hasRunOut(grant, tx.at);
    return isThere && other.id !== request.id ? [{ endsAt: grant.endsAt }] : [];
  });
  return lastToEnd(running);
}

/**
 * What a request for more time prolongs, or was to prolong where it was not granted; nothing of any
 * other request.
 */
export async function prolongedAccess(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot | null,
): Promise<Pick<CardModel, 'heldUntil' | 'lapse'>> {
  const { extendsRequestId } = request;
  const former = extendsRequestId === null ? null : await tx.grants.find(extendsRequestId);
  if (former === null) return { heldUntil: null, lapse: null };
  const lapse = lapseOf(former, request, task);
  if (task === null || task.outcome === 'granted') return { heldUntil: null, lapse };
  // An open one prolongs nothing any more where another was granted; a withdrawn one did.
  const isProlonging = isOpen(task)
    ? former.endedAt === null && lapse === null
    : lapse === null || request.state === 'withdrawn';
  return { heldUntil: isProlonging ? former.endsAt : null, lapse };
}

/** Who was called because nobody decides on an emergency, or why the service does not have it yet. */
export async function emergencyBackground(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot,
): Promise<Pick<CardModel, 'watch' | 'waitCause'>> {
  const none = { watch: null, waitCause: null };
  if (!isEmergency(task, request) || !isOpen(task)) return none;
  if (isToCome(task)) return { ...none, waitCause: await tx.posts.causeOfWait(request.id) };
  return { ...none, watch: watchOfStep(await tx.dueTimes.watchOf(request.id), task) };
}

async function involvedPeople(
  tx: StoreTransaction,
  { request, task }: Pick<CardModel, 'request' | 'task'>,
): Promise<readonly InvolvedPerson[]> {
  const { target } = task;
  const requesterId = await identityOfRequester(tx, request);
  const ids = [...new Set([requesterId, target?.id ?? ''])].filter((id) => id !== '');
  const remembered = byId(await tx.identities.peopleOf(ids));
  const people = ids.flatMap(
    (id) => remembered.get(id) ?? (target?.id === id ? target : undefined) ?? [],
  );
  return placedPeople(people, task, (managerIds) => tx.identities.peopleOf(managerIds));
}

type PlacedTask = Pick<TaskSnapshot, 'target' | 'targetAtWork' | 'stepApprovers'>;

/** What the task tells of its target counts. */
function placeOf(
  person: IdentityPerson,
  { target, targetAtWork }: Omit<PlacedTask, 'stepApprovers'>,
) {
  return { ...person.atWork, ...(target?.id === person.id ? targetAtWork : undefined) };
}

/**
 * Those of whose place in the company something is known. A manager whom the service tells without a
 * name is named if they review this step, or if the bot knows them.
 *
 * @param rememberedPeople those of the ids whom the bot knows, others perhaps among them
 */
export async function placedPeople(
  people: readonly IdentityPerson[],
  task: PlacedTask,
  rememberedPeople: (ids: readonly string[]) => Promise<readonly IdentityPerson[]>,
): Promise<readonly InvolvedPerson[]> {
  const reviewers = task.stepApprovers.filter(isNamed);
  const managerIds = people.flatMap((one) =>
    (placeOf(one, task).managers ?? [])
      .filter(({ id, name }) => !isNamed({ id, name }) && !reviewers.some((by) => by.id === id))
      .map(({ id }) => id),
  );
  const remembered = managerIds.length === 0 ? [] : await rememberedPeople(managerIds);
  const namedPeople = byId([...reviewers, ...remembered]);
  return people.flatMap((person) => {
    const { managers = [], ...place } = placeOf(person, task);
    const named = managers.map((one) => namedPeople.get(one.id) ?? { ...one, email: null });
    const managerNames = named.flatMap((one) => callNameOf(one) ?? []);
    const isKnown = Object.keys(place).length > 0 || managerNames.length > 0;
    const name = callNameOf(person) ?? person.id;
    return isKnown ? [{ ...place, name, managers: managerNames }] : [];
  });
}

/** Empty where nobody can say. */
async function identityOfRequester(
  tx: StoreTransaction,
  { requester, requesterIdentityId }: CardModel['request'],
): Promise<string> {
  if (requesterIdentityId !== null || requester === null) return requesterIdentityId ?? '';
  return (await tx.identities.find(requester.userId))?.person.id ?? '';
}

function byId(people: readonly IdentityPerson[]): ReadonlyMap<string, IdentityPerson> {
  return new Map(people.map((person) => [person.id, person]));
}
