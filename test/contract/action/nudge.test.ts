import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { wantCard } from '../../../src/use-cases/card/request-cards.ts';
import { openHome, syncHome } from '../../../src/use-cases/home/sync-home.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { actor } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { states } = clickingHolders(desk);

beforeEach(async () => {
  await desk().opened();
});

describe('a nudge', () => {
  const nudge = async (by = actor()) => {
    const click = {
      verb: 'nudge',
      requestId: 'request-1',
      by,
      reason: '',
      channel: 'C0GENERAL',
    } as const;
    await acceptAction(desk().deps, click);
    await desk().runJobs('carry-out-action');
  };

  it('calls the reviewers in the thread, once a working day', async () => {
    await nudge();
    expect(await desk().said()).toEqual(['deed -> thread of C0REVIEWS']);
    expect(desk().chat.lines[0]?.text).toContain(
      'It reached the reviewers: <@U0ANA> and <@U0CHO>.',
    );
    await nudge();
    // Monday afternoon, and the morning after.
    desk().world.pass(18 * 3_600_000);
    await nudge();
    await nudge();
    expect(await states()).toEqual([
      ['done', null],
      ['refused', 'nudged-already'],
      ['done', null],
      ['refused', 'nudged-already'],
    ]);
  });

  it('goes to each reviewer directly, once, for a confidential app', async () => {
    const [app] = desk().settings.apps;
    if (app === undefined) throw new Error('an app is configured');
    desk().settings = { ...desk().settings, apps: [{ ...app, confidential: true }] };
    await desk().store.transaction((tx) =>
      wantCard(tx, { id: 'request-1', groupId: null }, 'C0INCIDENTS'),
    );
    await desk().runJobs('sync-card', 'update-card');
    await desk().said();
    desk().chat.inOrder.length = 0;
    await nudge();
    await desk().said();
    expect((await desk().said()).toSorted()).toEqual([
      'deed -> thread of C0INCIDENTS',
      'deed -> thread of C0REVIEWS',
      'list -> U0ANA',
      'list -> U0CHO',
    ]);
  });

  it('by the target counts for both, once a working day', async () => {
    await desk().kysely.updateTable('requests').set({ targetSlackId: 'U0DEE' }).execute();
    await desk().told('in-review request-1', { readerId: 'U0DEE' });
    await nudge(actor('U0DEE'));
    expect(await desk().said()).toEqual(['deed -> thread of C0REVIEWS']);
    await nudge();
    desk().world.pass(18 * 3_600_000);
    await nudge();
    await nudge(actor('U0DEE'));
    const twice = [null, 'nudged-already'];
    expect((await states()).map(([, why]) => why)).toEqual([...twice, ...twice]);
  });

  it('is confirmed to whoever asked, in the message that they have', async () => {
    await nudge();
    await desk().said();
    expect(desk().chat.shown.map(({ text }) => text)).toEqual([
      expect.stringContaining('The reviewers were asked again TIME.'),
    ]);
  });

  it('counts a weekend as part of the Monday after it', async () => {
    // From Monday to Friday evening.
    desk().world.pass(4 * 86_400_000 + 7 * 3_600_000);
    await nudge();
    desk().world.pass(86_400_000);
    await nudge();
    desk().world.pass(86_400_000);
    await nudge();
    expect((await states()).map(([, why]) => why)).toEqual([
      null,
      'nudged-already',
      'nudged-already',
    ]);
  });

  it('is refused when nobody has to decide the request', async () => {
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'withdrawn', at: desk().world.now() }),
    );
    await nudge();
    expect(await states()).toEqual([['refused', 'not-offered']]);
  });

  it('is shown on Home', async () => {
    const by = actor();
    const shown = () => desk().chat.homes.at(-1)?.home.requests.shown[0]?.nudgedAt;
    await openHome(desk().deps, by.userId);
    await desk().runJobs('sync-home');
    expect(shown()).toBeNull();
    desk().world.pass(3_000);
    const doneAt = desk().world.now();
    await nudge();
    await syncHome(desk().deps, by.userId);
    expect(shown()).toEqual(doneAt);
  });
});
