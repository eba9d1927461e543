import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { storedCard } from '../../../src/use-cases/card/card-model.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { noon, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { live } = waiting(desk);
const send = (id = 'request-1') => createTask(desk().deps, id);

/** Sent while the service is down. */
async function keptBack(kind: 'network' | 'unauthorized' = 'network', id = 'request-1') {
  desk().governance.grants.next(failing(kind, true));
  await expect(send(id)).rejects.toMatchObject({ kind });
}

const show = () => desk().runJobs('sync-card', 'update-card', 'show-asking', 'send-notice');
const places = () => desk().chat.posted.map(({ channel }) => channel);
const lines = () => desk().chat.lines.map(({ key, to }) => `${key} -> ${to}`);
const incident = async () =>
  (await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'))).find(
    ({ channel }) => channel === 'C0INCIDENTS',
  );
/** The state, the outcome and the cause that it shows last. */
const last = () => {
  const { task, waitCause } = desk().chat.updated.at(-1)?.card ?? desk().chat.posted[0]?.card ?? {};
  return [task?.state, task?.outcome, waitCause];
};

/** The service is back. */
async function arrives(): Promise<void> {
  const task = snapshot({ emergency: true });
  desk().governance.tasks.set(task.id, task);
  desk().governance.grants.next(ok(task));
  await send();
  await show();
}

beforeEach(async () => {
  await desk().ask({ emergency: true });
});

describe('an emergency that the service does not have', () => {
  it('is with on-call at once, and nobody can decide on it', async () => {
    await keptBack();
    await show();
    expect(places()).toEqual(['C0INCIDENTS']);
    expect(desk().chat.posted[0]?.card).toMatchObject({
      onCall: 'S0ONCALL',
      waitCause: 'governance',
      offered: { decisions: [], acts: [], elsewhere: [] },
      consoleUrl: null,
    });
    expect(await storedCard(desk().deps, (await incident())?.id ?? '')).toBeNull();
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain('I told <#C0INCIDENTS>.');
  });

  it('is with on-call also where it waits for Slack', async () => {
    desk().directory.person = () => Promise.reject(failing('unauthorized', true, 'slack'));
    await expect(send()).rejects.toMatchObject({ system: 'slack' });
    await desk().runJobs('sync-card');
    expect(places()).toEqual(['C0INCIDENTS']);
    expect(desk().chat.posted[0]?.card).toMatchObject({ waitCause: 'slack' });
  });

  it('has one card, which follows the cause', async () => {
    await keptBack();
    await show();
    await keptBack('unauthorized');
    await show();
    await keptBack('unauthorized');
    await show();
    expect(places()).toEqual(['C0INCIDENTS']);
    expect(desk().chat.updated.map(({ card }) => card.waitCause)).toEqual(['refused']);
  });

  it('becomes an ordinary card when it arrives, and on-call is called once more', async () => {
    await keptBack();
    await show();
    const before = await incident();
    await arrives();
    expect(places()).toEqual(['C0INCIDENTS', 'C0REVIEWS']);
    expect(await incident()).toMatchObject({ id: before?.id, ts: before?.ts });
    expect(last()).toEqual(['open', 'none', null]);
    expect(desk().chat.updated.at(-1)?.card.offered.decisions).not.toEqual([]);
    expect(lines()).toEqual(['arrived -> thread of C0INCIDENTS']);
    expect(desk().chat.lines[0]?.text).toMatch(
      /^<!subteam\^S0ONCALL>: It reached the reviewers: <@U0ANA> and <@U0CHO>\./,
    );
  });

  it('leaves its requester one post until somebody decides, and one more an hour after it arrived', async () => {
    await keptBack();
    await show();
    desk().world.pass(20 * 60_000);
    await arrives();
    await live('2026-03-02T13:01Z');
    await desk().said();
    const own = () => desk().chat.shown.filter(({ to }) => to === 'U0BEN').length;
    expect(own()).toBe(1);
    expect(desk().chat.shown.at(-1)?.text).toContain('is with the reviewers');
    await live('2026-03-02T13:22Z');
    await desk().said();
    expect(own()).toBe(2);
  });

  it.each([
    ['refused', 'not-sent', () => desk().governance.grants.next(refusing('forbidden'))],
    ['withdrawn', 'cancelled', () => saved('withdrawn')],
    ['uncertain', 'no-answer', () => saved('uncertain')],
  ] as const)('says so once it is %s', async (_state, outcome, ends) => {
    await keptBack();
    await show();
    await ends();
    await send();
    await show();
    expect(last().slice(0, 2)).toEqual(['closed', outcome]);
    expect([places(), lines()]).toEqual([['C0INCIDENTS'], []]);
  });

  it('has no card if it is withdrawn before that is posted', async () => {
    await keptBack();
    await saved('withdrawn');
    await show();
    expect(places()).toEqual([]);
  });

  it('is in one thread with what was asked for in one go', async () => {
    await desk().kysely.updateTable('requests').set({ groupId: 'request-1' }).execute();
    await desk().ask({ id: 'request-2', groupId: 'request-1', emergency: true });
    await keptBack();
    await keptBack('network', 'request-2');
    await desk().runJobs('sync-card');
    await desk().runJobs('sync-card');
    const posted = desk().chat.posted.map(({ channel, threadTs }) => [channel, threadTs]);
    expect(posted).toEqual([
      ['C0INCIDENTS', null],
      ['C0INCIDENTS', (await incident())?.ts],
    ]);
  });

  it('is shown in no channel that may be shared, where on-call hears of it when it arrives', async () => {
    desk().chat.sharings.set('C0INCIDENTS', 'shared');
    await keptBack();
    await show();
    expect([places(), await desk().audited()]).toEqual([[], []]);
    expect(desk().chat.shown.at(-1)?.text).not.toContain('I told');
    await arrives();
    expect(await desk().said()).toContain('emergency-elsewhere -> C0INCIDENTS');
  });

  it('is not shown if it is none, or without a channel of emergencies', async () => {
    await desk().ask({ id: 'request-2' });
    await keptBack('network', 'request-2');
    desk().settings = testSettings({
      emergency: { channel: null, onCall: null, durationsSeconds: [3_600] },
    });
    await keptBack();
    await show();
    expect(places()).toEqual([]);
  });
});

const saved = (state: 'withdrawn' | 'uncertain') =>
  desk().store.transaction((tx) => tx.requests.save('request-1', { state, at: noon }));
