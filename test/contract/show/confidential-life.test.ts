import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionKind } from '../../../src/domain/action/action.ts';
import type { ActionDetail } from '../../../src/domain/action/holder-action.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { type ActionClick, acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { useClockedBot } from '../../support/clocked-bot.ts';
import { clockedRequest } from '../../support/clocked-request.ts';
import { failing } from '../../support/fakes.ts';
import { everyTextIn, type RecordedCall, textIn } from '../../support/recorded-slack.ts';
import { fingerprintOf } from '../../support/reviewing.ts';
import { actor, entitlement, person } from '../../support/samples.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';

const bot = useClockedBot();
const { submits, passes, rests, cardOf, decides, closesAfter } = clockedRequest(bot);
const hour = 3_600_000;
const app = testApp({ id: 'app-falcon', name: 'Falcon Ledger', confidential: true });
const vault = { appId: app.id, id: 'ent-vault', name: 'Vault seven', description: 'Opens it' };

/** What is known to those alone who have to do with it. */
const secrets = {
  entitlement: /vault seven|ent-vault|opens it/i,
  justification: /auditors wait/i,
  question: /which shelf/i,
  answer: /the lowest one/i,
  comment: /seen by the board/i,
  reason: /fits the mandate|no mandate/i,
  recipient: /\bdee\b|U0DEE/i,
  requester: /\bben\b|U0BEN/i,
  reviewers: /\bana\b|\bcho\b|U0ANA|U0CHO/i,
} as const;
/** Others read the name of the app alone, beside the number of the request. */
const subject = /#\d+ · Falcon Ledger|\*Falcon Ledger\* \(#\d+\)/g;
const parties: readonly string[] = ['U0BEN', 'U0DEE', 'U0ANA', 'U0CHO', 'U0HANA'];

beforeEach(async () => {
  const { desk } = bot();
  const nobody = { people: [], channel: null, group: null, owners: false, offersEmergency: true };
  desk.settings = testSettings({
    apps: [app],
    escalation: [
      { ...nobody, afterSeconds: 3_600, channel: 'C0LEADS' },
      { ...nobody, afterSeconds: 7_200, people: ['U0LEA'] },
    ],
  });
  desk.governance.operations.add('userGrants');
  bot().restart();
  await desk.store.transaction(async (tx) => {
    for (const userId of ['U0BEN', 'U0ANA', 'U0EVE']) await tx.homes.markOpened(userId, tx.at);
  });
});

/** Who reads a call: a channel, or a person. */
function readerOf({ method, args }: RecordedCall): string {
  const place = textIn(args, 'user_id') || textIn(args, 'user') || textIn(args, 'channel');
  return method.startsWith('chat.') || method === 'views.publish' ? place.replace(/^D/, '') : '';
}

const readers = (): readonly string[] => [...new Set(bot().slack.calls.map(readerOf))];

/** All texts that these readers get, whatever they are for, behind the call and its reader. */
function readBy(isMeant: (reader: string) => boolean): readonly string[] {
  return bot()
    .slack.calls.filter((call) => readerOf(call) !== '' && isMeant(readerOf(call)))
    .flatMap((call) =>
      everyTextIn(call.args).map((text) => `${call.method} to ${readerOf(call)}: ${text}`),
    );
}

/** Submits it, and has the service take it. */
async function asks(number: number, isUrgent = false): Promise<string> {
  const task: Partial<TaskSnapshot> = {
    id: `task-${number}`,
    numericId: String(number),
    appId: app.id,
    appName: app.name,
    entitlements: [{ ...vault, riskLevel: '' }],
    justification: 'The auditors wait',
    target: person('user-dee'),
    emergency: isUrgent,
    actions: ['APPROVE', 'DENY', 'COMMENT', 'CLOSE'].map((one) => `TASK_ACTION_TYPE_${one}`),
  };
  const form = {
    key: `view-${number}`,
    app,
    entitlements: [entitlement({ ...vault, emergencyGrantEnabled: true })],
    justification: 'The auditors wait',
    targetSlackId: 'U0DEE',
    emergency: isUrgent,
  };
  return submits(form, task);
}

async function acts(
  requestId: string,
  verb: ActionClick['verb'],
  userId: string,
  { reason = '', asked }: { reason?: string; asked?: string } = {},
): Promise<void> {
  const { deps, store } = bot().desk;
  const card = await cardOf(requestId);
  const shown = await store.transaction((tx) => fingerprintOf(tx, card.id));
  const isHolders = verb === 'withdraw' || verb === 'nudge';
  const seen: ActionDetail = {
    stepId: 'step-1',
    occurrence: '',
    durationSeconds: null,
    people: [],
    shown,
    asked,
  };
  const detail = isHolders
    ? null
    : asked === undefined
      ? seen
      : { ...seen, stepId: '', shown: null };
  const channel = isHolders || card.ts === null ? userId : card.channel;
  const by = actor(userId);
  expect(await acceptAction(deps, { verb, requestId, by, reason, detail, channel })).toBe('kept');
  await passes(1_500);
}

async function idOf(verb: ActionKind): Promise<string> {
  const { id } = await bot()
    .desk.kysely.selectFrom('actions')
    .select('id')
    .where('verb', '=', verb)
    .executeTakeFirstOrThrow();
  return id;
}

/** What parties are told, others are not. Each secret was told to somebody, or nothing is proved. */
function expectSecret(...told: readonly (keyof typeof secrets)[]): void {
  const others = readBy((reader) => !parties.includes(reader));
  const own = readBy((reader) => parties.includes(reader));
  for (const what of told)
    expect([what, own.some((text) => secrets[what].test(text))]).toEqual([what, true]);
  for (const [what, secret] of Object.entries(secrets))
    expect([what, others.filter((text) => secret.test(text))]).toEqual([what, []]);
  expect(others.filter((text) => /falcon/i.test(text.replaceAll(subject, '')))).toEqual([]);
}

const everything = ['entitlement', 'justification', 'recipient', 'requester', 'reviewers'] as const;

describe('a request for a confidential app', () => {
  it('is read by nobody else, from an outage to its end, in a channel that other companies read', async () => {
    const { desk, jobs, slack } = bot();
    desk.settings = { ...desk.settings, channels: { allowShared: ['C0REVIEWS'] } };
    slack.shared.add('C0REVIEWS');
    desk.governance.grants.next(failing('network', true));
    const id = await asks(1_042);
    await rests(90_000);
    await rests(hour);
    await rests(2 * hour);
    // She is nobody's reviewer.
    jobs.add({ kind: 'sync-home', slackUserId: 'U0EVE' });
    await decides(id, 'approve', { userId: 'U0EVE' });
    await acts(id, 'ask', 'U0ANA', { reason: 'Which shelf?' });
    await acts(id, 'answer', 'U0BEN', { reason: 'The lowest one', asked: await idOf('ask') });
    await acts(id, 'comment', 'U0CHO', { reason: 'Seen by the board' });
    await acts(id, 'nudge', 'U0BEN');
    closesAfter(9_000);
    await decides(id, 'approve', { reason: 'Fits the mandate' });
    await passes(500);
    await decides(id, 'deny', { userId: 'U0CHO', reason: 'No mandate' });
    await passes(11_000);
    await rests(4 * hour);
    desk.governance.held = { isHeld: false, endsAt: null };
    await rests(60_000);
    expect(readers()).toEqual(expect.arrayContaining(['C0REVIEWS', 'C0LEADS', 'U0LEA', 'U0EVE']));
    expectSecret(...everything, 'question', 'answer', 'comment', 'reason');
  });

  it('is read by nobody else when it is denied', async () => {
    const id = await asks(1_043);
    await passes(2_000);
    closesAfter(0, { outcome: 'denied' });
    await decides(id, 'deny', { reason: 'No mandate' });
    await passes(2_000);
    expect(readers()).toContain('C0REVIEWS');
    expectSecret(...everything, 'reason');
  });

  it('is read by nobody else when it is urgent and withdrawn, beside a channel that others read', async () => {
    const { slack, desk } = bot();
    slack.shared.add('C0INCIDENTS');
    const id = await asks(1_044, true);
    await passes(3_000);
    desk.governance.onClose = () => {
      const task = desk.governance.tasks.get('task-1044');
      if (task !== undefined)
        desk.governance.tasks.set(task.id, { ...task, state: 'closed', outcome: 'cancelled' });
    };
    await acts(id, 'withdraw', 'U0BEN', { reason: 'No mandate' });
    expect(readers()).toEqual(expect.arrayContaining(['C0REVIEWS', 'C0INCIDENTS']));
    expectSecret(...everything);
    // There on-call hears only that one waits.
    expect(readBy((reader) => reader === 'C0INCIDENTS')).not.toContainEqual(
      expect.stringContaining('access_card'),
    );
  });
});
