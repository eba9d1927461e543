/** Long because it tests every source, and every kind of account that is refused. */
import { describe, expect, it } from 'vitest';
import type {
  AccessSettings,
  IdentitySource,
} from '../../../src/domain/settings/access-settings.ts';
import {
  isAdministrator,
  resolveAnew,
  resolveIdentity,
} from '../../../src/use-cases/people/resolve-identity.ts';
import type { LookupPriority, SlackPerson } from '../../../src/use-cases/ports/chat-ports.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import { person } from '../../support/samples.ts';
import { identitySettings, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const listed = new Map([['ben@acme.example', { id: 'user-ben-by-file' }]]);
const profileField = 'Xf0IDENTITY';

describe('the identity behind an account', () => {
  const desk = useCaseDesk();
  const resolve = (userId = 'U0BEN', priority: LookupPriority = 'recent') =>
    resolveIdentity(desk().deps, userId, priority);
  /** Settings with these sources in this order. */
  function asking(sources: readonly IdentitySource[], change: Partial<AccessSettings> = {}): void {
    desk().settings = testSettings({
      identity: identitySettings({ sources, profileField }),
      ...change,
    });
    const { people } = desk().governance;
    people.set('by-file', person('user-ben-by-file', { name: 'ben', email: 'ben@acme.example' }));
  }

  describe('by the directory file', () => {
    it('comes from the file if the file names one', async () => {
      asking(['directory', 'userSearch'], { directory: listed });
      expect(await resolve()).toEqual({
        ok: true,
        value: { id: 'user-ben-by-file', name: 'ben', email: 'ben@acme.example' },
      });
    });

    it('comes from the file whatever the case of the email', async () => {
      asking(['directory'], { directory: listed });
      desk().directory.add('U0BEN', { email: 'Ben@ACME.example' });
      expect(await resolve()).toMatchObject({ value: { id: 'user-ben-by-file' } });
    });

    it('is not found by an address that is only similar after case folding', async () => {
      asking(['directory'], {
        directory: new Map([['kim@acme.example', { id: 'user-ben-by-file' }]]),
      });
      desk().directory.add('U0BEN', { email: '\u212Aim@acme.example' });
      expect(await resolve()).toMatchObject({ ok: false, refusal: { code: 'unknown-person' } });
    });

    it('comes from the next source if the file names none', async () => {
      asking(['directory', 'userSearch'], {
        directory: new Map([['ana@acme.example', { id: 'user-ana' }]]),
      });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('comes from an earlier source if that knows one', async () => {
      asking(['userSearch', 'directory'], { directory: listed });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('comes from the next source if the service does not know the file’s id', async () => {
      asking(['directory', 'userSearch'], {
        directory: new Map([['ben@acme.example', { id: 'user-typo' }]]),
      });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('is used unchecked if the tenant cannot read people; then the Slack account decides', async () => {
      asking(['directory'], { directory: listed });
      desk().governance.operations = new Set();
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben-by-file' } });
      desk().directory.add('U0BEN', { isDeactivated: true });
      expect(await resolve('U0BEN', 'fresh')).toEqual({
        ok: false,
        refusal: { code: 'deactivated' },
      });
    });

    it('is not looked up in a file that is not configured as a source', async () => {
      asking(['owners'], { directory: listed });
      expect(await resolve()).toMatchObject({ ok: false });
    });
  });

  describe('by the service’s own search', () => {
    it('is skipped if the tenant has no search', async () => {
      asking(['userSearch']);
      desk().governance.operations.delete('userSearch');
      expect(await resolve()).toEqual({
        ok: false,
        refusal: { code: 'unknown-person', email: 'ben@acme.example' },
      });
    });

    it('is a failure if the search fails, even if the next source knows somebody', async () => {
      asking(['userSearch', 'directory'], { directory: listed });
      desk().governance.findPersonByEmail = () => Promise.reject(failing('timeout', false));
      await expect(resolve()).rejects.toMatchObject({ name: 'OutwardFailure', kind: 'timeout' });
    });
  });

  it.each([
    ['where owners’ lists were read, which takes many calls', ['owners'], true, 10_000],
    ['where these are read because nobody can search', ['userSearch', 'owners'], false, 10_000],
    ['after a search, for which they are not read', ['userSearch', 'owners'], true, 0],
    ['where an earlier source knows the person', ['directory', 'owners'], true, 0],
  ] as const)('counts from the end of the lookup only %s', async (_when, sources, has, afterMs) => {
    asking(sources, { directory: listed });
    if (!has) desk().governance.operations.delete('userSearch');
    desk().governance.people.delete('ben@acme.example');
    desk().governance.listResourceOwners = async () => {
      desk().world.pass(5_000);
      return [];
    };
    const beganMs = desk().world.now().getTime();
    const { askedAt } = await resolveAnew(desk().deps, 'U0BEN', 'fresh');
    expect(askedAt.getTime() - beganMs).toBe(afterMs);
  });

  describe('by a field of the Slack profile', () => {
    it('is the person in the field, as the service knows them', async () => {
      asking(['slackProfileField']);
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ana');
      expect(await resolve()).toEqual({ ok: true, value: person('user-ana') });
    });

    it('is checked by userRead too', async () => {
      asking(['slackProfileField']);
      desk().governance.operations = new Set(['userRead']);
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-nobody');
      expect(await resolve()).toMatchObject({ ok: false, refusal: { code: 'unknown-person' } });
    });

    it('is used unchecked, with Slack’s name and email, if the service cannot be asked', async () => {
      asking(['slackProfileField']);
      desk().governance.operations = new Set();
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-benedict');
      expect(await resolve()).toEqual({
        ok: true,
        value: { id: 'user-benedict', name: 'ben', email: 'ben@acme.example' },
      });
    });

    it('needs no email', async () => {
      asking(['userSearch', 'slackProfileField']);
      desk().directory.add('U0BEN', { email: null });
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ben');
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it.each([['user-nobody'], [null]])(
      'comes from the next source if the field holds %s',
      async (value) => {
        asking(['slackProfileField', 'directory'], { directory: listed });
        if (value !== null) desk().directory.profileFields.set(`U0BEN ${profileField}`, value);
        expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben-by-file' } });
      },
    );

    it('is a failure if Slack does not show the field, even if the next source knows somebody', async () => {
      asking(['slackProfileField', 'directory'], { directory: listed });
      desk().directory.profileField = () => Promise.reject(failing('unauthorized', true, 'slack'));
      await expect(resolve()).rejects.toMatchObject({ system: 'slack', kind: 'unauthorized' });
    });

    it('is not used for a guest', async () => {
      asking(['slackProfileField']);
      desk().directory.add('U0BEN', { isGuest: true });
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ana');
      expect(await resolve()).toEqual({ ok: false, refusal: { code: 'guest' } });
    });
  });

  describe('by the owners lists', () => {
    const ben = person('user-ben', { email: 'BEN@acme.example' });

    it('is an owner of a configured resource', async () => {
      asking(['owners']);
      desk().governance.owners = [person('user-ana'), ben, person('x', { email: null })];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it('is looked for in the other lists if one resource refuses to list its owners', async () => {
      const [one] = testSettings().apps;
      if (one === undefined) throw new Error('the settings have an app');
      const resources = [...one.resources, { resourceTypeId: 'team', resourceId: 'ferry' }];
      asking(['owners'], { apps: [{ ...one, resources }] });
      desk().governance.ownerLists.next(refusedRead('not-found'));
      desk().governance.owners = [ben];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it('is not known yet if no list names them and one is refused', async () => {
      asking(['owners']);
      desk().governance.ownerLists.next(refusedRead('forbidden'));
      await expect(resolve()).rejects.toThrow('forbidden in a test');
    });

    it('is nobody if two owners share the email', async () => {
      asking(['owners']);
      desk().governance.owners = [ben, person('user-ben-too', { email: 'ben@acme.example' })];
      expect(await resolve()).toMatchObject({ ok: false, refusal: { code: 'unknown-person' } });
    });

    it('is nobody if the lists of two resources name two people under one email', async () => {
      asking(['owners']);
      desk().governance.ownerLists.next([ben]);
      desk().governance.owners = [person('user-goran', { email: 'ben@acme.example' })];
      expect(await resolve()).toMatchObject({ ok: false, refusal: { code: 'unknown-person' } });
    });

    it('is not looked for among owners after a search that knows nobody', async () => {
      asking(['userSearch', 'owners']);
      desk().governance.people.clear();
      desk().governance.owners = [ben];
      expect(await resolve()).toEqual({
        ok: false,
        refusal: { code: 'unknown-person', email: 'ben@acme.example' },
      });
    });

    it('is an owner’s if the lists come before the search', async () => {
      asking(['owners', 'userSearch']);
      desk().governance.people.clear();
      desk().governance.owners = [ben];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });
  });

  describe('of somebody whose record is not enabled', () => {
    const sources: readonly IdentitySource[] = [
      'directory',
      'userSearch',
      'slackProfileField',
      'owners',
    ];
    /** Ben as this source names him, with this status. */
    function named(
      source: IdentitySource,
      status: string,
      identity: Partial<AccessSettings['identity']> = {},
    ): void {
      const ben = person('user-ben', { status });
      const directory = new Map(
        source === 'directory' ? [['ben@acme.example', { id: 'user-ben' }]] : [],
      );
      asking([source], {
        directory,
        identity: identitySettings({ sources: [source], profileField, ...identity }),
      });
      desk().governance.people.set('ben@acme.example', ben);
      desk().governance.owners = [ben];
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ben');
    }

    it.each(sources)('is refused after any source named them (%s)', async (source) => {
      for (const status of ['DISABLED', 'UNKNOWN', 'SUSPENDED']) {
        named(source, status);
        expect(await resolve('U0BEN', 'fresh')).toEqual({
          ok: false,
          refusal: { code: 'inactive', status },
        });
      }
      named(source, 'ENABLED');
      expect(await resolve('U0BEN', 'fresh')).toMatchObject({
        ok: true,
        value: { id: 'user-ben' },
      });
    });

    it('is accepted with an unknown status if that is allowed, and with no other', async () => {
      named('userSearch', 'UNKNOWN', { unknownStatus: 'allow' });
      expect(await resolve('U0BEN', 'fresh')).toMatchObject({ ok: true });
      named('userSearch', 'DISABLED', { unknownStatus: 'allow' });
      expect(await resolve('U0BEN', 'fresh')).toMatchObject({ ok: false });
    });

    it('does not fall through to the next source, which could name somebody else', async () => {
      asking(['directory', 'userSearch'], { directory: listed });
      desk().governance.people.set('by-file', person('user-ben-by-file', { status: 'DISABLED' }));
      expect(await resolve()).toEqual({
        ok: false,
        refusal: { code: 'inactive', status: 'DISABLED' },
      });
    });
  });

  const uncounted = [
    ['guest', { isGuest: true }],
    ['bot', { isBot: true }],
    ['deactivated', { isDeactivated: true }],
    ['external', { isExternal: true }],
    ['no-email', { email: null }],
    ['unconfirmed-email', { email: null, unconfirmedEmail: 'ana@acme.example' }],
    // The worst of several reasons is the one that is told.
    ['deactivated', { isDeactivated: true, isGuest: true, isExternal: true, email: null }],
    ['external', { isExternal: true, isGuest: true }],
  ] as const;

  describe('of an account without an identity', () => {
    it.each(uncounted)('is refused as %s', async (code, change) => {
      asking(['directory', 'userSearch'], { directory: listed });
      desk().directory.add('U0BEN', change);
      expect(await resolve()).toMatchObject({ ok: false, refusal: { code } });
    });

    it.each(uncounted)(
      'is refused as %s to somebody who asks on their behalf',
      async (code, change) => {
        desk().directory.add('U0DEE', change);
        await desk().ask({ targetSlackId: 'U0DEE' });
        await createTask(desk().deps, 'request-1');
        expect(await desk().request()).toMatchObject({
          state: 'refused',
          refusal: { code, slackUserId: 'U0DEE' },
        });
        expect(desk().governance.orders).toEqual([]);
      },
    );

    it('that Slack does not know is refused', async () => {
      expect(await resolve('U0NOBODY')).toEqual({
        ok: false,
        refusal: { code: 'unknown-person', email: '' },
      });
    });
  });

  describe('once found', () => {
    it('is cached for the configured time', async () => {
      desk().settings = testSettings({
        identity: identitySettings({ sources: ['userSearch'], cacheSeconds: 90 }),
      });
      await resolve();
      desk().world.pass(89_000);
      await resolve();
      expect(desk().directory.asked).toEqual(['U0BEN']);
      desk().world.pass(1_000);
      await resolve();
      expect(desk().directory.asked).toEqual(['U0BEN', 'U0BEN']);
    });

    it('is looked up again when somebody decides', async () => {
      await resolve();
      desk().directory.add('U0BEN', { isDeactivated: true });
      expect(await resolve('U0BEN', 'fresh')).toEqual({
        ok: false,
        refusal: { code: 'deactivated' },
      });
    });

    it('is removed from the cache when it is refused', async () => {
      await resolve();
      desk().directory.add('U0BEN', { isGuest: true });
      await resolve('U0BEN', 'fresh');
      expect(await resolve()).toEqual({ ok: false, refusal: { code: 'guest' } });
    });

    it('stays in the cache while the service is down', async () => {
      await resolve();
      desk().directory.person = () => Promise.reject(failing('network', true, 'slack'));
      await expect(resolve('U0BEN', 'fresh')).rejects.toMatchObject({ system: 'slack' });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });
  });
});

describe('an administrator', () => {
  const desk = useCaseDesk();
  const isListed = async (userId: string, admins: readonly string[]) => {
    const who = await resolveIdentity(desk().deps, userId, 'fresh').catch(() => null);
    return isAdministrator({ admins }, userId, who);
  };
  const isOne = (change: Partial<SlackPerson> = {}) => {
    desk().directory.add('U0BEN', change);
    return isListed('U0BEN', ['U0BEN']);
  };

  it('is a person in the settings, even one unknown to the service or during an outage', async () => {
    expect(await isOne()).toBe(true);
    desk().governance.people.clear();
    expect(await isOne()).toBe(true);
    expect(await isOne({ email: null, unconfirmedEmail: 'ben@acme.example' })).toBe(true);
    desk().governance.findPersonByEmail = () => Promise.reject(failing('network', true));
    expect([await isOne(), await isListed('U0ANA', ['U0BEN'])]).toEqual([true, false]);
  });

  it.each([{ isDeactivated: true }, { isGuest: true }, { isExternal: true }, { isBot: true }])(
    'is not an account that Slack describes with %j',
    async (change) => {
      expect(await isOne(change)).toBe(false);
    },
  );

  it('is not a person disabled in the service, nor an account unknown to Slack', async () => {
    desk().governance.people.set('ben@acme.example', person('user-ben', { status: 'DISABLED' }));
    expect(await isOne()).toBe(false);
    expect(await isListed('U0GONE', ['U0GONE'])).toBe(false);
  });
});
