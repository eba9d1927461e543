/** What is read of a request beside the request itself. */

import { lapseOf } from '../../domain/access/grant.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import {
  callNameOf,
  type IdentityPerson,
  isNamed,
  namesOf,
  type PersonAtWork,
} from '../../domain/people/identity-person.ts';
import { isToCome } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

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

/** Somebody of whose place in the company something is told. */
export interface InvolvedPerson extends Pick<PersonAtWork, 'jobTitle' | 'department'> {
  readonly name: string;
  /** Only those whose names are known. */
  readonly managers: readonly string[];
}

/**
 * Who asked, and, where that is somebody else, whom it is for: those of whose place in the company
 * something is known. A manager whom the service tells without a name is named if they review this
 * step, or if the bot knows them. By the store alone: nobody waits for Slack or the service.
 */
export async function involvedPeople(
  { store }: Pick<LocalDeps, 'store'>,
  { request, task }: Pick<CardModel, 'request' | 'task'>,
): Promise<readonly InvolvedPerson[]> {
  const { target, targetAtWork, stepApprovers } = task;
  return store.transaction(async (tx) => {
    const requesterId = await identityOfRequester(tx, request);
    const ids = [...new Set([requesterId, target?.id ?? ''])].filter((id) => id !== '');
    const knownPeople = byId([target ?? [], await tx.identities.peopleOf(ids)].flat());
    const people = ids.flatMap((id) => knownPeople.get(id) ?? []);
    // What the task tells of its target counts.
    const placeOf = ({ id, atWork }: IdentityPerson): PersonAtWork =>
      id === target?.id ? { ...atWork, ...targetAtWork } : { ...atWork };
    const managerIds = people.flatMap((one) => placeOf(one).managers ?? []).map(({ id }) => id);
    const remembered = await tx.identities.peopleOf(managerIds);
    const named = byId([...remembered, ...stepApprovers.filter(isNamed)]);
    return people.flatMap((person) => {
      const { managers = [], ...place } = placeOf(person);
      const names = namesOf(managers.map((one) => named.get(one.id) ?? { ...one, email: null }));
      const isKnown = Object.keys(place).length > 0 || names.length > 0;
      return isKnown ? [{ ...place, name: callNameOf(person) ?? person.id, managers: names }] : [];
    });
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
