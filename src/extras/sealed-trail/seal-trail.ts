/** Seals the trail, and tells the log. */
import type { OpenedExtra, OpensExtra } from '../../extra.ts';
import { repeat } from '../../queue/process-timers.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { readHeadFile, writeHeadFile } from '../../store/record/head-file.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import {
  type AuditTrail,
  type ChainHead,
  type ExtensionRefusal,
  headSigner,
  type SignHead,
  signedHeadText,
  unsigned,
} from '../../use-cases/trail/audit-chain.ts';
import { extensionRefusalWords } from '../../use-cases/trail/extend-audit-chain.ts';

/**
 * What a process remembers of its own sealing, out of reach of people with write access to the
 * database.
 */
export interface SealingMemory {
  /** The last head that this process sealed, or that an earlier one left in the file. */
  head: ChainHead | null;
  /** Why it did not seal at its last turn. */
  refusal: ExtensionRefusal | null;
}

interface SealingDeps {
  readonly world: World;
  readonly trail: AuditTrail;
  readonly sign: SignHead;
  readonly memory: SealingMemory;
  /** Keeps a head outside of the database; absent if there is no folder for it. */
  readonly keepHead?: (head: ChainHead) => Promise<void>;
}

/** Seals the committed entries, unless the end of the chain must not be extended. */
export async function sealAll({
  trail,
  world,
  sign,
  memory,
  keepHead,
}: SealingDeps): Promise<void> {
  for (;;) {
    const outcome = await trail.seal({ now: world.now(), sign, lastHead: memory.head });
    const refusal = outcome.kind === 'refused' ? outcome.refusal : null;
    // Logged once, not every two seconds.
    if (refusal !== null && refusal !== memory.refusal)
      world.log.error({ refusal }, extensionRefusalWords(refusal));
    // With nothing to seal, the end of the chain was not checked.
    if (outcome.kind !== 'nothing') memory.refusal = refusal;
    if (outcome.kind !== 'sealed') return;
    // Without a key nothing was compared: an earlier end must not take the place of a later one.
    const isCompared = outcome.head.signature !== null;
    const isLater = outcome.head.position > (memory.head?.position ?? 0);
    if (isCompared || isLater) await keepHead?.(outcome.head);
    if (isCompared || isLater) memory.head = outcome.head;
    for (const { hash: seal, ...entry } of outcome.entries)
      world.log.info({ audit: { ...entry, seal } }, 'audit entry');
    world.log.info({ head: signedHeadText(outcome.head) }, 'audit trail sealed');
  }
}

/** No entry stays unsealed for more than 5 s. */
const sealMs = 2_000;

/** Seals from now on. */
export async function keepTrailSealed({
  environment,
  world,
  database,
  onStop,
}: OpensExtra): Promise<Partial<OpenedExtra>> {
  const { headFolder, auditSigningKey: key } = environment;
  const deps: SealingDeps = {
    trail: createAuditTrail(database.background),
    world,
    memory: { head: await readHeadFile(headFolder), refusal: null },
    keepHead: headKeeper(headFolder, world),
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
