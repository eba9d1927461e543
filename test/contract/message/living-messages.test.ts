import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { publicMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const { waits, reads, live, standStill } = waiting(desk);

const send = () => createTask(desk().deps, 'request-1');

/** As a channel reads it, with `TIME` for each moment. */
const words = (context: NoticeContext): string =>
  publicMessage(textsFor('en'), context, () => false).text.replaceAll(/<!date[^>]*>/g, 'TIME');

/** What each message to them says now, in the order of their last change, without deleted ones. */
function latest(to: string): readonly string[] {
  const { chat } = desk();
  const shown = new Map<string, string>();
  for (const { to: reader, context } of [...chat.notices, ...chat.noticesUpdated]) {
    if (chat.isDeleted(context.noticeId)) continue;
    if (reader === to) shown.set(context.noticeId, words(context));
  }
  return [...shown.values()];
}

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

describe('an emergency that nobody answers', () => {
  const called = ['C0INCIDENTS', 'U0HANA', 'U0ANA'];

  beforeEach(async () => {
    desk().settings = testSettings({ escalation: null });
    desk().directory.add('U0HANA');
    standStill('2026-03-03T03:00Z');
    await waits(1, { emergency: true, stepApprovers: [person('user-ana')] });
    await desk().runJobs('sync-card');
  });

  it('calls on-call in the thread of its card with each reminder, and once with a tier', async () => {
    for (const time of ['03:06', '03:11', '03:16', '03:36', '04:16', '05:36', '09:00']) {
      await live(`2026-03-03T${time}Z`);
      await desk().runJobs('update-card', 'sync-card');
    }
    const { lines, notices } = desk().chat;
    expect(lines.map(({ to, text }) => `${to}: ${text.split('\n')[0]}`)).toEqual(
      [
        '<!subteam^S0ONCALL>: Reminder 1, after 5 minutes without a decision.',
        'I told <@U0HANA> and <#C0INCIDENTS>, after 10 minutes without a decision.',
        ...['15 minutes', '35 minutes', '75 minutes', '2 hours 35 minutes'].map(
          (time, index) =>
            `<!subteam^S0ONCALL>: Reminder ${index + 2}, after ${time} without a decision.`,
        ),
        '<!subteam^S0ONCALL>: Reminder 6, the last one, after 5 hours 15 minutes without a decision. Nobody else is told after this.',
      ].map((text) => `thread of C0INCIDENTS: ${text}`),
    );
    const posts = notices.filter(({ to }) => to === 'C0INCIDENTS');
    expect(posts.map(({ context }) => words(context).split('\n')[0])).toEqual([
      '<!subteam^S0ONCALL>: Nobody has decided on this yet:',
    ]);
  });

  it('is called off wherever it was raised, with who decided and when', async () => {
    await live('2026-03-03T03:20Z');
    await decided('approve', true);
    const off = '*GitHub · Platform: write* (#1042): <@U0ANA> approved this TIME.';
    for (const place of called) {
      expect(latest(place).length).toBeGreaterThan(0);
      expect(new Set(latest(place))).toEqual(new Set([off]));
    }
    expect(latest('U0ANA')).toEqual([off]);
  });

  it('says so where the decision came from the console', async () => {
    await live('2026-03-03T03:20Z');
    await reads(1, closedSnapshot({ emergency: true, outcome: 'denied' }));
    await desk().runJobs('send-notice', 'retire-copy');
    for (const place of called)
      expect(new Set(latest(place))).toEqual(
        new Set(['*GitHub · Platform: write* (#1042): Denied.']),
      );
  });
});
