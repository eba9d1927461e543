import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { AccessSettings } from '../../../src/domain/settings/access-settings.ts';
import { slackLooks } from '../../../src/operator/doctor/checks/slack-checks.ts';
import { testSettings } from '../../support/test-settings.ts';
import { toldBy } from '../../support/told-checks.ts';

const manifestPath = fileURLToPath(new URL('../../../app-manifest.yml', import.meta.url));
const manifest: unknown = parse(readFileSync(manifestPath, 'utf8'));
const allScopes =
  'chat:write,commands,users:read,users:read.email,channels:read,groups:read,usergroups:read';

interface Told {
  readonly scopes?: string;
  readonly manifest?: unknown;
  readonly settings?: Partial<AccessSettings>;
  readonly channel?: object;
  /** Of auth.test. */
  readonly token?: object;
  /** Of usergroups.list. */
  readonly groups?: object;
}

/** What is found of a Slack that tells this. */
async function found({
  scopes = allScopes,
  manifest: exported = manifest,
  settings = {},
  channel = {},
  token = {},
  groups = { ok: true, usergroups: [{ id: 'S0ONCALL', handle: 'on-call' }] },
}: Told) {
  const answers: Readonly<Record<string, object>> = {
    'auth.test': { ok: true, user: 'access', team: 'Acme', bot_id: 'B0BOT', ...token },
    'bots.info': { ok: true, bot: { app_id: 'A0APP' } },
    'apps.manifest.export':
      exported === null ? { ok: false, error: 'token_expired' } : { ok: true, manifest: exported },
    'usergroups.list': groups,
    'conversations.info': { ok: true, channel: { name: 'reviews', is_member: true, ...channel } },
  };
  const client = new WebClient('xoxb-test', {
    retryConfig: { retries: 0 },
    fetch: async (input) => {
      const method = new URL(String(input)).pathname.replace('/api/', '');
      const headers = { 'content-type': 'application/json', 'x-oauth-scopes': scopes };
      return new Response(
        JSON.stringify(answers[method] ?? { ok: false, error: 'unknown_method' }),
        { headers },
      );
    },
  });
  const checks = await toldBy((tell) =>
    slackLooks(
      {
        client,
        settings: testSettings(settings),
        configToken: 'xoxe-test',
        manifestPath,
      },
      tell,
    ),
  );
  return new Map(checks.map(({ what, state, says }) => [what, `${state}: ${says}`]));
}

it('the doctor compares the app with its manifest', async () => {
  expect((await found({})).get('Slack manifest')).toBe(
    'ok: has everything that app-manifest.yml names',
  );
  const without = {
    features: { slash_commands: [{ command: '/request-access' }] },
    oauth_config: { scopes: {} },
    settings: {},
  };
  expect((await found({ manifest: without })).get('Slack manifest')).toMatch(
    /^error: the app lacks \/emergency-access, \/access-admin, request_access, .*chat:write.*app_home_opened/,
  );
  expect((await found({ manifest: null })).get('Slack manifest')).toMatch(
    /^(warning|error): .*configuration token/,
  );
});

it('names every missing scope at once, and what does not work without it', async () => {
  const less = await found({ scopes: 'chat:write,commands,users:read' });
  expect(less.get('Slack scopes')).toBe(
    'error: missing: users:read.email, without which the bot cannot work; channels:read, groups:read, so shared channels are not recognised. Add them under OAuth & Permissions, and install the app again.',
  );
  expect(less.get('channel C0REVIEWS (apps app-github)')).toBe(
    'warning: not checked: channels:read and groups:read are missing. Add them under OAuth & Permissions, and install the app again.',
  );
  const some = await found({
    scopes: 'chat:write,commands,users:read,users:read.email,channels:read,usergroups:read',
  });
  expect(some.get('Slack scopes')).toMatch(/^warning: missing: groups:read, so shared channels/);
});

describe('the doctor’s check for user groups', () => {
  const what = 'user group S0ONCALL';

  it('looks for them when it may', async () => {
    const emergency = { channel: null, onCall: 'S0NONE', durationsSeconds: [3_600] };
    expect((await found({})).get(what)).toBe('ok: there: @on-call');
    expect((await found({ settings: { emergency } })).get('user group S0NONE')).toMatch(
      /^error: there is no such group as S0NONE, so it calls nobody/,
    );
  });

  it('has one line for a group that the default scopes do not show, and says what that risks', async () => {
    const findings = await found({
      scopes: 'chat:write,commands,users:read,users:read.email,channels:read,groups:read',
    });
    expect(findings.get(what)).toMatch(
      /^warning: not checkable: .*usergroups:read is not granted.*call nobody in an emergency/,
    );
    expect(findings.get('Slack scopes')).toBe('ok: all 6 that are needed are granted');
  });

  it('does not call a group missing that Slack did not list', async () => {
    expect(
      (await found({ groups: { ok: false, error: 'team_access_not_granted' } })).get(what),
    ).toMatch(/^warning: not checked: Slack says team_access_not_granted/);
    expect((await found({ groups: { ok: false, error: 'internal_error' } })).get(what)).toMatch(
      /^error: usergroups\.list: internal_error/,
    );
  });
});

it('names an app that is installed for the whole organisation, and looks no further', async () => {
  const findings = await found({ token: { is_enterprise_install: true, team: undefined } });
  expect([...findings.keys()]).toEqual(['Slack token']);
  expect(findings.get('Slack token')).toMatch(
    /^error: .*whole organisation.*Install the app to that workspace/,
  );
});

it('has one line for a channel, with all that access.yaml has it for', async () => {
  const [app] = testSettings().apps;
  if (app === undefined) throw new Error('the test settings have an app');
  const appsIn = (ids: readonly string[]) =>
    ids.map((id) => ({ ...app, id, channel: 'C0REVIEWS' }));
  const emergency = { ...testSettings().emergency, channel: 'C0REVIEWS' };
  const two = await found({ settings: { apps: appsIn(['app-a', 'app-b']), emergency } });
  expect(two.get('channel C0REVIEWS (apps app-a, app-b, emergency.channel)')).toBe(
    'ok: #reviews can be used',
  );
  const many = await found({ settings: { apps: appsIn(['a', 'b', 'c', 'd', 'e']) } });
  expect(many.has('channel C0REVIEWS (apps a, b, c and 2 more)')).toBe(true);
});

it('the doctor names a channel that is archived, or shared with another company unless that is allowed', async () => {
  const what = 'channel C0REVIEWS (apps app-github)';
  expect((await found({ channel: { is_archived: true } })).get(what)).toMatch(
    /^error: is archived/,
  );
  expect((await found({ channel: { is_ext_shared: true } })).get(what)).toMatch(
    /^error: is shared with another company/,
  );
  const settings = { channels: { allowShared: ['C0REVIEWS'] } };
  expect((await found({ channel: { is_ext_shared: true }, settings })).get(what)).toBe(
    'ok: #reviews can be used',
  );
});
