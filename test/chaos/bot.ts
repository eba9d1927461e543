/**
 * The bot of the fault matrix: the whole bot, with nothing of it replaced; only its waits are
 * shorter and its clock can be moved.
 */
import type { RunningApp } from '../../src/app.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { type BotEnvironmentOptions, testWebhooks } from '../support/bot-environment.ts';
import { startBot } from '../support/stand-ins.ts';
import { testSettings } from '../support/test-settings.ts';

const always = {
  fromMinutes: 0,
  toMinutes: 1_440,
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
} as const;

/** An app whose steps the service hands to the bot. */
function handedOver(app: AccessSettings['apps'][number]): AccessSettings['apps'][number] {
  const resources = [{ resourceTypeId: 'yard', resourceId: 'east-yard' }];
  return { ...app, id: 'app-slipway', name: 'Slipway', resources };
}

function chaosSettings(): AccessSettings {
  const settings = testSettings({ workingHours: { ...always, holidays: [] } });
  const operations = [
    ...settings.governance.operations,
    'taskRevoke' as const,
    // Without it nobody can tell whose a decision was whose answer got lost.
    'taskAudit' as const,
    'grantsFeed' as const,
    'userGrants' as const,
  ];
  return {
    ...settings,
    governance: { ...settings.governance, operations },
    apps: [...settings.apps, ...settings.apps.slice(0, 1).map(handedOver)],
    reminders: { ...settings.reminders, afterSeconds: 3_600, everySeconds: 86_400 },
  };
}

export function startChaosBot(
  options: BotEnvironmentOptions,
  now: () => Date,
): Promise<RunningApp> {
  return startBot(
    { ...options, webhooks: testWebhooks },
    {
      settings: chaosSettings(),
      // After each fault somebody would wait for a round: thousands of runs, each for 15 s.
      refreshTasksMs: 1_000,
      now,
    },
  );
}
