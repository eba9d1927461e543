import { type ChatDeskDeps, createAdminDesk } from '../../src/operator/admin/desk-in-chat.ts';
import { TenantCapabilities } from '../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../src/service/client/client.ts';
import type { AdminAnswer } from '../../src/slack/admin/admin-answer.ts';
import { FakeWorld } from './fakes.ts';

/** Fails the test that asks it. */
export const unasked: GovernanceClient = {
  call: () => Promise.reject(new Error('asked')),
  close: async () => undefined,
};

/**
 * The desk in chat over a client, with one administrator (U0HANA), one owner (U0FATIMA, of ent-1),
 * and two entitlements that the bot knows.
 */
export function chatDesk(client: GovernanceClient, change: Partial<ChatDeskDeps> = {}) {
  const kept: Parameters<ChatDeskDeps['audit']>[0][] = [];
  const takenAway: Parameters<ChatDeskDeps['tookAway']>[0][] = [];
  const standing = { at: new Date(0), shown: [], left: { open: 0, active: 0, sent: 0, ended: 0 } };
  const administer = createAdminDesk({
    client,
    capabilities: new TenantCapabilities(new Set(['entitlementHolders', 'taskRevoke'])),
    apps: [{ id: 'app-github', name: 'GitHub', resources: [] }],
    entitlements: () => [
      { id: 'ent-1', name: 'Platform: admin', alias: '' },
      { id: 'ent-2', name: 'Platform: write', alias: '' },
    ],
    isAdministrator: async (slackUserId) => slackUserId === 'U0HANA',
    owns: async (slackUserId, ...owned) =>
      slackUserId === 'U0FATIMA' && owned.join(' ') === 'app-github ent-1',
    knownPeople: async (typed) =>
      ['U0BEN', 'user-ben', 'Ben Okafor'].includes(typed)
        ? [{ slackUserId: 'U0BEN', id: 'user-ben', name: 'Ben Okafor', email: 'ben@acme.example' }]
        : [],
    checks: async () => [
      { what: 'Slack token', state: 'ok', says: 'works' },
      { what: 'access service', state: 'error', says: 'does not answer' },
    ],
    stuck: async () => [],
    tryAgain: async () => undefined,
    story: async () => ({ sentences: [] }),
    requestsOf: async () => standing,
    moreCommands: {},
    tookAway: async (of) => void takenAway.push(of),
    audit: async (entry) => void kept.push(entry),
    world: new FakeWorld(),
    ...change,
  });
  return { administer, kept, takenAway };
}

export const englishOf = ({ says }: AdminAnswer): string => says.map(([en]) => en).join('\n');
export const labelsOf = ({ buttons = [] }: AdminAnswer): readonly string[] =>
  buttons.map(({ label: [en] }) => en);
