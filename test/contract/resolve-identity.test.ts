/** Long because every source, and every account that counts for nobody, is a sentence of its own. */
import { describe, expect, it } from 'vitest';
import type { AccessSettings, IdentitySource } from '../../src/domain/access-settings.ts';
import { createTask } from '../../src/use-cases/create-task.ts';
import { resolveIdentity } from '../../src/use-cases/resolve-identity.ts';
import { identitySettings, testSettings } from '../support/bot-world.ts';
import { failing, refusing } from '../support/fakes.ts';
import { person } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const listed = new Map([['ben@acme.example', { id: 'user-ben-by-file' }]]);
const profileField = 'Xf0IDENTITY';

describe('the identity behind an account', () => {
  const desk = useCaseDesk();
  const resolve = (userId = 'U0BEN', fresh = false) => resolveIdentity(desk().deps, { userId }, { fresh });
  /** Settings with these sources in this order. */
  function asking(sources: readonly IdentitySource[], change: Partial<AccessSettings> = {}): void {
    desk().settings = testSettings({ identity: identitySettings({ sources, profileField }), ...change });
    const { people } = desk().governance;
    people.set('by-file', person('user-ben-by-file', { name: 'ben', email: 'ben@acme.example' }));
  }

  describe('by the directory file', () => {
    it('is the file’s where it has one', async () => {
      asking(['directory', 'userSearch'], { directory: listed });
      expect(await resolve()).toEqual({
        ok: true,
        value: { id: 'user-ben-by-file', name: 'ben', email: 'ben@acme.example' },
      });
    });

    it('is the file’s in whatever case Slack writes the email', async () => {
      asking(['directory'], { directory: listed });
      desk().directory.add('U0BEN', { email: 'Ben@ACME.example' });
      expect(await resolve()).toMatchObject({ value: { id: 'user-ben-by-file' } });
    });

    it('is the next source’s where the file has none', async () => {
      asking(['directory', 'userSearch'], { directory: new Map([['ana@acme.example', { id: 'user-ana' }]]) });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('gives way to a source that stands before it', async () => {
      asking(['userSearch', 'directory'], { directory: listed });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('is the next source’s where the service has nobody of the file’s id', async () => {
      asking(['directory', 'userSearch'], { directory: new Map([['ben@acme.example', { id: 'user-typo' }]]) });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });

    it('is taken as it stands where nothing reads the status: then the Slack account decides', async () => {
      asking(['directory'], { directory: listed });
      desk().governance.operations = new Set();
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben-by-file' } });
      desk().directory.add('U0BEN', { isDeactivated: true });
      expect(await resolve('U0BEN', true)).toEqual({ ok: false, refusal: { kind: 'deactivated' } });
    });

    it('is not asked where it is no source', async () => {
      asking(['owners'], { directory: listed });
      expect(await resolve()).toMatchObject({ ok: false });
    });
  });

  describe('by the service’s own search', () => {
    it('is left out where the tenant has no such operation', async () => {
      asking(['userSearch']);
      desk().governance.operations.delete('userSearch');
      expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'unknown-person', email: 'ben@acme.example' } });
    });

    it('that fails is a failure, although the next source knows somebody', async () => {
      asking(['userSearch', 'directory'], { directory: listed });
      desk().governance.findPersonByEmail = () => Promise.reject(failing('timeout', false));
      await expect(resolve()).rejects.toMatchObject({ name: 'OutwardFailure', kind: 'timeout' });
    });
  });

  describe('by a field of the Slack profile', () => {
    it('is who the field names, as the service knows them', async () => {
      asking(['slackProfileField']);
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ana');
      expect(await resolve()).toEqual({ ok: true, value: person('user-ana') });
    });

    it('is checked by userRead too', async () => {
      asking(['slackProfileField']);
      desk().governance.operations = new Set(['userRead']);
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-nobody');
      expect(await resolve()).toMatchObject({ ok: false, refusal: { kind: 'unknown-person' } });
    });

    it('is taken as it stands, with Slack’s name and email, where the service cannot be asked', async () => {
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

    it.each([['user-nobody'], [null]])('that holds %s is the next source’s matter', async (value) => {
      asking(['slackProfileField', 'directory'], { directory: listed });
      if (value !== null) desk().directory.profileFields.set(`U0BEN ${profileField}`, value);
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben-by-file' } });
    });

    it('that Slack does not show is a failure, although the next source knows somebody', async () => {
      asking(['slackProfileField', 'directory'], { directory: listed });
      desk().directory.profileField = () => Promise.reject(failing('unauthorized', true, 'slack'));
      await expect(resolve()).rejects.toMatchObject({ system: 'slack', kind: 'unauthorized' });
    });

    it('makes nobody of a guest', async () => {
      asking(['slackProfileField']);
      desk().directory.add('U0BEN', { isGuest: true });
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ana');
      expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'guest' } });
    });
  });

  describe('by the owners lists', () => {
    const ben = person('user-ben', { email: 'BEN@acme.example' });

    it('is an owner of a configured resource', async () => {
      asking(['owners']);
      desk().governance.owners = [person('user-ana'), ben, person('x', { email: null })];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it('is looked for on, where one resource refuses its owners', async () => {
      const [one] = testSettings().apps;
      if (one === undefined) throw new Error('the settings have an app');
      const resources = [...one.resources, { resourceTypeId: 'team', resourceId: 'ferry' }];
      asking(['owners'], { apps: [{ ...one, resources }] });
      desk().governance.ownerLists.next(refusing('not-found'));
      desk().governance.owners = [ben];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it('is nobody where two owners share the address', async () => {
      asking(['owners']);
      desk().governance.owners = [ben, person('user-ben-too', { email: 'ben@acme.example' })];
      expect(await resolve()).toMatchObject({ ok: false, refusal: { kind: 'unknown-person' } });
    });

    it('is never an owner’s by guess where the search came before and knows nobody', async () => {
      asking(['userSearch', 'owners']);
      desk().governance.people.clear();
      desk().governance.owners = [ben];
      expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'unknown-person', email: 'ben@acme.example' } });
    });

    it('is an owner’s where the lists stand before the search', async () => {
      asking(['owners', 'userSearch']);
      desk().governance.people.clear();
      desk().governance.owners = [ben];
      expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });
  });

  describe('of somebody whose record is not enabled', () => {
    const sources: readonly IdentitySource[] = ['directory', 'userSearch', 'slackProfileField', 'owners'];
    /** Ben as this source names him, with this status. */
    function named(source: IdentitySource, status: string, identity: Partial<AccessSettings['identity']> = {}): void {
      const ben = person('user-ben', { status });
      const directory = new Map(source === 'directory' ? [['ben@acme.example', { id: 'user-ben' }]] : []);
      asking([source], { directory, identity: identitySettings({ sources: [source], profileField, ...identity }) });
      desk().governance.people.set('ben@acme.example', ben);
      desk().governance.owners = [ben];
      desk().directory.profileFields.set(`U0BEN ${profileField}`, 'user-ben');
    }

    it.each(sources)('is refused, whether %s named them', async (source) => {
      for (const status of ['DISABLED', 'UNKNOWN', 'SUSPENDED']) {
        named(source, status);
        expect(await resolve('U0BEN', true)).toEqual({ ok: false, refusal: { kind: 'inactive', status } });
      }
      named(source, 'ENABLED');
      expect(await resolve('U0BEN', true)).toMatchObject({ ok: true, value: { id: 'user-ben' } });
    });

    it('counts with an unknown status where that is allowed, and with no other', async () => {
      named('userSearch', 'UNKNOWN', { unknownStatus: 'allow' });
      expect(await resolve('U0BEN', true)).toMatchObject({ ok: true });
      named('userSearch', 'DISABLED', { unknownStatus: 'allow' });
      expect(await resolve('U0BEN', true)).toMatchObject({ ok: false });
    });

    it('is not the next source’s, which could name somebody else', async () => {
      asking(['directory', 'userSearch'], { directory: listed });
      desk().governance.people.set('by-file', person('user-ben-by-file', { status: 'DISABLED' }));
      expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'inactive', status: 'DISABLED' } });
    });
  });

  const uncounted = [
    ['guest', { isGuest: true }],
    ['bot', { isBot: true }],
    ['deactivated', { isDeactivated: true }],
    ['external', { isExternal: true }],
    ['no-email', { email: null }],
    ['unconfirmed-email', { email: null, unconfirmedEmail: 'ana@acme.example' }],
    // What is worst about an account is what its owner hears.
    ['deactivated', { isDeactivated: true, isGuest: true, isExternal: true, email: null }],
    ['external', { isExternal: true, isGuest: true }],
  ] as const;

  describe('of an account that counts for nobody', () => {
    it.each(uncounted)('is refused as %s', async (kind, change) => {
      asking(['directory', 'userSearch'], { directory: listed });
      desk().directory.add('U0BEN', change);
      expect(await resolve()).toMatchObject({ ok: false, refusal: { kind } });
    });

    it.each(uncounted)('is refused as %s to somebody who asks on their behalf', async (kind, change) => {
      desk().directory.add('U0DEE', change);
      await desk().ask({ targetSlackId: 'U0DEE' });
      await createTask(desk().deps, 'request-1');
      expect(await desk().request()).toMatchObject({
        state: 'refused',
        refusal: { kind: 'identity', refusal: { kind }, whose: 'target' },
      });
      expect(desk().governance.orders).toEqual([]);
    });

    it('that Slack does not know is refused', async () => {
      expect(await resolve('U0NOBODY')).toEqual({ ok: false, refusal: { kind: 'unknown-person', email: '' } });
    });
  });

  describe('that was found', () => {
    it('is remembered as long as is configured', async () => {
      desk().settings = testSettings({ identity: identitySettings({ sources: ['userSearch'], cacheSeconds: 90 }) });
      await resolve();
      desk().world.pass(89_000);
      await resolve();
      expect(desk().directory.asked).toEqual(['U0BEN']);
      desk().world.pass(1_000);
      await resolve();
      expect(desk().directory.asked).toEqual(['U0BEN', 'U0BEN']);
    });

    it('is asked for afresh where somebody decides', async () => {
      await resolve();
      desk().directory.add('U0BEN', { isDeactivated: true });
      expect(await resolve('U0BEN', true)).toEqual({ ok: false, refusal: { kind: 'deactivated' } });
    });

    it('is forgotten when it counts no more', async () => {
      await resolve();
      desk().directory.add('U0BEN', { isGuest: true });
      await resolve('U0BEN', true);
      expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'guest' } });
    });

    it('stays remembered while the service is down', async () => {
      await resolve();
      desk().directory.person = () => Promise.reject(failing('network', true, 'slack'));
      await expect(resolve('U0BEN', true)).rejects.toMatchObject({ system: 'slack' });
      expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
    });
  });
});
