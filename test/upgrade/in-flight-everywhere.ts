/** More work that is under way, so that every table has a row. */

import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { agentRows } from '../../src/extras/agents/agent-tables.ts';
import { draftRows } from '../../src/extras/agents/drafts/draft-tables.ts';
import { visibilityRows } from '../../src/extras/catalogs/visibility-tables.ts';
import { feedRows } from '../../src/extras/elsewhere/find-tasks-elsewhere.ts';
import { followElsewhere } from '../../src/extras/elsewhere/follow-elsewhere.ts';
import { acceptReturn } from '../../src/extras/held/give-back-held.ts';
import { heldRows } from '../../src/extras/held/held-tables.ts';
import { profileRows } from '../../src/extras/profiles/profile-tables.ts';
import { newItem } from '../../src/extras/profiles/rules/item-progress.ts';
import { receiveDelivery } from '../../src/extras/webhooks/webhook-receiver.ts';
import { workRows } from '../../src/extras/worklist/work-tables.ts';
import { createHandlers } from '../../src/queue/handlers.ts';
import { rowsOfExtra } from '../../src/store/transaction.ts';
import type { StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';
import { keepElsewhere, wantCardElsewhere } from '../../src/use-cases/task/keep-elsewhere.ts';
import { deliveryOf, webhookTask } from '../support/delivering.ts';
import { failing } from '../support/fakes.ts';
import { heldElsewhere } from '../support/held-elsewhere.ts';
import { entitlement, noon, person } from '../support/samples.ts';
import { sealAll } from '../support/sealed-trail.ts';
import type { UseCaseDesk } from '../support/use-case-desk.ts';
import {
  act,
  approve,
  bringUnderWay,
  cardOf,
  carryOut,
  inFlight,
  openSnapshot,
  openTask,
  readGranted,
  taskOf,
} from './in-flight.ts';
import { bringJobsUnderWay } from './jobs-in-flight.ts';
import type { UpgradeWorld } from './upgrade-world.ts';

/** The requests that only the newer dumps have. */
export const alsoInFlight = {
  /** Its step was handed to the bot, and Ana and Cho are asked. */
  delivered: 'delivered-1',
  /** Ana approved the delivered step, and the answer of its callback was lost. */
  deliveredLost: 'delivered-lost-1',
  /** Its delivery was kept, and nobody looked at it. */
  deliveryKept: 'delivery-kept-1',
  /** Ana’s approval was carried out, and the service is at work. */
  carriedOut: 'carried-out-1',
  /** Nobody knows whether Ana’s question was asked. */
  uncertain: 'uncertain-1',
  /** Ana’s approval was refused by the service. */
  refused: 'refused-1',
  /** Its card was being posted. */
  posting: 'posting-1',
  /** Its card could not be posted. */
  unreachable: 'unreachable-1',
  /** For an access profile that Ben has joined. */
  profile: 'profile-1',
} as const;

/** Asked for in the console, by Ben for Ben, who follows it. */
export const followedTask = 'task of the console';
const itemOfProfile = { appId: 'app-github', entitlementId: 'ent-item' } as const;

/** With a trail that is sealed in part. */
export async function bringEverythingUnderWay({
  desk,
  callbacks,
}: Pick<UpgradeWorld, 'desk' | 'callbacks'>): Promise<void> {
  await knowPeople(desk);
  await bringUnderWay(desk);
  await bringDeliveriesUnderWay(desk);
  callbacks.answers.next(failing('timeout', false));
  await carryOut(desk, await approve(desk, alsoInFlight.deliveredLost));
  await bringActionsUnderWay(desk);
  await bringCardsUnderWay(desk);
  await sealAll(desk.kysely, () => null);
  await bringOtherAccessUnderWay(desk);
  await desk.store.transaction((tx) => keepReadings(tx));
  await desk.store.transaction((tx) => keepShown(tx));
  await bringJobsUnderWay(desk);
  // Long before: what was wanted before a restore is refused.
  const restoredAt = new Date(noon.getTime() - 86_400_000);
  await desk.kysely
    .insertInto('restores')
    .values({ at: restoredAt, settledAt: restoredAt })
    .execute();
  const forgotten = { pseudonym: 'forgotten-0123456789abcdef0123456789abcdef', at: noon };
  await desk.kysely.insertInto('forgottenPeople').values(forgotten).execute();
}

async function knowPeople(desk: UseCaseDesk): Promise<void> {
  await desk.store.transaction(async (tx) => {
    for (const [slackUserId, id] of [
      ['U0ANA', 'user-ana'],
      ['U0BEN', 'user-ben'],
      ['U0CHO', 'user-cho'],
    ] as const) {
      await tx.identities.saveResolved({ slackUserId, person: person(id), checkedAt: tx.at });
    }
    await tx.homes.markOpened('U0BEN', tx.at);
  });
}

async function open(
  desk: UseCaseDesk,
  id: string,
  task: TaskSnapshot = openSnapshot(id),
): Promise<void> {
  await desk.ask({ id, entitlementId: `ent-${id}` });
  await openTask(desk, task);
}

/** Every step waits at the service for the answer of a webhook. */
async function bringDeliveriesUnderWay(desk: UseCaseDesk): Promise<void> {
  const { delivered, deliveredLost, deliveryKept } = alsoInFlight;
  for (const id of [delivered, deliveredLost, deliveryKept]) {
    const task = webhookTask({ id: taskOf(id), sourceRequestId: id });
    await open(desk, id, task);
    const delivery = deliveryOf(task, desk.world.now());
    await receiveDelivery(desk.deps, delivery);
    const job = { kind: 'take-delivery', webhookId: delivery.webhookId } as const;
    const run = { mayBeDone: false, hasServiceFailed: false };
    if (id !== deliveryKept) await createHandlers(desk.handlerDeps).run(job, run);
  }
}

async function bringActionsUnderWay(desk: UseCaseDesk): Promise<void> {
  const { carriedOut, uncertain, refused } = alsoInFlight;
  for (const id of [carriedOut, uncertain, refused]) await open(desk, id);
  await carryOut(desk, await approve(desk, carriedOut));
  await act(desk, 'ask', uncertain, 'U0ANA');
  desk.governance.actings.next(failing('timeout', false));
  const question = await newestAction(desk, uncertain);
  await carryOut(desk, question);
  await carryOut(desk, question);
  desk.governance.reviews.next({
    ok: false,
    refusal: { kind: 'invalid', message: 'no', existingTaskId: null, serviceRequestId: null },
  });
  await carryOut(desk, await approve(desk, refused));
}

async function newestAction(desk: UseCaseDesk, requestId: string): Promise<string> {
  const actions = desk.kysely.selectFrom('actions').select('id');
  const { id } = await actions.where('requestId', '=', requestId).executeTakeFirstOrThrow();
  return id;
}

async function bringCardsUnderWay(desk: UseCaseDesk): Promise<void> {
  const { posting, unreachable } = alsoInFlight;
  await open(desk, posting);
  await open(desk, unreachable);
  await desk.store.transaction(async (tx) => {
    for (const id of [posting, unreachable]) {
      const card = await tx.cards.find(cardOf(id));
      await tx.cards.markGone(cardOf(id), card?.ts ?? '');
    }
    await tx.cards.save(cardOf(posting), { postingSince: tx.at });
    await tx.enqueue({ kind: 'sync-card', cardId: cardOf(posting) });
    await tx.cards.save(cardOf(unreachable), { state: 'unreachable' });
  });
}

/** What was not asked for here, and what comes of an access profile. */
async function bringOtherAccessUnderWay(desk: UseCaseDesk): Promise<void> {
  const { profile } = alsoInFlight;
  await open(desk, profile);
  const elsewhere = openSnapshot('');
  const task = {
    ...elsewhere,
    id: followedTask,
    sourceRequestId: null,
    createdBy: person('user-ben'),
  };
  await followElsewhere(desk.deps, { slackUserId: 'U0BEN', task });
  await desk.store.transaction(async (tx) => {
    const subject = await keepElsewhere(tx, task, tx.at);
    await tx.tasks.save(subject.id, task, tx.at);
    await wantCardElsewhere(tx, desk.deps, subject);
    const items = [newItem(itemOfProfile, 'GitHub · Item')];
    await rowsOfExtra(tx, profileRows).keep({
      requestId: profile,
      catalogId: 'catalog-1',
      name: 'Crew',
      items,
    });
    await rowsOfExtra(tx, profileRows).link(profile, [followedTask]);
    await rowsOfExtra(tx, heldRows).keep('U0BEN', {
      held: [heldElsewhere()],
      readAt: tx.at,
      identityUserId: 'user-ben',
      triedAt: tx.at,
      isCut: false,
    });
  });
  await readGranted(desk, profile);
  const { appId, entitlementId, account } = heldElsewhere();
  const by = { userId: 'U0BEN', teamId: 'T0ACME', userName: 'ben' };
  await acceptReturn(desk.deps, { by, appId, entitlementId, accountId: account.id });
}

/** What one person was told, what they wait for, and what happened to access of theirs. */
async function keepShown(tx: StoreTransaction): Promise<void> {
  const { at } = tx;
  const to = { askingId: inFlight.asked, workspaceId: 'T0ACME', readerId: 'U0BEN' };
  const place = { channel: 'D0BEN', ts: '1772450.000700' };
  await tx.posts.claim(to, 'claim-1', { before: null, headlines: [] });
  await tx.posts.markPosted(to, 'claim-1', {
    place,
    headlines: [`in-review ${inFlight.asked}`],
    hash: 'old',
    at,
  });
  const call = { requestId: inFlight.asked, occasion: 'waits', at };
  await tx.lists.call(['U0ANA'], call);
  const list = { askingId: null, workspaceId: '', readerId: 'U0ANA' };
  await tx.posts.keepShown(list, [inFlight.asked]);
  await tx.posts.keepWait(inFlight.submitted, { cause: 'governance', since: at });
  const order = { kind: 'taking-away', detail: { by: 'U0ANA', reason: '' } } as const;
  await tx.posts.keepNews(inFlight.granted, { ...order, occurrence: 'order-1' }, at);
  await tx.marks.lookAt(inFlight.granted, new Date(at.getTime() + 86_400_000));
}

/** What was read of the tenant, and what is noted once. */
async function keepReadings(tx: StoreTransaction): Promise<void> {
  const { at } = tx;
  const known = entitlement();
  await tx.catalogue.put(known, [known]);
  await tx.catalogue.complete(known, at);
  await tx.tenantApps.replace([{ id: 'app-github', name: 'GitHub' }]);
  const catalog = { id: 'catalog-1', name: 'Crew', visibleToEveryone: true, isProfile: true };
  const leaving = { unenrolment: 'goes' } as const;
  const visibility = rowsOfExtra(tx, visibilityRows);
  await visibility.put([
    { ...catalog, ...leaving, access: [], content: { 'app-github': ['ent-item'] } },
  ]);
  const feed = { appId: 'app-github', beganAt: at, seenUntil: at, sweptAt: at };
  await rowsOfExtra(tx, feedRows).put(feed);
  await tx.grants.markRead(at);
  const line = { kind: 'set-up', name: 'Set up', id: 'task-9', numericId: '9', count: 1 };
  await rowsOfExtra(tx, draftRows).insert({
    id: 'draft-1',
    teamId: 'T0ACME',
    slackUserId: 'U0BEN',
    postedChannel: null,
    ts: null,
    permalink: null,
    shown: null,
    identityId: 'user-ben',
    client: { kind: 'token', name: 'laptop' },
    content: {
      kind: 'give-back',
      requestId: alsoInFlight.profile,
      appName: 'GitHub',
      entitlementName: 'Platform: write',
    },
    state: 'open',
    at,
    endsAt: new Date(at.getTime() + 86_400_000),
  });
  await rowsOfExtra(tx, workRows).keep('U0ANA', {
    identityUserId: 'user-ana',
    lines: [{ ...line, instructions: '', dueAt: null }],
    isCut: false,
    readAt: at,
  });
  const agents = rowsOfExtra(tx, agentRows);
  const whose = { teamId: 'T0ACME', slackUserId: 'U0ANA' };
  const endsAt = new Date(at.getTime() + 2_592_000_000);
  const token = {
    ...whose,
    identityId: 'user-ana',
    id: 'V0AGENTS',
    name: 'laptop',
    hash: 'of a token',
    endsAt,
  };
  await agents.insertToken({ ...token, createdAt: at });
  const lookup = { kind: 'token', client: 'laptop', tool: 'my_access', startedAt: at } as const;
  await agents.countCall({ ...whose, ...lookup });
  await tx.confirmations.confirm('a question', noon);
}
