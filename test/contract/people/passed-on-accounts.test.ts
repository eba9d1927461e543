import { beforeEach, describe, expect, it } from 'vitest';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { failing } from '../../support/fakes.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { actor, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { home } = openingHomes(desk);

const seen = (userId: string) => resolveIdentity(desk().deps, userId, 'fresh');
/** From now on the Slack account is that of somebody else, which nobody has noticed yet. */
function passOn(userId: string, to = 'user-emil'): void {
  desk().world.pass(3_600_000);
  const email = `${userId.slice(2).toLowerCase()}@acme.example`;
  desk().governance.people.set(email, { ...person(to), email });
}
const listed = async (userId = 'U0BEN') =>
  (await holderRequests(desk().deps, userId, 9)).shown.map(({ request }) => request.id);
/** Something that the people of the request are to learn is read. */
const closes = (outcome = 'denied') =>
  desk().store.transaction((tx) =>
    tx.tasks.save('request-1', snapshot({ state: 'closed', outcome }), tx.at),
  );

beforeEach(async () => {
  for (const userId of ['U0BEN', 'U0DEE', 'U0ANA']) await seen(userId);
});

describe('the next owner of a Slack account', () => {
  it.each([
    ['asked for themselves', 'U0BEN', null],
    ['asked for somebody else', 'U0BEN', 'U0DEE'],
    ['was to have it', 'U0DEE', 'U0DEE'],
  ])('does not see a request on Home whose party %s', async (_who, userId, targetSlackId) => {
    const identityUserId = targetSlackId === null ? 'user-ben' : 'user-dee';
    await desk().ask({ targetSlackId });
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'created', identityUserId, at: tx.at }),
    );
    expect((await home(userId)).requests.shown).toHaveLength(1);
    passOn(userId);
    expect((await home(userId)).requests.shown).toEqual([]);
    expect(await listed(userId === 'U0BEN' ? 'U0DEE' : 'U0BEN')).toHaveLength(
      targetSlackId === null ? 0 : 1,
    );
  });

  it('sees requests of their own, and the former owner sees theirs once they are back', async () => {
    await desk().ask();
    passOn('U0BEN');
    await seen('U0BEN');
    await desk().ask({ id: 'of-emil' });
    expect(await listed()).toEqual(['of-emil']);
    passOn('U0BEN', 'user-ben');
    await seen('U0BEN');
    expect(await listed()).toEqual(['request-1']);
  });

  it('does not see what was asked for before anybody knew by whom, once the account changed', async () => {
    await desk().ask({ requester: actor('U0DEE') });
    await desk().kysely.updateTable('requests').set({ requesterIdentityId: null }).execute();
    expect(await listed('U0DEE')).toEqual(['request-1']);
    passOn('U0DEE');
    await seen('U0DEE');
    expect(await listed('U0DEE')).toEqual([]);
  });

  it('is offered nothing that was asked for before, and can do nothing with it', async () => {
    await desk().opened();
    passOn('U0BEN');
    await seen('U0BEN');
    const since = new Date(0);
    const usual = { slackUserId: 'U0BEN', appId: null, since, limit: 9 };
    expect(await desk().store.transaction((tx) => tx.requests.usual(usual))).toEqual([]);
    const withdrawal = { requestId: 'request-1', by: actor('U0BEN'), reason: '', channel: 'D0BEN' };
    expect(await acceptAction(desk().deps, { verb: 'withdraw', ...withdrawal })).not.toBe('kept');
  });

  it('is told nothing of it, and administrators hear once that the account passed on', async () => {
    await desk().opened();
    await closes();
    passOn('U0BEN');
    const toAdmin = 'passed-on -> U0HANA';
    const direct = async () => (await desk().said()).filter((one) => !one.includes('thread'));
    expect(await direct()).toEqual([toAdmin]);
    await closes('deleted');
    passOn('U0BEN', 'user-ada');
    expect(await direct()).toEqual([toAdmin]);
    expect(await desk().audited()).toContain('account.passed-on');
  });

  it('loses the message about it, when it would be rendered again', async () => {
    await desk().opened();
    passOn('U0BEN');
    await closes();
    await desk().runJobs('show-asking', 'retire-copy');
    expect(desk().chat.deleted).toEqual(desk().chat.shown.map(({ place }) => place));
  });

  it('gets no reminder that is meant for the reviewer before', async () => {
    await desk().opened();
    await desk().store.transaction((tx) =>
      tx.lists.call(['U0ANA'], { requestId: 'request-1', occasion: 'waits', at: tx.at }),
    );
    passOn('U0ANA');
    await seen('U0ANA');
    expect(await desk().said()).toEqual([]);
  });
});

describe('a person who cannot be looked up at the moment', () => {
  it('keeps their requests on Home, and is told of them', async () => {
    await desk().opened();
    await closes();
    desk().world.pass(3_600_000);
    desk().directory.person = () => Promise.reject(failing('network', true));
    expect(await desk().said()).toEqual(['over -> U0BEN']);
    expect((await home('U0BEN')).requests.shown).toHaveLength(1);
  });
});
