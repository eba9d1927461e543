/** Seals the audit trail of the running bot, and checks it for the doctor. */
import type { OpenedExtra, OpensExtra } from '../../extra.ts';
import { repeat } from '../../queue/process-timers.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { readHeadFile, writeHeadFile } from '../../store/record/head-file.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { type ChainHead, headSigner, unsigned } from '../../use-cases/trail/audit-chain.ts';
import { type SealingMemory, sealAll } from './seal-trail.ts';

/** No entry stays unsealed for more than 5 s. */
const sealMs = 2_000;

/** Seals from now on. */
export async function keepTrailSealed({
  environment,
  world,
  database,
  onStop,
}: OpensExtra): Promise<Partial<OpenedExtra>> {
  const trail = createAuditTrail(database.background);
  const { headFolder, auditSigningKey: key } = environment;
  const memory: SealingMemory = { head: await readHeadFile(headFolder), refusal: null };
  const keepHead = headKeeper(headFolder, world);
  const deps = {
    trail,
    world,
    memory,
    keepHead,
    sign: key === undefined ? unsigned : headSigner(key),
  };
  // Entries that are left unsealed are sealed at the next start.
  onStop(async () => {
    await sealAll(deps).catch((err: unknown) =>
      world.log.warn({ err }, 'the audit trail is not sealed to its end'),
    );
  });
  onStop(repeat(sealMs, () => sealAll(deps), world.log));
  return {};
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
