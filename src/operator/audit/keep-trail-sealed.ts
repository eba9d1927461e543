/** Seals and prunes the audit trail of the running bot, and checks it for the doctor. */
import type { SlackEnvironment } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { repeat } from '../../queue/repeat.ts';
import type { Database } from '../../store/platform/database.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { readHeadFile, writeHeadFile } from '../../store/record/head-file.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import {
  pruneOldRows,
  type SealingMemory,
  sealAll,
  sealAuditTrail,
} from '../../use-cases/sealed-trail/keep-audit-trail.ts';
import {
  type AuditTrail,
  type ChainHead,
  headSigner,
  unsigned,
} from '../../use-cases/trail/audit-chain.ts';
import type { Check } from '../doctor/check.ts';
import { databaseChecks } from '../doctor/checks/database-checks.ts';
import { selfApprovalCheck } from '../doctor/checks/self-approval-check.ts';
import { type Reached, reachedCheck } from '../doctor/diagnose.ts';
import { trailCheck } from './trail-check.ts';

/** No entry stays unsealed for more than 5 s. */
const sealMs = 2_000;
const longestPruneMs = 3_600_000;

interface TrailKeeping {
  readonly environment: Pick<
    SlackEnvironment,
    'database' | 'headFolder' | 'auditSigningKey' | 'slack' | 'governance'
  >;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly database: Database;
  readonly store: Store;
  readonly onStop: (close: () => unknown) => void;
  /** How Slack reaches this bot. */
  readonly reached: () => Reached;
}

interface SealedTrail {
  readonly trail: AuditTrail;
  /** What only this process can tell the doctor. */
  readonly checks: () => Promise<readonly Check[]>;
}

/** Seals and prunes from now on. */
export async function keepTrailSealed(keeping: TrailKeeping): Promise<SealedTrail> {
  const { environment, settings, world, database, store, onStop, reached } = keeping;
  const trail = createAuditTrail(database.background);
  const key = environment.auditSigningKey;
  const signer = key === undefined ? null : headSigner(key);
  const { headFolder } = environment;
  const memory: SealingMemory = { head: await readHeadFile(headFolder), refusal: null };
  const keepHead = headKeeper(headFolder, world);
  const deps = { store, trail, settings, world, memory, keepHead, sign: signer ?? unsigned };
  const { requestsSeconds, noticesSeconds, auditSeconds } = settings.retention;
  const shortestMs =
    Math.min(requestsSeconds, noticesSeconds, auditSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  // After the queue has stopped nothing is posted any more. Entries that are left unsealed are
  // sealed at the next start.
  onStop(() =>
    sealAll(deps).catch((err: unknown) =>
      world.log.warn({ err }, 'the audit trail is not sealed to its end'),
    ),
  );
  onStop(repeat(sealMs, () => sealAuditTrail(deps), world.log));
  onStop(
    repeat(
      Math.min(longestPruneMs, Math.max(sealMs, shortestMs)),
      () => pruneOldRows(deps),
      world.log,
    ),
  );
  // Other clocks are compared with the clock of this machine; the sandbox's own can run ahead.
  const machineNow = () => new Date();
  const checks = async (): Promise<readonly Check[]> => [
    reachedCheck(reached()),
    ...(await databaseChecks(database, machineNow)),
    await selfApprovalCheck(database),
    await trailCheck({ trail, sign: signer, memory, now: world.now }),
  ];
  return { trail, checks };
}

/** Sealing goes on where the folder cannot be written; that is logged once. */
function headKeeper(folder: string | null, { log }: World): (head: ChainHead) => Promise<void> {
  let isTold = false;
  return async (head) => {
    if (folder === null) return;
    await writeHeadFile(folder, head).catch((err: unknown) => {
      if (!isTold)
        log.warn({ err, folder }, 'the head of the audit trail cannot be kept in the data folder');
      isTold = true;
    });
  };
}
