/** Seals the trail, and tells the log. */
import type { World } from '../../use-cases/ports/ports.ts';
import {
  type AuditTrail,
  type ChainHead,
  type ExtensionRefusal,
  type SignHead,
  signedHeadText,
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

export interface SealingDeps {
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
