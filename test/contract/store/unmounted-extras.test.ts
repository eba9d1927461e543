import { describe, expect, it } from 'vitest';
import type { ExtraName, JobKind } from '../../../src/domain/outward/job.ts';
import { followRows } from '../../../src/extras/elsewhere/follow-elsewhere.ts';
import { heldRows } from '../../../src/extras/held/held-tables.ts';
import { mountedExtras } from '../../../src/extras/mounted.ts';
import { profileRows } from '../../../src/extras/profiles/profile-tables.ts';
import { deliveriesIn } from '../../../src/extras/webhooks/delivery-tables.ts';
import { refuseUnmounted } from '../../../src/start/open-extras.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import type { StoreTransaction } from '../../../src/use-cases/ports/store-ports.ts';
import { botEnvironment, testWebhooks } from '../../support/bot-environment.ts';
import { deliveryOf, webhookTask } from '../../support/delivering.ts';
import { heldReturn } from '../../support/held-elsewhere.ts';
import { noon, snapshot } from '../../support/samples.ts';
import { useStore } from '../../support/store-fixture.ts';
import { testApp, testSettings, withoutAgents } from '../../support/test-settings.ts';

const store = useStore();
const addresses = {
  database: { kind: 'embedded', dataDir: '/nowhere' },
  slackApiUrl: 'http://127.0.0.1:9/api/',
  governanceUrl: 'http://127.0.0.1:9',
} as const;

interface Left {
  readonly jobs?: readonly JobKind[];
  readonly environment?: Partial<Parameters<typeof botEnvironment>[0]>;
  readonly settings?: ReturnType<typeof testSettings>;
}

/** Starts without this extra, and with all others. */
function start(
  extra: ExtraName,
  { jobs = [], environment = {}, settings = testSettings() }: Left = {},
): Promise<void> {
  return refuseUnmounted(
    {
      environment: botEnvironment({ ...addresses, ...environment }),
      settings,
      extras: mountedExtras.filter(({ name }) => name !== extra),
    },
    {
      queue: { waiting: async (kinds) => kinds.filter((kind) => jobs.includes(kind)) },
      background: store,
    },
  );
}

const { governance } = testSettings();

describe('a bot does not start without an extra', () => {
  it.each<[ExtraName, says: string, Left]>([
    ['webhooks', 'PUBLIC_URL and WEBHOOK_KEY are set', { environment: { webhooks: testWebhooks } }],
    [
      'catalogs',
      'governance.operations has catalogs',
      { settings: testSettings({ governance: { ...governance, operations: ['catalogs'] } }) },
    ],
    [
      'elsewhere',
      'an app has tasks: all',
      { settings: testSettings({ apps: [testApp({ tasks: 'all' })] }) },
    ],
    ['sealed-trail', 'AUDIT_SIGNING_KEY is set', { environment: { auditSigningKey: 'a key' } }],
    [
      'agents',
      'agents.enabled is true',
      { settings: testSettings({ agents: { ...withoutAgents, enabled: true } }) },
    ],
    ['webhooks', 'a job take-delivery waits', { jobs: ['take-delivery'] }],
    ['worklist', 'a job read-work waits', { jobs: ['read-work'] }],
    ['held', 'a job read-held waits', { jobs: ['read-held'] }],
  ])('%s, while %s', async (extra, says, left) => {
    await expect(start(extra)).resolves.toBeUndefined();
    await expect(start(extra, left)).rejects.toThrow(
      `The bot cannot start: the extra ${extra} is not mounted, and ${says}. Mount it in src/extras/mounted.ts.`,
    );
  });

  it.each<[ExtraName, says: string, leave: (tx: StoreTransaction) => Promise<unknown>]>([
    [
      'elsewhere',
      'somebody waits to hear of the end of a request that was made elsewhere',
      (tx) => {
        const followed = { taskId: 'task-1', slackUserId: 'U0BEN', snapshot: snapshot() };
        return rowsOfExtra(tx, followRows).add({ ...followed, readAt: tx.at });
      },
    ],
    [
      'held',
      'somebody gives back access that was granted elsewhere',
      (tx) => rowsOfExtra(tx, heldRows).insertReturn(heldReturn({ state: 'accepted', at: tx.at })),
    ],
    [
      'profiles',
      'somebody waits to hear what came of an access profile',
      async (tx) => {
        const requestId = await store.kept();
        await tx.grants.begin(requestId, { startedAt: noon, endsAt: null });
        const profile = { requestId, catalogId: 'catalog-1', name: 'Crew', items: [] };
        await rowsOfExtra(tx, profileRows).keep(profile);
      },
    ],
    [
      'webhooks',
      'a delivery waits for its answer',
      async (tx) => {
        const delivery = deliveryOf(webhookTask(), noon);
        await deliveriesIn(tx).insertOnce(delivery);
        await deliveriesIn(tx).save(delivery.webhookId, { state: 'open' });
      },
    ],
  ])('%s, while %s', async (extra, says, leave) => {
    await store.transaction(leave);
    await expect(start(extra)).rejects.toThrow(`${extra} is not mounted, and ${says}.`);
  });
});
