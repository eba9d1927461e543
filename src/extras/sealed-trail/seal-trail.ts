/** Seals the trail, and posts its head where people keep it. */
import type { LocalDeps, UseCaseDeps } from '../../use-cases/deps.ts';
import { record } from '../../use-cases/record/record.ts';
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

export interface KeepTrailDeps extends Pick<LocalDeps, 'store' | 'settings' | 'world'> {
  readonly trail: AuditTrail;
  readonly sign: SignHead;
  readonly memory: SealingMemory;
  /** Keeps a head outside of the database; absent if there is no folder for it. */
  readonly keepHead?: (head: ChainHead) => Promise<void>;
}

/**
 * Seals the committed entries, and logs each of them and the head. False if there was nothing to
 * seal, or the end of the chain must not be extended.
 */
export async function sealAll({
  trail,
  world,
  sign,
  memory,
  keepHead,
}: Omit<KeepTrailDeps, 'store' | 'settings'>): Promise<boolean> {
  for (let isSealed = false; ; isSealed = true) {
    const outcome = await trail.seal({ now: world.now(), sign, lastHead: memory.head });
    const refusal = outcome.kind === 'refused' ? outcome.refusal : null;
    // Logged once, not every two seconds.
    if (refusal !== null && refusal !== memory.refusal)
      world.log.error({ refusal }, extensionRefusalWords(refusal));
    // With nothing to seal, the end of the chain was not checked.
    if (outcome.kind !== 'nothing') memory.refusal = refusal;
    if (outcome.kind !== 'sealed') return isSealed;
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

/** Seals what was committed, and has the head posted once a day. */
export async function sealAuditTrail(deps: KeepTrailDeps): Promise<void> {
  const { store, settings, world } = deps;
  const isSealed = await sealAll(deps);
  const at = world.now();
  // Midnight is a reason too: what was sealed yesterday after the post has not been posted.
  const isNewDay = at.getUTCHours() === 0 && at.getUTCMinutes() === 0;
  if (settings.audit.channel === null || !(isSealed || isNewDay)) return;
  await store.transaction(async (tx) => {
    if (await tx.audit.beginPosting(at)) await tx.enqueue({ kind: 'post-audit-head' });
  });
}

/**
 * Posts the newest head of the audit trail where people keep it. A channel that cannot be used is
 * in the trail and in the log.
 */
export async function postAuditHead({ store, chat, settings, world }: UseCaseDeps): Promise<void> {
  const { channel } = settings.audit;
  const head = await store.transaction((tx) => tx.audit.newestHead());
  if (channel === null || head === null) return;
  const posted = await chat.postAuditHead(channel, head);
  if (posted.ok) return;
  const { refusal } = posted;
  world.log.warn(
    { channel, refusal },
    'the head of the audit trail cannot be posted: invite the bot to audit.channel',
  );
  await store.transaction(async (tx) => {
    await record(tx, { kind: 'audit.head-undeliverable', detail: { channel, refusal } });
  });
}
