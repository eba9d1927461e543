import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { actor, closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const open: NoticeBody = { kind: 'request-open' };
const approved: NoticeBody = {
  kind: 'decided',
  verb: 'approve',
  by: actor('U0ANA'),
  reason: '',
  next: { kind: 'step' },
};

const textOf = (context: NoticeContext): string =>
  noticeMessage(textsFor('en'), context, 'requester').text;

async function queued(body: NoticeBody, requestId = 'request-1'): Promise<void> {
  const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
  const key = JSON.stringify([requestId, body]);
  await desk().store.transaction((tx) => keepMessage(tx, { key, requestId, target, body }));
}

async function sentTexts(): Promise<readonly string[]> {
  await desk().runJobs('send-notice');
  return desk().chat.notices.map(({ context }) => textOf(context));
}

async function updatedTexts(): Promise<readonly string[]> {
  await desk().runJobs('send-notice');
  return desk().chat.noticesUpdated.map(({ context }) => textOf(context));
}

const decidedBy = (...names: readonly string[]): Partial<TaskSnapshot> => ({
  stepApprovers: names.map((one) => person(`user-${one}`)),
});

/** The service tells something new, and the bot reads it. */
async function read(task: TaskSnapshot): Promise<void> {
  desk().governance.tasks.set('task-1', task);
  await refreshTasks(desk().deps);
}

describe('a message that names the reviewers', () => {
  it('names the present reviewers when they changed while it waited', async () => {
    await desk().opened(decidedBy('ana'));
    await queued(open);
    desk().governance.tasks.set('task-1', snapshot(decidedBy('dee')));
    desk().world.pass(61_000);
    const [text] = await sentTexts();
    expect(text).toContain('Dee will decide.');
    expect(text).not.toContain('Ana will decide');
  });

  it.each([
    ['is down', () => desk().governance.readings.next(failing('network', true))],
    ['does not tell of the task', () => desk().governance.tasks.clear()],
    ['has a task that cannot be read', () => desk().governance.unreadable.add('task-1')],
  ])('names nobody when the last reading is old and the service %s', async (_why, fail) => {
    await desk().opened(decidedBy('ana'));
    await queued(open);
    desk().world.pass(61_000);
    fail();
    const [text] = await sentTexts();
    expect(text).toMatch(/^Your request for .* is with the reviewers\.\n/);
    expect(desk().chat.notices[0]?.context.offered).toContain('nudge');
  });

  it('asks the service nothing when the last reading is recent', async () => {
    await desk().opened(decidedBy('ana'));
    await queued(open);
    desk().world.pass(59_000);
    expect((await sentTexts())[0]).toContain('Ana will decide.');
    expect(desk().governance.read).toEqual([]);
  });

  it('is updated when the reviewers change after it was sent', async () => {
    await desk().opened(decidedBy('ana'));
    await queued(open);
    expect((await sentTexts())[0]).toContain('Ana will decide.');
    await read(snapshot({ ...decidedBy('ana'), appName: 'Renamed' }));
    expect(await updatedTexts()).toEqual([]);
    await read(snapshot(decidedBy('dee')));
    const [text] = await updatedTexts();
    expect(text).toContain('Dee will decide.');
    expect(text).not.toContain('Ana will decide');
  });

  it('about an approved step stops announcing a step when the request is over', async () => {
    await desk().opened(decidedBy('cho'));
    await queued(approved);
    await sentTexts();
    await read(closedSnapshot({ outcome: 'denied' }));
    const about = 'approved your request for *GitHub · Platform: write*.';
    expect((await updatedTexts())[0]?.split('\n')[0]).toBe(`<@U0ANA> ${about}`);
  });

  it('about several requests names the present reviewers, except of unreadable ones', async () => {
    await desk().opened(decidedBy('ana'));
    await desk().kysely.updateTable('requests').set({ groupId: 'request-1' }).execute();
    await desk().ask({ id: 'request-2', groupId: 'request-1', entitlementName: 'Platform: admin' });
    const second = snapshot({
      id: 'task-2',
      numericId: '1043',
      sourceRequestId: 'request-2',
      ...decidedBy('cho'),
    });
    await desk().store.transaction(async (tx) => {
      await tx.requests.save('request-2', { state: 'created', taskId: 'task-2', at: tx.at });
      await tx.tasks.save('request-2', second, tx.at);
    });
    await queued({ kind: 'group-open' });
    desk().governance.tasks.set('task-1', snapshot(decidedBy('dee')));
    desk().governance.unreadable.add('task-2');
    desk().world.pass(61_000);
    const [text] = await sentTexts();
    expect(text?.split('\n').slice(1, 3)).toEqual([
      '• *GitHub · Platform: write* (#1042): Dee',
      '• *GitHub · Platform: write* (#1043)',
    ]);
  });
});
