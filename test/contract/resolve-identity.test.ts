import { describe, expect, it } from 'vitest';
import { resolveIdentity } from '../../src/use-cases/resolve-identity.ts';
import { testSettings } from '../support/bot-world.ts';
import { failing, refusing } from '../support/fakes.ts';
import { actor, person } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const resolve = (userId = 'U0BEN', fresh = false) => resolveIdentity(desk().deps, actor(userId), { fresh });
const listed = new Map([['ben@acme.example', { id: 'user-ben-by-file' }]]);

describe('the identity behind an account', () => {
  it('is the directory file’s where it has one', async () => {
    desk().settings = testSettings({ directory: listed });
    expect(await resolve()).toEqual({
      ok: true,
      value: { id: 'user-ben-by-file', name: 'ben', email: 'ben@acme.example' },
    });
  });

  it('is the file’s in whatever case Slack writes the email', async () => {
    desk().settings = testSettings({ directory: listed });
    desk().directory.add('U0BEN', { email: 'Ben@ACME.example' });
    expect(await resolve()).toMatchObject({ value: { id: 'user-ben-by-file' } });
  });

  it('is the service’s own where the file has none', async () => {
    desk().settings = testSettings({ directory: new Map([['ana@acme.example', { id: 'user-ana' }]]) });
    expect(await resolve()).toEqual({ ok: true, value: person('user-ben') });
  });

  it('is an owner of a configured resource where people cannot be searched', async () => {
    desk().governance.operations.delete('userSearch');
    desk().governance.owners = [
      person('user-ana'),
      person('user-ben', { email: 'BEN@acme.example' }),
      person('x', { email: null }),
    ];
    expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
  });

  it('is looked for on, where one resource refuses its owners', async () => {
    const [one] = testSettings().apps;
    if (one === undefined) throw new Error('the settings have an app');
    const resources = [...one.resources, { resourceTypeId: 'team', resourceId: 'ferry' }];
    desk().settings = testSettings({ apps: [{ ...one, resources }] });
    desk().governance.operations.delete('userSearch');
    desk().governance.ownerLists.next(refusing('not-found'));
    desk().governance.owners = [person('user-ben')];
    expect(await resolve()).toMatchObject({ ok: true, value: { id: 'user-ben' } });
  });

  it('is never an owner’s by guess where people can be searched', async () => {
    desk().governance.people.clear();
    desk().governance.owners = [person('user-ben')];
    expect(await resolve()).toEqual({ ok: false, refusal: { kind: 'unknown-person', email: 'ben@acme.example' } });
  });
});

describe('an account that counts for nobody', () => {
  it.each([
    ['guest', { isGuest: true }],
    ['bot', { isBot: true }],
    ['deactivated', { isDeactivated: true }],
    ['external', { isExternal: true }],
    ['no-email', { email: null }],
    // What is worst about an account is what its owner hears.
    ['deactivated', { isDeactivated: true, isGuest: true, isExternal: true, email: null }],
    ['external', { isExternal: true, isGuest: true }],
  ] as const)('is refused as %s', async (kind, change) => {
    desk().settings = testSettings({ directory: listed });
    desk().directory.add('U0BEN', change);
    expect(await resolve()).toEqual({ ok: false, refusal: { kind } });
  });

  it('that Slack does not know is refused', async () => {
    expect(await resolve('U0NOBODY')).toEqual({ ok: false, refusal: { kind: 'unknown-person', email: '' } });
  });
});

describe('an identity that was found', () => {
  it('is remembered for ten minutes', async () => {
    await resolve();
    desk().world.pass(599_000);
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
