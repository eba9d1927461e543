import { beforeEach, expect, it } from 'vitest';
import { followTakenAway } from '../../src/use-cases/end-grants.ts';
import { refreshTasks } from '../../src/use-cases/refresh-tasks.ts';
import { closedSnapshot, noon, revokedSnapshot } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const open = revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null });
const takeAway = (identityUserId = 'user-ben') =>
  followTakenAway(
    desk().deps,
    { appId: 'app-github', entitlementId: 'ent-write', identityUserId, reason: 'left the team', by: 'U0HANA' },
    open,
  );
const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) => tx.grants.begin('request-1', { startedAt: noon, endsAt: null }));
  desk().governance.tasks.set(open.id, open);
});

it('what an owner takes away is told to its holder with the reason, and followed to its end', async () => {
  await takeAway();
  expect(await grant()).toMatchObject({ leaving: 'taken-away', endedAt: null });
  expect(await desk().said()).toEqual(['acted -> U0BEN']);
  expect(desk().chat.notices[0]?.body).toEqual({
    kind: 'acted',
    act: 'take-away',
    by: { userId: 'U0HANA' },
    text: 'left the team',
  });
  desk().governance.tasks.set(open.id, revokedSnapshot());
  await refreshTasks(desk().deps);
  expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'taken-away' });
});

it('what is taken from somebody to whom the bot gave nothing changes nothing here', async () => {
  await takeAway('user-cho');
  expect(await grant()).toMatchObject({ leaving: null });
  expect(await desk().said()).toEqual([]);
});
