import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { AccessSettings } from '../../../src/domain/settings/access-settings.ts';
import { slackLooks, slackTokenCheck } from '../../../src/operator/doctor/checks/slack-checks.ts';
import { testSettings } from '../../support/test-settings.ts';
import { byWhat, judged } from '../../support/told-checks.ts';

const channelScopes = 'channels:read,groups:read';
const usualScopes = `chat:write,commands,users:read,users:read.email,${channelScopes}`;

interface Told {
  readonly scopes?: string;
  readonly settings?: Partial<AccessSettings>;
  readonly channel?: object;
  /** The answer of usergroups.list. */
  readonly groups?: object;
}

function slackThat(answers: Readonly<Record<string, object>>, scopes: string): WebClient {
  return new WebClient('xoxb-test', {
    retryConfig: { retries: 0 },
    fetch: async (input) => {
      const method = new URL(String(input)).pathname.replace('/api/', '');
      const headers = { 'content-type': 'application/json', 'x-oauth-scopes': scopes };
      return new Response(JSON.stringify(answers[method]), { headers });
    },
  });
}

/** What is found of a Slack that tells this. */
async function found({
  scopes = `${usualScopes},usergroups:read`,
  settings = {},
  channel = {},
  groups = { ok: true, usergroups: [{ id: 'S0ONCALL', handle: 'on-call' }] },
}: Told) {
  const client = slackThat(
    {
      'auth.test': { ok: true, user: 'access', team: 'Acme' },
      'usergroups.list': groups,
      'conversations.info': { ok: true, channel: { name: 'reviews', is_member: true, ...channel } },
    },
    scopes,
  );
  const { granted } = await slackTokenCheck(client);
  return byWhat(await judged(slackLooks({ client, settings: testSettings(settings), granted })));
}

const channel = 'channel C0REVIEWS (apps app-github)';
const group = 'user group S0ONCALL';

it.each<[string, string, RegExp, Told]>([
  [
    'every missing scope at once, and what does not work without it',
    'Slack scopes',
    /^error: missing: users:read\.email, without which the bot cannot work; channels:read, groups:read, so shared channels are not recognised\. Add them under OAuth & Permissions, and install the app again\.$/,
    { scopes: 'chat:write,commands,users:read' },
  ],
  [
    'a scope without which it does less',
    'Slack scopes',
    /^warning: missing: groups:read, so shared channels/,
    { scopes: usualScopes.replace(',groups:read', '') },
  ],
  [
    'that it cannot look at a channel',
    channel,
    /^warning: not checked: channels:read and groups:read are missing\. Add them/,
    { scopes: 'chat:write' },
  ],
  ['an archived channel', channel, /^error: is archived/, { channel: { is_archived: true } }],
  [
    'a channel that another company shares',
    channel,
    /^error: is shared with another company/,
    { channel: { is_ext_shared: true } },
  ],
  [
    'a shared channel that is allowed',
    channel,
    /^ok: #reviews can be used$/,
    {
      channel: { is_ext_shared: true },
      settings: { channels: { allowShared: ['C0REVIEWS'] } },
    },
  ],
  ['a channel without the bot', channel, /^error: .*\/invite/, { channel: { is_member: false } }],
  ['a group that is there', group, /^ok: there: @on-call$/, {}],
  [
    'a group that is not there',
    group,
    /^error: there is no such group as S0ONCALL, so it calls nobody/,
    { groups: { ok: true, usergroups: [] } },
  ],
  [
    'that the usual scopes do not show groups, and what that risks',
    group,
    /^warning: not checkable: .*usergroups:read is not granted.*call nobody in an emergency/,
    { scopes: usualScopes },
  ],
  [
    'that Slack listed no groups',
    group,
    /^warning: not checked: Slack says team_access_not_granted/,
    { groups: { ok: false, error: 'team_access_not_granted' } },
  ],
  [
    'that Slack failed',
    group,
    /^error: usergroups\.list: internal_error/,
    { groups: { ok: false, error: 'internal_error' } },
  ],
])('the doctor names %s', async (_what, line, says, told) => {
  expect((await found(told)).get(line)).toMatch(says);
});

it('names an app that is installed for the whole organisation', async () => {
  const answer = { ok: true, user: 'access', is_enterprise_install: true };
  const { token } = await slackTokenCheck(slackThat({ 'auth.test': answer }, usualScopes));
  expect([token.state, token.says]).toEqual([
    'error',
    expect.stringMatching(/whole organisation.*Install the app to that workspace/),
  ]);
});

describe('a channel', () => {
  it.each([
    [['app-a', 'app-b'], 'C0REVIEWS', 'apps app-a, app-b, emergency.channel'],
    [['a', 'b', 'c', 'd', 'e'], null, 'apps a, b, c and 2 more'],
  ])('has one line with all that access.yaml has it for: %j', async (ids, emergency, places) => {
    const settings = testSettings();
    const apps = settings.apps
      .slice(0, 1)
      .flatMap((app) => ids.map((id) => ({ ...app, id, channel: 'C0REVIEWS' })));
    const findings = await found({
      settings: { apps, emergency: { ...settings.emergency, channel: emergency } },
    });
    expect(findings.get(`channel C0REVIEWS (${places})`)).toBe('ok: #reviews can be used');
  });
});
