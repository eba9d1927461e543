import { describe, expect, it } from 'vitest';
import type { EscalationTier } from '../../../src/domain/settings/reminders.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import { entitlement, person } from '../../support/samples.ts';
import { waiting as defaults, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live, standStill, turn } = waiting(desk);

const hour = 3_600;
const nobody = { people: [], channel: null, group: null, owners: false, offersEmergency: false };
const tier = (afterHours: number, to: Partial<EscalationTier>): EscalationTier => ({
  ...nobody,
  afterSeconds: afterHours * hour,
  ...to,
});
const quiet = {
  ...defaults.reminders,
  atMost: 0,
  emergency: { ...defaults.reminders.emergency, atMost: 0 },
};
const escalating = (...escalation: EscalationTier[]) => {
  desk().settings = testSettings({ reminders: quiet, escalation });
};
/** What Ben has now about his request. */
const own = () => desk().chat.shown.findLast(({ to }) => to === 'U0BEN')?.text ?? '';
const ownPosts = () => desk().chat.shown.filter(({ to }) => to === 'U0BEN');

const tiersTold = (lines: readonly string[]) => lines.filter((line) => line.includes('overdue '));

// Monday, 2 March 2026, 12:00 UTC: five hours of work are left today.
describe('escalation', () => {
  it('notifies tier by tier, by working time since the step began, and tells the requester each time', async () => {
    escalating(
      tier(4, { people: ['U0DEE'] }),
      tier(8, { channel: 'C0SECURITY', group: 'S0SECURITY' }),
      tier(8, { offersEmergency: true }),
    );
    await waits(1);
    expect(await live('2026-03-09T00:00Z')).toEqual([
      '03-02T16:00 overdue -> U0DEE: 1',
      '03-03T12:00 overdue -> C0SECURITY: 1',
    ]);
    expect(ownPosts()).toHaveLength(2);
    expect(own()).toMatch(/^Nobody has decided on your request .* yet\./);
    for (const call of ['I told <@U0DEE>.', 'I told <#C0SECURITY>.', 'ask for emergency access'])
      expect(own()).toContain(call);
    expect(desk().chat.notices[1]?.body).toMatchObject({ group: 'S0SECURITY' });
    expect([...desk().directory.hastes]).toEqual(['in-turn']);
  });

  it('counts clock time for an emergency, and does not offer emergency access again', async () => {
    escalating(tier(4, { people: ['U0DEE'], offersEmergency: true }));
    standStill('2026-03-07T23:00Z');
    await waits(1, { emergency: true });
    expect(tiersTold(await live('2026-03-09T00:00Z'))).toEqual(['03-08T03:00 overdue -> U0DEE: 1']);
    expect(own()).toContain('I told <@U0DEE>.');
    expect(own()).not.toContain('ask for emergency access');
  });

  it('counts hours in the configured zone, whoever is told', async () => {
    escalating(tier(4, { people: ['U0DEE', 'U0CHO'] }));
    desk().settings = { ...desk().settings, timeZone: 'America/New_York' };
    desk().directory.add('U0CHO', { timeZone: 'Asia/Tokyo' });
    await waits(1);
    // From 14:00 to 18:00 UTC it is 9 to 13 in New York.
    expect(await live('2026-03-09T00:00Z')).toEqual([
      '03-02T18:00 overdue -> U0DEE: 1',
      '03-02T18:00 overdue -> U0CHO: 1',
    ]);
  });

  it('tells the owners of the resource, not the requester or the person it is for', async () => {
    escalating(tier(4, { owners: true }), tier(5, { people: ['U0BEN', 'U0GONE'] }));
    desk().directory.add('U0GONE', { isDeactivated: true });
    desk().entitlements = [entitlement({ id: 'ent-write' })];
    desk().governance.owners = [person('user-dee'), person('user-ben'), person('user-zoe')];
    await waits(1);
    expect(await live('2026-03-09T00:00Z')).toEqual(['03-02T16:00 overdue -> U0DEE: 1']);
    expect(own()).toContain('I told <@U0DEE>.');
    expect(own()).not.toContain('I found nobody else');
  });

  it('tells administrators in place of owners whom the service does not tell', async () => {
    escalating(tier(4, { owners: true }));
    desk().settings = { ...desk().settings, admins: ['U0HANA'] };
    desk().directory.add('U0HANA');
    desk().entitlements = [entitlement({ id: 'ent-write' })];
    desk().governance.ownerLists.next(refusedRead('forbidden'));
    await waits(1);
    expect(await live('2026-03-09T00:00Z')).toEqual(['03-02T16:00 overdue -> U0HANA: 1']);
  });

  it('is told of to the requester for good, however often reviewers were reminded since', async () => {
    const emergency = { afterSeconds: 300, everySeconds: 600, atMost: 12 };
    const reminders = { ...defaults.reminders, emergency };
    const escalation = [tier(1, { people: ['U0DEE'] })];
    desk().settings = testSettings({ reminders, escalation });
    await waits(1, { emergency: true });
    const lines = await live('2026-12-31T00:00Z');
    expect(lines.filter((line) => line.includes('list -> U0ANA')).length).toBeGreaterThan(10);
    expect(own()).toContain('I told <@U0DEE>.');
  });

  it('sends one message for several requests, also those that fell due while nothing ran', async () => {
    escalating(tier(1, { people: ['U0DEE'] }), tier(2, { people: ['U0DEE', 'U0CHO'] }));
    await waits(1);
    await waits(2);
    standStill('2026-03-02T15:00Z');
    expect(await live('2026-03-09T00:00Z')).toEqual([
      '03-02T15:00 overdue -> U0DEE: 1 2',
      '03-02T15:00 overdue -> U0CHO: 1 2',
    ]);
  });

  it('waits for the morning after it fell due while nothing ran, for people and channels', async () => {
    escalating(tier(1, { people: ['U0DEE'] }), tier(2, { channel: 'C0SECURITY' }));
    await waits(1);
    standStill('2026-03-02T22:00Z');
    expect(await live('2026-03-09T00:00Z')).toEqual([
      '03-03T09:00 overdue -> U0DEE: 1',
      '03-03T09:00 overdue -> C0SECURITY: 1',
    ]);
  });

  it.each(['a person whom Slack does not look up', 'owners whom the service does not tell'])(
    'of an emergency waits for no lookup, not of %s',
    async (whom) => {
      const isPerson = whom.startsWith('a person');
      const last = tier(0.5, isPerson ? { people: ['U0LOST'] } : { owners: true });
      desk().settings = testSettings({
        escalation: [tier(0.25, { people: ['U0DEE'] }), last],
        admins: ['U0HANA'],
      });
      desk().directory.add('U0HANA');
      desk().entitlements = [entitlement({ id: 'ent-write' })];
      const look = desk().directory.person;
      desk().directory.person = async (...asked) => {
        if (asked[0] === 'U0LOST') throw failing('http', true, 'slack');
        return look(...asked);
      };
      const nothing = Array.from({ length: 100 }, () => failing('http', true));
      desk().governance.ownerLists.next(...nothing);
      await waits(1, { emergency: true });
      const lines = await live('2026-03-02T14:00Z');
      expect(lines.join()).toContain('list -> U0CHO');
      expect(lines.join()).toContain('overdue -> U0DEE');
      expect(lines.join()).toContain(`overdue -> ${isPerson ? 'U0LOST' : 'U0HANA'}`);
    },
  );

  it('does not notify the target', async () => {
    escalating(tier(1, { people: ['U0DEE'] }));
    await waits(1);
    await desk().kysely.updateTable('requests').set({ targetSlackId: 'U0DEE' }).execute();
    expect(await live('2026-03-09T00:00Z')).toEqual([]);
  });

  it('tells administrators, owners and on-call of an emergency by default, after ten minutes', async () => {
    desk().settings = testSettings({ reminders: quiet, escalation: null });
    desk().directory.add('U0HANA');
    desk().entitlements = [entitlement({ id: 'ent-write' })];
    desk().governance.owners = [person('user-dee')];
    await waits(1, { emergency: true });
    await waits(2);
    expect(tiersTold(await live('2026-03-09T00:00Z'))).toEqual([
      '03-02T12:10 overdue -> U0HANA: 1',
      '03-02T12:10 overdue -> U0DEE: 1',
      '03-02T12:10 overdue -> C0INCIDENTS: 1',
    ]);
    const texts = ownPosts().map(({ text }) => text);
    expect(texts.join()).toContain('I told <@U0HANA>, <@U0DEE> and <#C0INCIDENTS>.');
    const call = desk().chat.notices.find(({ to }) => to === 'C0INCIDENTS');
    expect(call?.body).toMatchObject({ group: 'S0ONCALL' });
  });

  it('uses the emergency setting for emergencies, not the app’s ordinary one', async () => {
    escalating(tier(1, { people: ['U0DEE'] }));
    const emergencyEscalation = [tier(2, { people: ['U0CHO'] })];
    desk().settings = { ...desk().settings, emergencyEscalation };
    await waits(1, { emergency: true });
    expect(tiersTold(await live('2026-03-09T00:00Z'))).toEqual(['03-02T14:00 overdue -> U0CHO: 1']);
  });

  it('counts from the news that a request became an emergency, though nothing ran since', async () => {
    desk().settings = {
      ...testSettings({ reminders: quiet, escalation: [] }),
      emergencyEscalation: [tier(2, { people: ['U0CHO'] })],
    };
    await waits(1);
    await live('2026-03-02T13:00Z');
    await reads(1, { emergency: true });
    standStill('2026-03-02T14:30Z');
    expect(tiersTold(await live('2026-03-02T17:00Z'))).toEqual(['03-02T15:00 overdue -> U0CHO: 1']);
  });

  it('does not say that it notified a channel that may be shared with another company', async () => {
    escalating(tier(4, { channel: 'C0SECURITY' }));
    desk().chat.sharings.set('C0SECURITY', 'shared');
    await waits(1);
    expect(await live('2026-03-09T00:00Z')).toEqual([]);
    expect(own()).toContain('Still urgent? Message ');
  });

  it('uses the app’s own setting when there is one', async () => {
    escalating(tier(1, { people: ['U0DEE'] }));
    const { settings } = desk();
    desk().settings = {
      ...settings,
      apps: settings.apps.map((app) => ({ ...app, escalation: [] })),
    };
    await waits(1);
    expect(await live('2026-03-09T00:00Z')).toEqual([]);
  });

  it('tells a channel once, of each request once, where several tiers fell due meanwhile', async () => {
    const security = { channel: 'C0SECURITY', group: 'S0SECURITY' };
    escalating(tier(1, security), tier(2, security), tier(3, security));
    await waits(1);
    standStill('2026-03-02T16:30Z');
    await turn();
    await desk().runJobs();
    const overdue = desk().chat.notices.filter(({ body }) => body.kind === 'overdue');
    expect(overdue.map(({ to, context }) => [to, context.group.length])).toEqual([
      ['C0SECURITY', 1],
    ]);
    expect(own().match(/<#C0SECURITY>/g)).toHaveLength(1);
  });
});
