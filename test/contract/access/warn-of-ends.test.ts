import { beforeEach, describe, expect, it } from 'vitest';
import { ofService } from '../../../src/domain/refusals/refusals.ts';
import { ok } from '../../../src/domain/result.ts';
import { followGrants, warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { closedSnapshot, entitlement, noon, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minuteMs = 60_000;
const later = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs);
async function begin(id: string, endsAt: Date | null): Promise<void> {
  await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt }));
  await desk().told(`granted ${id}`, { askingId: id });
}
/** What was sent by this many minutes after noon. */
async function toldBy(minutes: number): Promise<readonly string[]> {
  desk().world.pass(later(minutes).getTime() - desk().world.now().getTime());
  await warnOfEnds(desk().deps);
  return desk().said();
}
const ending = ['ending -> U0BEN'];

beforeEach(async () => {
  await desk().opened(closedSnapshot());
});

describe('before access ends, its holder', () => {
  it('is told once, when it is time, with the end', async () => {
    await begin('request-1', later(200));
    expect(await toldBy(0)).toEqual([]);
    expect(await toldBy(179.9)).toEqual([]);
    expect(await toldBy(180)).toEqual(ending);
    expect(desk().chat.shown.at(-1)).toMatchObject({
      text: expect.stringContaining('Your access to *GitHub · Platform: write* ends TIME.'),
      buttons: ['request.extend'],
    });
    expect(await toldBy(190)).toEqual(ending);
  });

  it('is told late, but not after the end, when the bot was stopped meanwhile', async () => {
    await begin('request-1', later(200));
    expect(await toldBy(195)).toEqual(ending);
    await desk().ask({ id: 'request-2', entitlementId: 'ent-two' });
    await begin('request-2', later(250));
    expect(await toldBy(260)).toEqual(ending);
  });

  it('is looked up in Slack once, and told the time in UTC when that fails', async () => {
    await begin('request-1', later(200));
    desk().directory.person = async () => {
      throw failing('network', true, 'slack');
    };
    expect(await toldBy(100)).toEqual([]);
    desk().directory.asked.length = 0;
    expect(await toldBy(180)).toEqual(ending);
    expect(desk().directory.asked).toEqual([]);
  });

  it('is looked up at Slack’s pace when many grants begin at once, and all are told', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `request-${10 + index}`);
    for (const id of ids) {
      await desk().ask({ id, entitlementId: `ent-${id}` });
      await begin(id, later(200));
    }
    const ask = desk().directory.person;
    let room = 3;
    desk().directory.person = async (...asked) => {
      room -= 1;
      if (room < 0) throw failing('rate-limited', true, 'slack');
      return ask(...asked);
    };
    await toldBy(1);
    expect(desk().directory.asked).toHaveLength(3);
    room = 7;
    await warnOfEnds(desk().deps);
    expect(desk().directory.asked).toHaveLength(10);
    expect([...desk().directory.hastes]).toEqual(['in-turn']);
    expect(await toldBy(180)).toHaveLength(10);
  });

  it.each([
    ['does not end', (): Promise<void> => begin('request-1', null)],
    [
      'is being given back',
      async (): Promise<void> => {
        await begin('request-1', later(200));
        await desk().store.transaction((tx) =>
          tx.grants.follow('request-1', { revocationPending: 'given-back' }),
        );
      },
    ],
  ])('is not told when it %s', async (_what, prepare) => {
    await prepare();
    expect(await toldBy(190)).toEqual([]);
  });

  it('is told again before a later end', async () => {
    desk().governance.operations.add('userGrants');
    await begin('request-1', later(200));
    await toldBy(180);
    desk().world.pass(21 * minuteMs);
    desk().governance.held = { isHeld: true, endsAt: later(260) };
    await followGrants(desk().deps);
    expect(await toldBy(233)).toEqual(ending);
    expect(await toldBy(234)).toEqual([...ending, ...ending]);
  });
});

describe('the message before the end', () => {
  /** What the newest message about this access says now, and offers. */
  const shown = async () => {
    await desk().said();
    const post = desk().chat.shown.findLast(({ text }) => text.includes('access to'));
    return { text: post?.text.split('\n')[0], buttons: post?.buttons };
  };

  const withMoreTime = {
    text: 'Your access to *GitHub · Platform: write* ends TIME. A request for more time (#1042) is open. Nobody has decided yet.',
    buttons: [],
  };

  it('offers nothing any more when more time was asked for', async () => {
    await begin('request-1', later(200));
    await toldBy(180);
    const form = submittedForm({
      key: 'view-2',
      extendsRequestId: 'request-1',
      entitlements: [entitlement()],
    });
    expect(await submitRequest(desk().deps, form)).toMatchObject({ ok: true });
    desk().governance.grants.next(failing('network', true));
    await expect(desk().runJobs('create-task')).rejects.toThrow(/in a test/);
    expect(await shown()).toEqual({
      text: 'Your access to *GitHub · Platform: write* ends TIME.',
      buttons: [],
    });
  });

  it('leads to an undecided request for more time, as does the message of the end', async () => {
    desk().governance.operations.add('userGrants');
    await begin('request-1', later(200));
    await toldBy(180);
    const form = submittedForm({
      key: 'view-2',
      extendsRequestId: 'request-1',
      entitlements: [entitlement()],
    });
    expect(await submitRequest(desk().deps, form)).toMatchObject({ ok: true });
    const moreTime = snapshot({ id: 'task-2', sourceRequestId: null });
    desk().governance.grants.next(ok(moreTime));
    desk().governance.tasks.set('task-2', moreTime);
    await desk().runJobs();
    expect(await shown()).toEqual(withMoreTime);
    expect(desk().chat.posted.at(-1)?.card.heldUntil).toEqual(later(200));

    desk().world.pass(30 * minuteMs);
    desk().governance.held = { isHeld: false, endsAt: null };
    await followGrants(desk().deps);
    await desk().runJobs();
    const cards = desk().chat.updated.filter(({ card }) => card.task.id === 'task-2');
    expect(cards.map(({ card }) => card.heldUntil)).toEqual([null]);
    expect(await shown()).toEqual({
      text: 'Your access to *GitHub · Platform: write* ended TIME. A request for it (#1042) is open. Nobody has decided yet.',
      buttons: [],
    });
  });

  it('still leads to it when a second one, asked for at the same moment, was refused as its duplicate', async () => {
    await begin('request-1', later(200));
    await toldBy(180);
    for (const [id, at, change] of [
      ['first', 1, { state: 'created', taskId: 'task-2' }],
      ['second', 2, { state: 'refused', refusal: ofService(refusing('duplicate').refusal) }],
    ] as const) {
      desk().world.pass(at);
      await desk().ask({ id, extendsRequestId: 'request-1' });
      await desk().store.transaction((tx) => tx.requests.save(id, { ...change, at: noon }));
    }
    await desk().store.transaction((tx) =>
      tx.tasks.save('first', snapshot({ id: 'task-2' }), noon),
    );
    expect(await shown()).toEqual(withMoreTime);
  });

  it('gives way at the end to one that offers to ask again', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: false, endsAt: null };
    await begin('request-1', later(200));
    await toldBy(180);
    desk().world.pass(30 * minuteMs);
    await followGrants(desk().deps);
    expect(await shown()).toEqual({
      text: 'Your access to *GitHub · Platform: write* ended TIME.',
      buttons: ['request.again'],
    });
  });
});
