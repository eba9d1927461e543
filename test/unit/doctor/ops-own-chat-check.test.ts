import { describe, expect, it } from 'vitest';
import { ownChatChecks } from '../../../src/operator/doctor/checks/own-chat-check.ts';
import { testSettings } from '../../support/test-settings.ts';

const on = { enabled: true, isConfigured: true };
const off = { enabled: false, isConfigured: false };

const clientAnswering = (answer: unknown) => ({
  call: async <Read>(one: { answer: { parse(value: unknown): Read } }) => ({
    ok: true as const,
    value: one.answer.parse(answer),
  }),
});

async function found(answer: unknown, tasks: 'bot' | 'all' = 'all') {
  const apps = testSettings().apps.map((app) => ({ ...app, tasks }));
  const [check] = await ownChatChecks({ client: clientAnswering(answer), apps });
  return check;
}
const settingsOf = (slack: object, teams: object = off) => ({
  orgNotificationSettings: { channelSettings: { slack, teams } },
});

describe('the service’s own chat app', () => {
  it.each([
    ['it posts requests', settingsOf(on), 'posts to Slack,'],
    ['it posts to Teams', settingsOf(off, on), 'posts to Teams,'],
    ['only approvals are off', settingsOf({ ...on, approvalNeeded: off }), 'posts to Slack,'],
    ['what it posts cannot be read', settingsOf({ ...on, requestCreated: 7 }), 'posts to Slack,'],
  ])('is a warning when %s', async (_what, answer, says) => {
    const check = await found(answer);
    expect(check).toMatchObject({ state: 'warning', says: expect.stringContaining(says) });
  });

  it.each([
    ['it is not set up', settingsOf(off)],
    [
      'requests and approvals are off',
      settingsOf({ ...on, requestCreated: off, approvalNeeded: off }),
    ],
  ])('is fine when %s', async (_what, answer) => {
    expect(await found(answer)).toMatchObject({ state: 'ok' });
  });

  it('was not checked where the tenant does not tell', async () => {
    expect(await found({})).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('not checked'),
    });
    expect(await found({}, 'bot')).toBeUndefined();
  });
});
