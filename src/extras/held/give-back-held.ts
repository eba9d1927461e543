import { type HeldKey, isSame } from '../../domain/access/held-access.ts';
import { isPerhapsDone } from '../../domain/outward/outward-failure.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import { ofService, type Refusal } from '../../domain/refusals/refusals.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { nameAndEmail, quotedName } from '../../domain/text/foreign-text.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import { followGivenBack } from '../../use-cases/access/end-grants.ts';
import { type Accepted, answerOnHome } from '../../use-cases/action/accept-action.ts';
import type { GiveUpOfExtra } from '../../use-cases/action/give-up.ts';
import { isRequested } from '../../use-cases/action/kinds/give-back.ts';
import { verdictEnd, whileFresh } from '../../use-cases/action/kinds/outcome.ts';
import type { LocalDeps, UseCaseDeps } from '../../use-cases/deps.ts';
import { resolveAnew } from '../../use-cases/people/resolve-identity.ts';
import { record } from '../../use-cases/record/record.ts';
import { readTask } from '../../use-cases/task/watch-task.ts';
import { heldRows } from './held-tables.ts';
import { giveBackOffer, type HeldReturn } from './rules/held-return.ts';

/** When the bot looks whether the access is gone; after that, whenever the person opens Home. */
const lookedAtAfterMs = [0, 20_000, 120_000, 600_000];
/** Bindings of one entitlement that are read: one for each account. */
const mostBindings = 100;

/**
 * Stores that somebody gives back access that Home showed them, and the job that checks and carries
 * that out, in one transaction.
 */
export async function acceptReturn(
  { store, catalogue }: LocalDeps,
  { by, ...key }: HeldKey & { readonly by: SlackActor },
): Promise<Accepted> {
  return store.transaction(async (tx) => {
    const reading = await rowsOfExtra(tx, heldRows).reading(by.userId);
    const holdings = reading?.held ?? [];
    const identityUserId = reading?.identityUserId ?? null;
    const offer = holdings
      .map((one) => giveBackOffer(one, holdings))
      .find((one) => one !== null && isSame(one, key) && one.accountId === key.accountId);
    if (offer === null || offer === undefined || identityUserId === null) return 'unknown';
    const catalogueName = catalogue.entitlement(key.appId, key.entitlementId)?.name;
    const id = tx.newId();
    const isNew = await rowsOfExtra(tx, heldRows).insertReturn({
      id,
      by,
      ...key,
      identityUserId,
      entitlementName: offer.entitlementName ?? catalogueName ?? key.entitlementId,
      state: 'accepted',
      refusal: null,
      taskId: null,
      alsoRevoked: null,
      at: tx.at,
    });
    if (!isNew) return 'repeated';
    await tx.enqueue({ kind: 'give-back-held', returnId: id });
    await answerOnHome(tx, by.userId);
    return 'kept';
  });
}

/**
 * Has access taken away that was not granted through the bot. The person, and that they hold it, is
 * checked first. Repeated after a lost answer, because the service opens no second task for the
 * same access.
 */
export function giveBackHeld(deps: UseCaseDeps, id: string): Promise<void> {
  return whileFresh(() => checkAndRevoke(deps, id));
}

async function checkAndRevoke(deps: UseCaseDeps, id: string): Promise<void> {
  const { store, governance } = deps;
  const one = await store.transaction((tx) => rowsOfExtra(tx, heldRows).findReturn(id));
  if (one === null || (one.state !== 'accepted' && one.state !== 'sending')) return;
  const checked = await check(deps, one);
  // An earlier order may have arrived, though its answer was lost.
  const stop = (refusal: Refusal) =>
    settle(
      deps,
      one,
      one.state === 'sending' ? { code: 'perhaps-sent', why: refusal.code } : refusal,
    );
  if (!checked.ok) return stop(checked.refusal);
  if (checked.value === 'gone') return settle(deps, one, null);
  const { person, accountId, endsAt } = checked.value;
  const { appId, entitlementId, identityUserId } = one;
  const order = {
    appId,
    entitlementId,
    identityUserId,
    accountId,
    comment: `Given back in Slack by ${quotedName(nameAndEmail(person))}, Slack user ${one.by.userId}.`,
    sendBefore: endsAt,
  };
  const answer = await sending(deps, one, () => governance.revoke(order));
  if (answer === null) return stop({ code: 'not-offered' });
  const isOnlyAccount = accountId === undefined;
  if (answer.ok) return settle(deps, one, null, { task: answer.value, isOnlyAccount });
  const { refusal } = answer;
  if (refusal.kind !== 'duplicate') return stop(ofService(refusal));
  const task = await readTask(deps, refusal.existingTaskId);
  // Services name any open task about the same access, also a request for it.
  const isOther = task !== null && (await isRequest(deps, task.id));
  return settle(deps, one, isOther ? ofService(refusal) : null, { task, isOnlyAccount });
}

async function isRequest({ store }: UseCaseDeps, taskId: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    if ((await tx.subjects.ofTask(taskId))?.elsewhere.kind === 'grant') return true;
    return isRequested(tx, taskId);
  });
}

interface MayGiveBack {
  readonly person: IdentityPerson;
  /** Where the person has several accounts in the app. */
  readonly accountId: string | undefined;
  /** Nothing that depends on the check may be sent after this. */
  readonly endsAt: Date;
}

/** Somebody waits for it: their Home says that it failed. */
export const giveUpHeld: GiveUpOfExtra = async (tx, job, reference) => {
  if (job.kind !== 'give-back-held') return true;
  const rows = rowsOfExtra(tx, heldRows);
  const one = await rows.findReturn(job.returnId);
  if (one === null || (one.state !== 'accepted' && one.state !== 'sending')) return false;
  const refusal = { code: 'failed', reference } as const;
  await rows.saveReturn(one.id, { state: 'refused', refusal, at: tx.at });
  tx.marks.markHomes({ slackUsers: [one.by.userId] });
  return true;
};

/** `gone`: an earlier call got no answer, and the access is not there any more. */
async function check(
  deps: UseCaseDeps,
  one: HeldReturn,
): Promise<Result<MayGiveBack | 'gone', Refusal>> {
  const { governance, store, world } = deps;
  if (await store.transaction((tx) => tx.restores.isOlderThanAny(one.at)))
    return refuse({ code: 'restored' });
  const { identity, askedAt } = await resolveAnew(deps, one.by.userId, 'fresh');
  if (!identity.ok) return identity;
  const person = identity.value;
  if (person.id !== one.identityUserId)
    return refuse({ code: 'changed-person', was: one.identityUserId, is: person.id });
  const reading = await governance.heldBy(person.id, { entitlement: one }, mostBindings);
  if (reading === null) return refuse({ code: 'not-offered' });
  const { held } = reading;
  const endsAt = verdictEnd({ askedAt, arrivedAt: world.now() });
  const access = held.find(({ account }) => account.id === one.accountId);
  if (access === undefined)
    return one.state === 'sending' ? ok('gone') : refuse({ code: 'not-held' });
  if (access.sources !== null && access.sources.length > 0) return refuse({ code: 'inherited' });
  const hasSeveral = held.length > 1 || (await hasSeveralAccounts(deps, one));
  return ok({ person, endsAt, accountId: hasSeveral ? one.accountId : undefined });
}

async function hasSeveralAccounts(
  { governance }: UseCaseDeps,
  { identityUserId, appId }: HeldReturn,
): Promise<boolean> {
  const accounts = await governance.accountsOf(identityUserId, appId);
  return (accounts?.length ?? 0) > 1;
}

/** Notes `sending` before the call; back to `accepted` if it was certainly not carried out. */
async function sending<T>(
  { store }: UseCaseDeps,
  { id, state }: HeldReturn,
  send: () => Promise<T>,
): Promise<T> {
  await store.transaction((tx) => rowsOfExtra(tx, heldRows).saveReturn(id, { state: 'sending' }));
  return send().catch(async (error: unknown) => {
    const isCertain = !isPerhapsDone(error);
    if (isCertain && state === 'accepted')
      await store.transaction((tx) => rowsOfExtra(tx, heldRows).saveReturn(id, { state }));
    throw error;
  });
}

interface Ordered {
  /** What takes it away; null where that is not known, or nothing is there any more. */
  readonly task: TaskSnapshot | null;
  readonly isOnlyAccount: boolean;
}

async function settle(
  deps: UseCaseDeps,
  one: HeldReturn,
  refusal: Refusal | null,
  { task, isOnlyAccount }: Ordered = { task: null, isOnlyAccount: false },
): Promise<void> {
  const { appId, entitlementId, accountId, identityUserId, by } = one;
  const detail = { appId, entitlementId, accountId, identityUserId };
  const entry = { taskId: task?.id ?? null, actor: by.userId };
  await deps.store.transaction(async (tx) => {
    const { at } = tx;
    tx.marks.markHomes({ slackUsers: [by.userId] });
    if (refusal !== null) {
      await rowsOfExtra(tx, heldRows).saveReturn(one.id, { state: 'refused', refusal, at });
      const trailDetail = { ...detail, refusal, verb: 'give-back' } as const;
      await record(tx, { kind: 'click.refused', ...entry, detail: trailDetail });
      return;
    }
    const alsoRevoked = (task?.alsoTaken ?? []).map(({ name }) => name);
    await rowsOfExtra(tx, heldRows).saveReturn(one.id, {
      state: 'asked',
      taskId: task?.id ?? null,
      alsoRevoked,
      at,
    });
    await record(tx, { kind: 'held.given-back', ...entry, detail });
    await followGivenBack(tx, deps, { ...detail, isOnlyAccount }, task);
    for (const afterMs of lookedAtAfterMs)
      await tx.enqueue(
        { kind: 'read-held', slackUserId: by.userId },
        { afterMs, evenIfSooner: true },
      );
  });
}
