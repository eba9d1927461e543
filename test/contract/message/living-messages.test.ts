import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const { reads, live } = waiting(desk);

const send = () => createTask(desk().deps, 'request-1');

async function asked(task = snapshot()): Promise<void> {
  await desk().ask();
  desk().governance.grants.next(ok(task));
  desk().governance.tasks.set(task.id, task);
  await send();
  await desk().runJobs();
}

async function decided(verb: 'approve' | 'deny', isEmergency = false): Promise<void> {
  const outcome = verb === 'approve' ? 'granted' : 'denied';
  desk().governance.onReview = () =>
    void desk().governance.tasks.set('task-1', closedSnapshot({ outcome, emergency: isEmergency }));
  const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
  if (card === undefined) throw new Error('the request has no card');
  const clicked = { channel: card.postedChannel ?? card.channel, ts: card.ts ?? '' };
  await click('U0ANA', { verb, cardId: card.id, clicked });
  await carryOut();
  desk().world.pass(2_000);
  await desk().runJobs();
}

it('a requester whose emergency waits for six hours is told twice, and then of the grant', async () => {
  desk().settings = testSettings({ escalation: null });
  desk().directory.add('U0HANA');
  await asked(snapshot({ emergency: true, stepApprovers: [person('user-ana')] }));
  await live('2026-03-02T18:00Z');
  await decided('approve');
  expect((await desk().said()).filter((line) => line.endsWith('-> U0BEN'))).toEqual([
    'in-review -> U0BEN',
    'late -> U0BEN',
    'granted -> U0BEN',
  ]);
});

describe('the first message about an emergency', () => {
  const first = () => desk().chat.shown[0]?.text;

  it('says that it is one, and where on-call was told', async () => {
    await asked(snapshot({ emergency: true }));
    expect(first()).toContain('It is an emergency: I told <#C0INCIDENTS>.');
  });

  it('says so once somebody has made the request one', async () => {
    await asked();
    expect(first()).not.toContain('emergency');
    await reads(1, { id: 'task-1', emergency: true, sourceRequestId: 'request-1' });
    await desk().runJobs();
    expect(first()).toContain('It is an emergency');
  });
});
