import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { askedElsewhere } from '../../../src/extras/elsewhere/asked-elsewhere.ts';
import { profileRows } from '../../../src/extras/profiles/profile-tables.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { openHome } from '../../../src/use-cases/home/sync-home.ts';
import { keepElsewhere } from '../../../src/use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { elsewhereAtDesk, elsewhereOnDesk, profilesAtDesk } from '../../support/extras-at-desk.ts';
import { closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk(elsewhereAtDesk, profilesAtDesk);

const made: TaskSnapshot = snapshot({
  sourceRequestId: null,
  createdBy: { id: 'user-ben' },
  target: person('user-ben'),
});

/** The bot finds this task, as it does where an app shows all requests. */
async function find(task: TaskSnapshot, createdAt = noon): Promise<void> {
  await desk().store.transaction(async (tx) => {
    const subject = await keepElsewhere(tx, task, createdAt);
    await recordReading(tx, desk().deps, subject, task);
  });
}

const shownTo = async (slackUserId = 'U0BEN') => {
  const { shown } = await askedElsewhere(desk().deps, slackUserId);
  return shown.map(({ task, isOwn, isForReader }) => ({ id: task.id, isOwn, isForReader }));
};

beforeEach(() =>
  desk().store.transaction((tx) =>
    tx.identities.saveResolved({
      slackUserId: 'U0BEN',
      person: person('user-ben'),
      checkedAt: noon,
    }),
  ),
);

describe('open requests made elsewhere, on Home', () => {
  it('are those that the reader made, and those that are for them', async () => {
    await find(made);
    await find({ ...made, id: 'task-2', target: person('user-cho') });
    await find({ ...made, id: 'task-3', createdBy: { id: 'user-cho' } });
    await find({
      ...made,
      id: 'task-4',
      createdBy: { id: 'user-dee' },
      target: person('user-cho'),
    });
    expect(new Set(await shownTo())).toEqual(
      new Set([
        { id: 'task-1', isOwn: true, isForReader: true },
        { id: 'task-2', isOwn: true, isForReader: false },
        { id: 'task-3', isOwn: false, isForReader: true },
      ]),
    );
  });

  it('are not those of which the service tells that they are for somebody else, too', async () => {
    await find({ ...made, createdBy: { id: 'user-cho' }, contradictions: ['person'] });
    expect(await shownTo()).toEqual([]);
  });

  it('are never those that take access away', async () => {
    await find({ ...made, takesAway: true });
    expect(await shownTo()).toEqual([]);
  });

  it('are not what a profile brings, which is shown with it', async () => {
    await find(made);
    const requestId = await desk().ask();
    await desk().store.transaction(async (tx) => {
      await rowsOfExtra(tx, profileRows).keep({
        requestId,
        catalogId: 'catalog-1',
        name: 'Deckhand',
        items: [],
      });
      await rowsOfExtra(tx, profileRows).link(requestId, ['task-1']);
    });
    expect(await shownTo()).toEqual([]);
  });

  it('are not those of somebody of whom no identity is known', async () => {
    await find(made);
    expect(await shownTo('U0CHO')).toEqual([]);
  });

  it('are none where nobody reads whether they are still open', async () => {
    await find(made);
    desk().governance.operations.delete('taskSearch');
    expect(await elsewhereOnDesk(desk().deps)[0]?.show('U0BEN')).not.toBeNull();
    desk().governance.operations.delete('taskRead');
    expect(await elsewhereOnDesk(desk().deps)[0]?.show('U0BEN')).toBeNull();
  });

  it('are counted beyond the first five', async () => {
    for (let at = 1; at <= 10; at += 1) await find({ ...made, id: `task-${at}` });
    const { shown, left } = await askedElsewhere(desk().deps, 'U0BEN');
    expect([shown.length, left]).toEqual([5, 5]);
  });

  const onHome = (): string => {
    const home = desk().chat.homes.at(-1)?.home;
    return home === undefined ? '' : JSON.stringify(homeView(textsFor('en'), home));
  };

  it('leave a Home that was opened once they are over', async () => {
    await find(made);
    await openHome(desk().deps, 'U0BEN');
    await desk().runJobs('sync-home');
    expect(onHome()).toContain('Asked for elsewhere');
    desk().world.pass(60_000);
    const over = closedSnapshot({ ...made, state: 'closed', outcome: 'denied' });
    await desk().store.transaction(async (tx) => {
      const subject = await tx.subjects.ofTask('task-1');
      if (subject !== null) await recordReading(tx, desk().deps, subject, over);
    });
    await desk().runJobs('sync-home');
    expect(onHome()).not.toContain('Asked for elsewhere');
  });
});
