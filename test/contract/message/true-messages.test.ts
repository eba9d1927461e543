import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { isOpen } from '../../../src/domain/task/task-snapshot.ts';
import { noticeMessage, publicMessage } from '../../../src/slack/message/notice-messages.ts';
import { noticeReader } from '../../../src/slack/message/speech.ts';
import { textsFor } from '../../../src/slack/platform/texts.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { showRemovalOnHome } from '../../support/removals.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const holders = clickingHolders(desk);
const { reads } = waiting(desk);
const texts = textsFor('en', ['U0HANA']);
const emergency = { emergency: true, stepApprovers: [person('user-ana')] };

/** What may happen to an emergency, each once the messages of what happened before are sent. */
const facts = [
  'outage',
  'sent',
  'refused',
  'minutes pass',
  'hours pass',
  'approved by Ana',
  'denied by Ana',
  'approved for the next step',
  'next step in the console',
  'granted in the console',
  'denied in the console',
  'withdrawn by Ben',
  'withdrawn in the console',
  'ran out of time',
  'given back',
  'removed by Ana',
] as const;
type FactName = (typeof facts)[number];

async function send(answer: 'outage' | 'refused' | 'sent') {
  if ((await desk().request())?.taskId !== null) return;
  const { grants, tasks } = desk().governance;
  if (answer === 'outage') grants.next(failing('network', true));
  else if (answer === 'refused') grants.next(refusing('forbidden'));
  else {
    grants.next(ok(snapshot(emergency)));
    tasks.set('task-1', snapshot(emergency));
  }
  await createTask(desk().deps, 'request-1').catch(() => null);
}

async function review(verb: 'approve' | 'deny', isLast: boolean): Promise<void> {
  const cards = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
  const task = desk().governance.tasks.get('task-1');
  if (cards[0] === undefined || task === undefined || !isOpen(task)) return;
  const outcome = verb === 'approve' ? 'granted' : 'denied';
  const next = isLast
    ? closedSnapshot({ emergency: true, outcome })
    : { ...task, currentStepId: `${task.currentStepId ?? ''}-next` };
  desk().governance.onReview = () => void desk().governance.tasks.set('task-1', next);
  await click('U0ANA', { verb, cardId: cards[0].id, stepId: task.currentStepId ?? '' });
  await carryOut();
}

async function inConsole(change: Parameters<typeof closedSnapshot>[0] | 'next'): Promise<void> {
  const task = desk().governance.tasks.get('task-1');
  if (task === undefined || !isOpen(task)) return;
  if (change === 'next') await reads(1, { ...task, currentStepId: `${task.currentStepId}-next` });
  else await reads(1, closedSnapshot({ emergency: true, ...change }));
}

async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 15) {
    desk().world.pass(Math.min(left, 15) * 60_000);
    await actOnDue(desk().deps);
    await desk().runJobs('send-notice');
  }
}

async function withdraw(): Promise<void> {
  const { tasks } = desk().governance;
  const cancelled = closedSnapshot({ emergency: true, outcome: 'cancelled' });
  desk().governance.onClose = () => void tasks.set('task-1', cancelled);
  await holders.click('withdraw');
  await holders.carryOut();
}

async function giveBack(): Promise<void> {
  const request = await desk().request();
  if (request === null) return;
  const at = desk().world.now();
  await desk().store.transaction(async (tx) => {
    const grant = await tx.grants.find('request-1');
    if (grant?.endedAt === null) await endGrant(tx, request, { end: 'given-back', at });
  });
}

/** Ana approves on her Home that the access is taken away, with something else. */
async function remove(): Promise<void> {
  const { tasks } = desk().governance;
  if (tasks.has('task-9')) return;
  const removal = snapshot({
    id: 'task-9',
    takesAway: true,
    alsoTaken: [{ id: 'ent-crew', name: 'Harbour crew' }],
    sourceRequestId: null,
    stepApprovers: [person('user-ana')],
  });
  const cardId = await showRemovalOnHome(desk(), removal);
  desk().governance.onReview = () =>
    void tasks.set('task-9', {
      ...removal,
      state: 'closed',
      outcome: 'revoked',
      actions: [],
      stepApprovers: [],
    });
  await click('U0ANA', { cardId, clicked: null });
  await carryOut();
}

const happenings: Readonly<Record<FactName, () => Promise<void>>> = {
  outage: () => send('outage'),
  sent: () => send('sent'),
  refused: () => send('refused'),
  'minutes pass': () => pass(15),
  'hours pass': () => pass(60),
  'approved by Ana': () => review('approve', true),
  'denied by Ana': () => review('deny', true),
  'approved for the next step': () => review('approve', false),
  'next step in the console': () => inConsole('next'),
  'granted in the console': () => inConsole({ outcome: 'granted' }),
  'denied in the console': () => inConsole({ outcome: 'denied' }),
  'withdrawn by Ben': withdraw,
  'withdrawn in the console': () => inConsole({ outcome: 'cancelled' }),
  'ran out of time': () => inConsole({ outcome: 'wait-timed-out' }),
  'given back': giveBack,
  'removed by Ana': remove,
};

/** What stands in Slack now, by message, without what was deleted. */
function standing(): readonly string[] {
  const { notices, noticesUpdated } = desk().chat;
  const shown = new Map<string, string>();
  for (const { to, context } of [...notices, ...noticesUpdated]) {
    if (desk().chat.isDeleted(context.noticeId)) continue;
    const isPersonal = to.startsWith('U') && context.body.kind !== 'overdue';
    const message = isPersonal
      ? noticeMessage(texts, context, noticeReader(context.request, to))
      : publicMessage(texts, context, () => false);
    shown.set(context.noticeId, `${to}: ${message.text}`);
  }
  return [...shown.values()];
}

/** Each person hears once that the access is gone, whether its end or its removal is read first. */
function saidTwice(texts: readonly string[]): readonly string[] {
  const losses = texts.filter((text) => /^U0\w+: .* was taken away/.test(text));
  const people = losses.map((text) => text.slice(0, text.indexOf(':')));
  return losses.filter((_, at) => people.indexOf(people[at] ?? '') !== at);
}

/** What each kind of sentence claims, and whether that is so. */
async function untrue(): Promise<readonly string[]> {
  const request = await desk().request();
  const task = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
  const grant = await desk().store.transaction((tx) => tx.grants.find('request-1'));
  const removal = await desk().store.transaction((tx) => tx.tasks.find('task-9'));
  const isRemoved = removal?.snapshot.outcome === 'revoked';
  const decisions = await desk().store.transaction((tx) => tx.actions.decisionsOn('task-1'));
  const did = (verb: string) => decisions.some((one) => one.verb === verb && one.state === 'done');
  const { outcome = null } = task === null || isOpen(task.snapshot) ? {} : task.snapshot;
  const isUnsent = request?.state === 'submitted' || request?.state === 'sending';
  const isWaiting = task !== null && isOpen(task.snapshot);
  const claims: readonly (readonly [RegExp, boolean])[] = [
    [/is not answering/, isUnsent],
    [/obody has decided|your decision|with the reviewers|will decide|more step to go/, isWaiting],
    [/being set up|right now|the next one waits/, isWaiting],
    [/approved this|approved your/, did('approve')],
    [/denied this|<@U0ANA> denied/, did('deny')],
    [/was granted|: Granted/, outcome === 'granted'],
    [/was denied|: Denied/, outcome === 'denied'],
    [/Ran out of time/, outcome === 'wait-timed-out'],
    [/Cancelled/, outcome === 'cancelled'],
    [/You have /, grant !== null && grant.endedAt === null],
    [/was taken away|removal was approved by <@U0ANA>|as well: Harbour crew/, isRemoved],
    [/: $/, false],
  ];
  const texts = standing();
  const wrong = texts.filter((text) => claims.some(([said, isSo]) => said.test(text) && !isSo));
  return [...wrong, ...saidTwice(texts)];
}

async function live(sequence: readonly FactName[]): Promise<readonly string[]> {
  await desk().clear();
  desk().settings = testSettings({ escalation: null });
  desk().directory.add('U0HANA');
  await desk().ask({ emergency: true });
  for (const fact of sequence) {
    await happenings[fact]();
    desk().world.pass(2_000);
    await desk().runJobs();
    const wrong = await untrue();
    if (wrong.length > 0) return wrong;
  }
  return [];
}

/** Reminders come first, so that there is something to call off. */
const likely = Array.from({ length: facts.length }, () => 'minutes pass' as const);

/** Each run is some twenty transactions for each fact. */
const numRuns = 8;

it.each([
  ['the same as always', 42],
  ['others each time', Date.now() % 2 ** 31],
])(
  'leaves no message that is not true after any sequence of facts (%s, seed %i)',
  async (_, seed) => {
    const later = fc.constantFrom(...facts, ...likely);
    const happened = fc.tuple(
      fc.subarray<FactName>(['outage']),
      fc.constantFrom<FactName>('sent', 'sent', 'sent', 'refused'),
      fc.array(later, { minLength: 1, maxLength: 5 }),
    );
    const property = fc.asyncProperty(happened, async ([outage, sent, others]) => {
      expect(await live([...outage, sent, ...others])).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns });
  },
);

it.each([
  ['who decides is called off', ['sent', 'minutes pass', 'approved by Ana']],
  ['an outage is over', ['outage', 'sent']],
  ['the next step waits', ['sent', 'minutes pass', 'approved for the next step']],
  [
    'it was called twice and is granted elsewhere',
    ['sent', 'hours pass', 'granted in the console'],
  ],
  ['access is given back', ['sent', 'approved by Ana', 'given back']],
  ['access is removed', ['sent', 'approved by Ana', 'removed by Ana', 'hours pass']],
  ['access is given back and removed', ['sent', 'approved by Ana', 'given back', 'removed by Ana']],
] as const)('is true when %s', async (_, sequence) => {
  expect(await live(sequence)).toEqual([]);
});
