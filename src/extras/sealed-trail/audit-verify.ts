import { visibleControls } from '../../domain/text/foreign-text.ts';
import type { CommandExit, Out } from '../../operator/command.ts';
import type { AuditTrail, ChainHead, SignHead } from '../../use-cases/trail/audit-chain.ts';
import type { VerifiedTrail } from '../../use-cases/trail/extend-audit-chain.ts';
import { type ChainVerdict, verifyChain } from './verify-audit-chain.ts';

/** What `--verify` and `--start-chain` work with. */
export interface TrailCommandDeps {
  readonly trail: AuditTrail;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
  readonly now: () => Date;
  /** Seals what was committed. */
  readonly seal: () => Promise<unknown>;
  /**
   * The last head that this process sealed, kept out of reach of people with write access to the
   * database.
   */
  readonly lastSealed: () => ChainHead | null;
}

/** What an operator does about a trail that was changed. */
export const whatToDo =
  'Find out who can write to the database, keep a copy of it as it is (docs/backup.md), and compare with heads that were kept elsewhere: npm run audit -- --verify --heads FILE. Where it was put back from a copy, say so: npm run admin -- restored --as-of TIME.';

/** `npm run audit -- --verify`. */
export async function verify(
  handedIn: readonly ChainHead[],
  out: Out,
  { trail, sign, lastSealed }: TrailCommandDeps,
): Promise<CommandExit> {
  const remembered = [lastSealed()].filter((head) => head !== null);
  const verdict = await verdictOn(trail, [...handedIn, ...remembered], sign);
  if (verdict.broken !== null) {
    await out(`${visibleControls(verdict.broken)}\n${unsealedWords(verdict)}\n${whatToDo}\n`);
    return 1;
  }
  const { entries, heads, prunedHeads, lostHeads, erasedTexts } = verdict;
  const pruned =
    prunedHeads === 0 ? '' : ` Heads older than the first entry that is kept: ${prunedHeads}.`;
  const lost =
    lostHeads === 0 ? '' : ` Heads of what was lost when the database was set back: ${lostHeads}.`;
  const erased = erasedTexts === 0 ? '' : ` Texts that were erased: ${erasedTexts}.`;
  await out(
    `${entriesAre(entries)} as sealed, heads that agree: ${heads}, ${signatureWords(verdict, sign)}.${pruned}${lost}${erased}\n${unsealedWords(verdict)}\n`,
  );
  return 0;
}

/** Pruning moves the start of the chain while we read, so a broken chain is read a second time. */
export async function verdictOn(
  trail: VerifiedTrail,
  handedIn: readonly ChainHead[],
  sign: SignHead | null,
): Promise<ChainVerdict> {
  const verdict = await verifyChain(trail, handedIn, sign);
  return verdict.broken === null ? verdict : verifyChain(trail, handedIn, sign);
}

function signatureWords({ isSigned, chainStart }: ChainVerdict, sign: SignHead | null): string {
  if (sign === null)
    return 'signatures not looked at: AUDIT_SIGNING_KEY is not set, and whoever can write to the database can have sealed all of it anew';
  const since =
    chainStart === null ? '' : `; this key vouches for what follows entry ${chainStart.seq}`;
  return `${isSigned ? 'the newest head is signed' : 'nothing is signed yet'}${since}`;
}

function unsealedWords({ unsealed, oldestUnsealed }: ChainVerdict): string {
  const oldest = oldestUnsealed === null ? '' : `; the oldest is from ${oldestUnsealed}`;
  return `${entriesAre(unsealed)} not sealed yet${oldest}.`;
}

const entriesAre = (count: number) => (count === 1 ? '1 entry is' : `${count} entries are`);

export interface ChainStartAsked {
  readonly operator: string;
  /** Although the trail is broken. */
  readonly anyway: boolean;
}

/** `npm run audit -- --start-chain`. */
export async function startChainCommand(
  { operator, anyway }: ChainStartAsked,
  out: Out,
  { trail, sign, now, seal }: TrailCommandDeps,
): Promise<CommandExit> {
  if (sign === null) {
    await out('AUDIT_SIGNING_KEY is not set: set it for the bot and for this command.\n');
    return 2;
  }
  if (!anyway && (await verdictOn(trail, [], sign)).broken === null) {
    await out('Nothing to start: with this key the trail needs no new chain.\n');
    return 0;
  }
  const { broken } = await verdictOn(trail, [], null);
  if (broken !== null && !anyway) {
    await out(
      `${visibleControls(broken)}\nNothing was started. Find out why, compare with heads kept elsewhere (--verify --heads FILE), and add --anyway to go on all the same: the trail will say so.\n`,
    );
    return 1;
  }
  const end = await trail.startChain({ now: now(), sign, operator, broken });
  if (end === null) {
    await out('Another process seals the trail at this moment. Try again.\n');
    return 1;
  }
  await seal();
  await out(
    `A chain is started after entry ${end.seq}: this key vouches for what follows. The trail says so.\n`,
  );
  return 0;
}
