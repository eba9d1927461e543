/** Long because everything that may happen to a request stands together. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ActionKind } from '../../../src/domain/action/action.ts';
import { ok } from '../../../src/domain/result.ts';
import { isOpen, type TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { standing, untrue } from '../../support/message-claims.ts';
import { showRemovalOnHome } from '../../support/removals.ts';
import { fingerprintOf, reviewing } from '../../support/reviewing.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  knownTaskActions,
  person,
  revokedSnapshot,
  snapshot,
} from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const [ana, cho, dee] = [person('user-ana'), person('user-cho'), person('user-dee')];
const actions = knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`);

/** What the request is, which every sequence begins with. */
const kinds = {
  emergency: { request: { emergency: true }, task: { emergency: true, stepApprovers: [ana] } },
  ordinary: { request: {}, task: { stepApprovers: [ana, cho] } },
  'for Dee': {
    request: { targetSlackId: 'U0DEE', identityUserId: 'user-dee' },
    task: { target: dee, stepApprovers: [ana, cho] },
  },
  'for more time': { request: { extendsRequestId: 'request-0' }, task: { stepApprovers: [ana] } },
} as const;
type RequestKind = keyof typeof kinds;
let kind: RequestKind = 'emergency';

function taskNow(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return snapshot({ actions, ...kinds[kind].task, ...change });
}

function closedNow(change: Partial<TaskSnapshot>): TaskSnapshot {
  const { stepApprovers: _, ...task } = kinds[kind].task;
  const outcomeAt = desk().world.now().toISOString();
  return closedSnapshot({ ...task, outcomeAt, ...change });
}

/** What may happen to it, each once the messages of what happened before are sent. */
const facts = [
  'outage',
  'the bot is refused',
  'sent',
  'refused',
  'minutes pass',
  'hours pass',
  'the evening passes',
  'approved',
  'denied',
  'clicked by Ana',
  'approved for the next step',
  'approved, and Cho is next',
  'handed to Cho by Ana',
  'handed to Cho in the console',
  'asked by Ana',
  'answered by Ben',
  'shortened by Ana',
  'nudged by Ben',
  'made an emergency by Ben',
  'next step in the console',
  'granted in the console',
  'denied in the console',
  'withdrawn by Ben',
  'withdrawn, but not closed',
  'withdrawn in the console',
  'ran out of time',
  'being given back',
  'given back',
  'the removal is denied',
  'the removal is done',
  'taken away by an administrator',
  'the access ends',
  'removed by Ana',
] as const;
type FactName = (typeof facts)[number];

async function send(answer: 'outage' | 'the bot is refused' | 'refused' | 'sent') {
  if ((await desk().request())?.taskId !== null) return;
  const { grants, tasks } = desk().governance;
  if (answer === 'outage') grants.next(failing('network', true));
  else if (answer === 'the bot is refused') grants.next(failing('unauthorized', true));
  else if (answer === 'refused') grants.next(refusing('forbidden'));
  else {
    grants.next(ok(taskNow()));
    tasks.set('task-1', taskNow());
  }
  await createTask(desk().deps, 'request-1').catch(() => null);
}

/** The task while it is open; null otherwise. */
function openTask(): TaskSnapshot | null {
  const task = desk().governance.tasks.get('task-1');
  return task !== undefined && isOpen(task) ? task : null;
}

async function firstCard() {
  const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
  if (card === undefined) return null;
  return { id: card.id, place: { channel: card.postedChannel ?? '', ts: card.ts ?? '' } };
}

/** The first reviewer of the step decides. `next`: what the service then shows. */
async function review(verb: 'approve' | 'deny', next: (task: TaskSnapshot) => TaskSnapshot) {
  const card = await firstCard();
  const task = openTask();
  const [reviewer] = task?.stepApprovers ?? [];
  if (card === null || task === null || reviewer === undefined) return;
  desk().governance.onReview = () => void desk().governance.tasks.set('task-1', next(task));
  const stepId = task.currentStepId ?? '';
  const userId = reviewer.id.replace('user-', 'U0').toUpperCase();
  const accepted = await click(userId, { verb, cardId: card.id, stepId, clicked: card.place });
  // Otherwise nothing would have happened, and no message could be untrue.
  expect(accepted).toBe('kept');
  await carryOut();
}

/** She does not decide, or not any more. */
async function clickByAna(): Promise<void> {
  const card = await firstCard();
  const task = openTask();
  if (card === null || task === null || task.stepApprovers.some(({ id }) => id === ana.id)) return;
  const stepId = task.currentStepId ?? '';
  await click('U0ANA', { cardId: card.id, stepId, clicked: card.place });
  await carryOut();
}

const nextStep = (task: TaskSnapshot): TaskSnapshot => ({
  ...task,
  currentStepId: `${task.currentStepId ?? ''}-next`,
});

/** Somebody clicks another action, and the service then shows the task like this. */
async function act(
  verb: Exclude<ActionKind, 'approve' | 'deny'>,
  by: string,
  people: string[] = [],
  durationSeconds: number | null = null,
) {
  const task = openTask();
  const card = await firstCard();
  if (task === null || card === null) return;
  const shown = await desk().store.transaction((tx) => fingerprintOf(tx, card.id));
  const step = { stepId: task.currentStepId ?? '', occurrence: '', shown };
  const detail = { ...step, durationSeconds, people };
  const order = { verb, requestId: 'request-1', by: actor(by), detail, channel: 'C0REVIEWS' };
  await acceptAction(desk().deps, { ...order, reason: 'which cluster?' });
  await carryOut();
}

async function shows(task: TaskSnapshot): Promise<void> {
  desk().governance.tasks.set(task.id, task);
  const request = await desk().request();
  if (request !== null)
    await desk().store.transaction((tx) => recordReading(tx, desk().deps, request, task));
}

async function inConsole(next: (task: TaskSnapshot) => TaskSnapshot): Promise<void> {
  const task = openTask();
  if (task !== null && (await firstCard()) !== null) await shows(next(task));
}

async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 15) {
    desk().world.pass(Math.min(left, 15) * 60_000);
    await actOnDue(desk().deps);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'end-grants' }));
    await desk().runJobs('end-grants', 'send-notice');
  }
}

/** A click on the request that things happen to. */
async function holderClicks(
  verb: 'withdraw' | 'give-back' | 'nudge' | 'escalate',
  by: string,
): Promise<void> {
  const reason = verb === 'escalate' ? 'the ferry waits' : '';
  const order = { verb, requestId: 'request-1', by: actor(by), reason, channel: by };
  await acceptAction(desk().deps, order);
  await carryOut();
}

async function withdraw(isClosed: boolean): Promise<void> {
  const cancelled = closedNow({ outcome: 'cancelled' });
  desk().governance.onClose = () =>
    void (isClosed && desk().governance.tasks.has('task-1')
      ? desk().governance.tasks.set('task-1', cancelled)
      : null);
  await holderClicks('withdraw', 'U0BEN');
}

const removal = revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null, actions });

async function giveBack(isDone: boolean, by = kind === 'for Dee' ? 'U0DEE' : 'U0BEN') {
  if (desk().governance.tasks.has(removal.id)) return;
  const task = isDone ? revokedSnapshot({ outcomeAt: desk().world.now().toISOString() }) : removal;
  desk().governance.revocations.next(ok(task));
  const before = desk().governance.revoked.length;
  await holderClicks('give-back', by);
  if (desk().governance.revoked.length > before) desk().governance.tasks.set(task.id, task);
}

/** What comes of the task that takes the access away. */
async function removalEnds(outcome: 'revoked' | 'denied'): Promise<void> {
  const task = desk().governance.tasks.get(removal.id);
  if (task === undefined || !isOpen(task)) return;
  const outcomeAt = desk().world.now().toISOString();
  desk().governance.tasks.set(removal.id, revokedSnapshot({ outcome, outcomeAt }));
  desk().world.pass(60_000);
  await desk().store.transaction((tx) => tx.enqueue({ kind: 'end-grants' }));
  await desk().runJobs('end-grants');
}

async function ends(): Promise<void> {
  const request = await desk().request();
  const at = desk().world.now();
  if (request === null) return;
  await desk().store.transaction(async (tx) => {
    const grant = await tx.grants.find('request-1');
    if (grant?.endedAt === null) await endGrant(tx, request, { end: 'expired', at });
  });
}

/** Ana approves on her Home that the access is taken away, with something else. */
async function remove(): Promise<void> {
  const { tasks } = desk().governance;
  if (tasks.has('task-9')) return;
  const task = snapshot({
    id: 'task-9',
    takesAway: true,
    alsoTaken: [{ id: 'ent-crew', name: 'Harbour crew' }],
    sourceRequestId: null,
    stepApprovers: [ana],
    target: kind === 'for Dee' ? dee : person('user-ben'),
  });
  const card = await showRemovalOnHome(desk(), task);
  desk().governance.onReview = () =>
    void tasks.set('task-9', {
      ...task,
      state: 'closed',
      outcome: 'revoked',
      actions: [],
      stepApprovers: [],
    });
  await click('U0ANA', { cardId: card, clicked: null });
  await carryOut();
}

const toCho = (task: TaskSnapshot): TaskSnapshot => ({ ...task, stepApprovers: [cho] });
const closedAs = (outcome: TaskSnapshot['outcome']) => () => closedNow({ outcome });

const happenings: Readonly<Record<FactName, () => Promise<void>>> = {
  outage: () => send('outage'),
  'the bot is refused': () => send('the bot is refused'),
  sent: () => send('sent'),
  refused: () => send('refused'),
  'minutes pass': () => pass(15),
  'hours pass': () => pass(60),
  'the evening passes': () => pass(300),
  approved: () => review('approve', closedAs('granted')),
  denied: () => review('deny', closedAs('denied')),
  'clicked by Ana': () => clickByAna(),
  'approved for the next step': () => review('approve', nextStep),
  'approved, and Cho is next': () => review('approve', (task) => toCho(nextStep(task))),
  async 'handed to Cho by Ana'() {
    const task = openTask();
    desk().governance.onAct = () =>
      void (task !== null && desk().governance.tasks.set('task-1', toCho(task)));
    await act('reassign', 'U0ANA', ['U0CHO']);
    desk().governance.onAct = () => undefined;
  },
  'handed to Cho in the console': () => inConsole(toCho),
  'asked by Ana': () => act('ask', 'U0ANA'),
  'answered by Ben': () => act('answer', 'U0BEN'),
  async 'shortened by Ana'() {
    const task = openTask();
    desk().governance.onAct = () =>
      void (
        task !== null &&
        desk().governance.tasks.set('task-1', { ...task, grantDurationSeconds: 3_600 })
      );
    await act('shorten', 'U0ANA', [], 3_600);
    desk().governance.onAct = () => undefined;
  },
  'nudged by Ben': () => holderClicks('nudge', 'U0BEN'),
  'made an emergency by Ben': () => holderClicks('escalate', 'U0BEN'),
  'next step in the console': () => inConsole(nextStep),
  'granted in the console': () => inConsole(closedAs('granted')),
  'denied in the console': () => inConsole(closedAs('denied')),
  'withdrawn by Ben': () => withdraw(true),
  'withdrawn, but not closed': () => withdraw(false),
  'withdrawn in the console': () => inConsole(closedAs('cancelled')),
  'ran out of time': () => inConsole(closedAs('wait-timed-out')),
  'being given back': () => giveBack(false),
  'given back': () => giveBack(true),
  'the removal is denied': () => removalEnds('denied'),
  'the removal is done': () => removalEnds('revoked'),
  'taken away by an administrator': () => giveBack(false, 'U0HANA'),
  'the access ends': ends,
  'removed by Ana': remove,
};

/** What changes when each message that is rendered again at a change is rendered again without one. */
async function outdated(): Promise<readonly string[]> {
  const before = new Map(standing(desk()).map((one) => [one.noticeId, one]));
  await sql`update notices set offered = '["nothing"]' where ts is not null`.execute(desk().kysely);
  const { rows } = await sql<{ id: string }>`select id from notices where ts is not null`.execute(
    desk().kysely,
  );
  await desk().store.transaction(async (tx) => {
    for (const { id: noticeId } of rows) await tx.enqueue({ kind: 'send-notice', noticeId });
  });
  await desk().runJobs('send-notice');
  return standing(desk()).flatMap(({ noticeId, to, texts }) => {
    const stood = before.get(noticeId)?.texts ?? [];
    // A request may get a second card: a link to the first one is as good.
    const [now, then] = [texts, stood].map((one) => one.join('\n').replaceAll(/<https:[^|]*/g, ''));
    return now === then ? [] : [`${to}: ${stood[0]} [now: ${texts[0]}]`];
  });
}

/** The cards that change when each is rendered again without anything that happened. */
async function outdatedCards(): Promise<readonly string[]> {
  const { updated } = desk().chat;
  const before = updated.length;
  await desk().store.transaction(async (tx) => {
    for (const requestId of ['request-0', 'request-1'])
      for (const { id, ts } of await tx.cards.ofRequest(requestId))
        if (ts !== null) await tx.enqueue({ kind: 'update-card', cardId: id });
  });
  await desk().runJobs('update-card');
  return updated.slice(before).map(({ card }) => `the card of ${card.request.id}`);
}

/** Ben has the access of `request-0` for four hours, which a request for more time prolongs. */
async function haveAccess(): Promise<void> {
  const id = await desk().ask({
    ...accessRequest(),
    id: 'request-0',
    state: 'submitted',
    taskId: null,
  });
  const at = desk().world.now();
  const task = closedSnapshot({
    id: 'task-0',
    numericId: '1041',
    sourceRequestId: id,
    outcomeAt: at.toISOString(),
  });
  desk().governance.tasks.set(task.id, task);
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(id, {
      state: 'created',
      identityUserId: 'user-ben',
      taskId: task.id,
      at,
    });
    const request = await tx.requests.find(id);
    if (request !== null) await recordReading(tx, desk().deps, request, task);
  });
  desk().world.pass(60_000);
}

async function live(of: RequestKind, sequence: readonly FactName[]): Promise<readonly string[]> {
  await desk().clear();
  kind = of;
  desk().settings = testSettings({ escalation: null, admins: ['U0HANA'] });
  desk().directory.add('U0HANA');
  desk().governance.people.set('hana@acme.example', person('user-hana'));
  desk().governance.operations.add('taskRevoke');
  if (of === 'for more time') await haveAccess();
  await desk().ask(kinds[of].request);
  for (const fact of sequence) {
    await happenings[fact]();
    desk().world.pass(2_000);
    await desk().runJobs();
    const wrong = await untrue(desk());
    if (wrong.length > 0) return [fact, ...wrong];
  }
  return [...(await outdated()), ...(await outdatedCards())];
}

/** Reminders come first, so that there is something to call off. */
const likely = Array.from({ length: facts.length }, () => 'minutes pass' as const);

/** Each is some twenty transactions for each fact, so `npm run fuzz` makes fewer of them than of others. */
const numRuns = Math.ceil(Number(process.env.FUZZ_RUNS ?? 120) / 10);

it('leaves no message that is not true after any sequence of facts', async () => {
  const later = fc.constantFrom(...facts, ...likely);
  const happened = fc.tuple(
    fc.constantFrom(...Object.keys(kinds)).filter((one): one is RequestKind => one in kinds),
    fc.subarray<FactName>(['outage', 'the bot is refused'], { maxLength: 1 }),
    fc.constantFrom<FactName>('sent', 'sent', 'sent', 'refused'),
    fc.array(later, { minLength: 1, maxLength: 6 }),
  );
  const property = fc.asyncProperty(happened, async ([of, waits, sent, others]) => {
    expect(await live(of, [...waits, sent, ...others])).toEqual([]);
  });
  await fc.assert(property, { numRuns });
});

it.each([
  ['who decides is called off', 'emergency', ['sent', 'minutes pass', 'approved']],
  ['an outage is over', 'emergency', ['outage', 'sent']],
  ['it was sent after all, and is shortened', 'emergency', ['outage', 'sent', 'shortened by Ana']],
  ['the next step waits', 'emergency', ['sent', 'minutes pass', 'approved for the next step']],
  [
    'the step that waited next is denied',
    'emergency',
    ['sent', 'minutes pass', 'next step in the console', 'denied in the console'],
  ],
  ['it is granted elsewhere', 'emergency', ['sent', 'hours pass', 'granted in the console']],
  [
    'it is handed on after a reminder',
    'emergency',
    ['sent', 'minutes pass', 'handed to Cho by Ana'],
  ],
  [
    'somebody clicks who no longer decides',
    'emergency',
    ['sent', 'handed to Cho by Ana', 'clicked by Ana', 'denied'],
  ],
  ['it is handed on, then denied', 'for more time', ['sent', 'handed to Cho by Ana', 'denied']],
  [
    'the next step is handed on',
    'for more time',
    ['sent', 'approved for the next step', 'handed to Cho in the console'],
  ],
  [
    'it is withdrawn after a reminder, and stays open',
    'emergency',
    ['sent', 'minutes pass', 'withdrawn, but not closed'],
  ],
  [
    'it is closed some time after its withdrawal',
    'ordinary',
    ['sent', 'withdrawn, but not closed', 'ran out of time'],
  ],
  ['access is given back', 'ordinary', ['sent', 'approved', 'given back']],
  ['access is removed', 'emergency', ['sent', 'approved', 'removed by Ana', 'hours pass']],
  [
    'access is given back and removed',
    'ordinary',
    ['sent', 'approved', 'given back', 'removed by Ana'],
  ],
] as const)('is true when %s', async (_, of, sequence) => {
  expect(await live(of, sequence)).toEqual([]);
});
