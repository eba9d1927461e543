import { describe, expect, it } from 'vitest';
import type {
  AccessSettings,
  OptionalOperation,
} from '../../../src/domain/settings/access-settings.ts';
import { settingsChecks } from '../../../src/operator/doctor/checks/configuration-checks.ts';
import { noon } from '../../support/samples.ts';
import { acting, identitySettings, testSettings } from '../../support/test-settings.ts';

const base = testSettings();
const withOperations = (operations: readonly OptionalOperation[]) => ({
  ...base,
  governance: { ...base.governance, operations },
});

function checkOf(what: string, settings: AccessSettings, receives = false) {
  const check = settingsChecks(settings, receives, noon).find((one) => one.what === what);
  if (check === undefined) throw new Error(`nothing is said about ${what}`);
  return check;
}

describe('how decisions come about', () => {
  const all = ['taskRead', 'taskActions'] as const;

  it.each([
    [all, 'act', false, 'act. The credentials need the right to approve and deny'],
    [all, 'act', true, 'webhook for steps that are handed over, act for others.'],
    [[], 'act', true, 'link for others. The credentials need no right to approve or deny'],
    [all, 'link', false, 'taskActions is used to withdraw, to comment and to escalate alone'],
  ] as const)('is told for %o, %s, %s', (operations, mode, receives, words) => {
    const settings = { ...withOperations(operations), review: { ...acting, mode } };
    const { state, says } = checkOf('deciding', settings, receives);
    expect([state, says]).toEqual(['ok', expect.stringContaining(words)]);
  });

  it('warns of taskActions without an operation that reads tasks', () => {
    const { state, says } = checkOf('deciding', withOperations(['taskActions']));
    expect([state, says]).toEqual(['warning', expect.stringContaining('Add taskRead')]);
  });
});

describe('how people are found', () => {
  const ownersOnly = { ...base, identity: identitySettings({ sources: ['directory', 'owners'] }) };

  it('warns where only owners can be found, and says what to do', () => {
    const { state, says } = checkOf('finding people', ownersOnly);
    expect([state, says]).toEqual(['warning', expect.stringContaining('identity.directory')]);
  });

  it('is enough with a directory file that has people, or with another source', () => {
    const directory = new Map([['ben@acme.example', { id: 'user-ben' }]]);
    expect(checkOf('finding people', { ...ownersOnly, directory }).state).toBe('ok');
    expect(checkOf('finding people', base).state).toBe('ok');
  });
});

it('warns where nothing leads to the console', () => {
  const settings = { ...base, governance: { ...base.governance, taskUrl: null } };
  const { state, says } = checkOf('links to the console', settings);
  expect([state, says]).toEqual(['warning', expect.stringContaining('governance.taskUrl')]);
});

describe('what nothing can reach', () => {
  it('is an error where there is no administrator', () => {
    expect(checkOf('administrators', { ...base, admins: [] })).toMatchObject({
      state: 'error',
      says: expect.stringContaining('Name people in admins'),
    });
    const whats = settingsChecks(base, false, noon).map(({ what }) => what);
    expect(whats).not.toContain('administrators');
  });

  it.each([
    ['webhook', { ...base, webhook: { ...base.webhook, fallback: ['U0ANA'] } }],
    [
      'webhook of app-github',
      {
        ...base,
        apps: base.apps
          .filter(({ id }) => id === 'app-github')
          .map((app) => ({ ...app, webhook: base.webhook })),
      },
    ],
  ])('names steps that cannot arrive, although access.yaml has %s for them', (place, settings) => {
    expect(checkOf('steps by webhook', settings)).toMatchObject({
      state: 'error',
      says: expect.stringMatching(new RegExp(`\\(${place}\\)\\. Set PUBLIC_URL`)),
    });
    const received = settingsChecks(settings, true, noon).map(({ what }) => what);
    expect(received).not.toContain('steps by webhook');
  });

  it('says nothing of such steps where access.yaml does not', () => {
    expect(settingsChecks(base, false, noon).map(({ what }) => what)).not.toContain(
      'steps by webhook',
    );
  });
});
