import type { GovernanceService } from '../../sandbox/governance/service.ts';
import type { SlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { mountedExtras } from '../../src/extras/mounted.ts';
import type { Check } from '../../src/operator/doctor/check.ts';
import { databaseChecks } from '../../src/operator/doctor/checks/database-checks.ts';
import { diagnose } from '../../src/operator/doctor/diagnose.ts';
import { openDatabase } from '../../src/store/platform/database.ts';
import { botEnvironment, botToken } from './bot-environment.ts';
import { postgresEngine } from './database.ts';
import { FakeWorld } from './fakes.ts';
import { startStandIns } from './stand-ins.ts';
import { testSettings } from './test-settings.ts';
import { byWhat } from './told-checks.ts';

export const github = testSettings().apps.filter(({ id }) => id === 'app-github');

/** What the operator, or the world, has wrong. */
export interface Wrong {
  readonly settings?: Partial<AccessSettings>;
  readonly token?: string;
  readonly secret?: string;
  readonly governanceUrl?: string;
  readonly slackApiUrl?: string;
  readonly now?: () => Date;
}

/** The two stand-ins and a database, for a doctor that looks at them. */
export interface DoctorWorld {
  readonly slack: SlackWorkspace;
  readonly governance: GovernanceService;
  /** What is found, by what was looked at: its state and its sentence. */
  readonly findings: (wrong: Wrong) => Promise<ReadonlyMap<string, string>>;
  readonly close: () => Promise<void>;
}

export async function openDoctorWorld(
  tenant: { readonly documentedOnly?: boolean } = {},
): Promise<DoctorWorld> {
  const { governance, slack } = await startStandIns({ governance: tenant });
  const place = await postgresEngine.open();
  const database = await openDatabase(place.settings);
  return {
    slack,
    governance,
    async findings({ settings = {}, token = botToken, secret, ...wrong }) {
      const { now = () => new Date() } = wrong;
      const usual = botEnvironment({
        database: place.settings,
        slackApiUrl: wrong.slackApiUrl ?? slack.apiUrl,
        governanceUrl: wrong.governanceUrl ?? governance.url,
      });
      const environment = {
        ...usual,
        slack: { ...usual.slack, botToken: token },
        governance: { ...usual.governance, clientSecret: secret ?? 'sandbox-secret' },
      };
      const checks: Check[] = [];
      const world = { now, newId: () => 'id', log: new FakeWorld().log };
      const given = testSettings({ apps: github, ...settings });
      await diagnose(
        { environment, settings: given, extras: mountedExtras, world },
        async (one) => void checks.push(one),
      );
      return byWhat([...checks, ...(await databaseChecks(database, now))]);
    },
    async close() {
      await database.close();
      await place.close();
      await slack.close();
      await governance.close();
    },
  };
}
