/**
 * `npm run audit -- --verify` and `--start-chain`, beside the core's `npm run audit`, and what the
 * doctor says of the trail.
 */
import { readFile } from 'node:fs/promises';
import { visibleControls } from '../../domain/text/foreign-text.ts';
import type { CommandDeps } from '../../extra.ts';
import { listOptions } from '../../operator/audit/audit-command.ts';
import {
  type Command,
  type CommandExit,
  Misused,
  type Out,
  operatorName,
  readFlags,
} from '../../operator/command.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { readHeadFile } from '../../store/record/head-file.ts';
import {
  type AuditTrail,
  type ChainHead,
  headsIn,
  headText,
  isSignedWith,
  type SignHead,
  unsigned,
} from '../../use-cases/trail/audit-chain.ts';
import {
  extensionRefusalWords,
  startOf,
  type VerifiedTrail,
} from '../../use-cases/trail/extend-audit-chain.ts';
import { sealAll } from './seal-trail.ts';
import { type ChainVerdict, verifyChain } from './verify-audit-chain.ts';

/** What `--verify` and `--start-chain` work with. */
interface TrailCommandDeps {
  readonly trail: AuditTrail;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
  readonly now: () => Date;
  /** Seals what was committed. */
  readonly seal: () => Promise<unknown>;
  /**
   * The last head that a process sealed, kept out of reach of people with write access to the
   * database.
   */
  readonly lastSealed: () => ChainHead | null;
}

const help = `npm run audit -- --verify [--heads FILE]
  --verify          looks whether an entry was changed, is missing or was cut off
  --heads FILE      compares with heads that were kept elsewhere: any text with lines of the log

npm run audit -- --start-chain [--anyway]
  --start-chain     has the bot sign with AUDIT_SIGNING_KEY from now on, where the key is new or was changed: until then it seals nothing
  --anyway          although the trail is broken, or goes back behind what the bot has sealed: the trail will say so

With AUDIT_SIGNING_KEY in the environment --verify requires its signatures, and a signed head where there is an entry.
Ends with 0; with 1 where the trail is not as it was, or cannot be read; with 2 where a flag is wrong.`;

const ownOptions = {
  verify: { type: 'boolean' },
  heads: { type: 'string' },
  'start-chain': { type: 'boolean' },
  anyway: { type: 'boolean' },
} as const;

/** `open`: the trail, once the flags are read and the file is. */
export const trailCommand = (open: () => Promise<TrailCommandDeps>): Command => ({
  name: 'audit',
  flags: Object.keys(ownOptions),
  help,
  async run(words, out) {
    const { heads, anyway = false, 'start-chain': isStarted } = readWords(words);
    if (isStarted === true) return startChainCommand(anyway, out, await open());
    const text = heads === undefined ? '' : await textOfHeads(heads);
    return verify(headsIn(text), out, await open());
  },
});

/** Throws `Misused`. */
function readWords(words: readonly string[]) {
  const flags = readFlags(words, { ...listOptions, ...ownOptions });
  const isStarted = flags['start-chain'] === true;
  if (!isStarted && flags.anyway !== undefined) throw new Misused('--anyway needs --start-chain.');
  if (!isStarted && flags.verify !== true) throw new Misused('--heads needs --verify.');
  const own = isStarted ? ['start-chain', 'anyway'] : ['verify', 'heads'];
  const other = Object.keys(flags).find((flag) => !own.includes(flag));
  if (other !== undefined)
    throw new Misused(`--${own[0]} is about the whole trail: leave out --${other}.`);
  return flags;
}

async function textOfHeads(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(
    Misused.because(`--heads: ${path} cannot be read`),
  );
  if (headsIn(text).length === 0)
    throw new Misused(`--heads: there is no line like “audit-head position=…” in ${path}.`);
  return text;
}

/** The trail of the database that this process names. */
export async function openTrail({
  storage,
  database,
  world,
}: CommandDeps): Promise<TrailCommandDeps> {
  const { sign, headFolder } = storage();
  const trail = createAuditTrail((await database()).background);
  // This process does not seal otherwise: it knows what the file tells.
  const memory = { head: await readHeadFile(headFolder), refusal: null };
  return {
    trail,
    sign,
    now: world.now,
    seal: () => sealAll({ trail, world, memory, sign: sign ?? unsigned }),
    lastSealed: () => memory.head,
  };
}

/** What an operator does about a trail that was changed. */
const whatToDo =
  'Find out who can write to the database, keep a copy of it as it is (docs/backup.md), and compare with heads that were kept elsewhere: npm run audit -- --verify --heads FILE. Where it was put back from a copy, say so: npm run admin -- restored --as-of TIME.';

/** `npm run audit -- --verify`. */
export async function verify(
  handedIn: readonly ChainHead[],
  out: Out,
  { trail, sign, lastSealed }: TrailCommandDeps,
): Promise<CommandExit> {
  const verdict = await verdictOn(trail, [...handedIn, ...headsOf(lastSealed)], sign);
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

const headsOf = (lastSealed: TrailCommandDeps['lastSealed']): readonly ChainHead[] =>
  [lastSealed()].filter((head) => head !== null);

/** Pruning moves the start of the chain while we read, so a broken chain is read a second time. */
async function verdictOn(
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

/**
 * `npm run audit -- --start-chain`.
 *
 * @param anyway although the trail is broken
 */
async function startChainCommand(
  anyway: boolean,
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
  const end = await trail.startChain({ now: now(), sign, operator: operatorName(), broken });
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

/** A running bot seals within seconds; older unsealed entries are a warning. */
const longestUnsealedMs = 5 * 60_000;

/**
 * A chain of so many entries is verified within a second or two; a longer one only by `npm run
 * audit -- --verify`.
 */
const mostVerified = 10_000;

/**
 * Whether the audit trail is as it was sealed, if it is short, and in any case whether it is sealed
 * to its end and signed.
 */
export function trailLook({ trail, sign, lastSealed, now }: Omit<TrailCommandDeps, 'seal'>): Look {
  const ask = async () => {
    const { newest, unsealed, oldestUnsealed } = await trail.end();
    const isSigned =
      newest !== null && sign !== null && isSignedWith(sign, headText(newest), newest.signature);
    if (newest !== null && sign !== null && !isSigned)
      throw new Finding('error', extensionRefusalWords('not-signed'));
    const waitedMs = oldestUnsealed === null ? 0 : now().getTime() - Date.parse(oldestUnsealed);
    if (waitedMs > longestUnsealedMs)
      throw new Finding(
        'warning',
        `${unsealed} entries are not sealed, the oldest of ${oldestUnsealed}. Start the bot; where it runs, look for a transaction that hangs.`,
      );
    const { starts } = await trail.anchors();
    const isLong = newest !== null && newest.position - startOf(starts).position > mostVerified;
    const { broken } = isLong
      ? { broken: null }
      : await verdictOn(trail, headsOf(lastSealed), sign);
    if (broken !== null) throw new Finding('error', `${visibleControls(broken)} ${whatToDo}`);
    const how = isLong
      ? 'too long to be verified here: run npm run audit -- --verify'
      : 'as it was sealed';
    const signature = sign === null ? noKey : 'the newest head is signed';
    return newest === null
      ? `nothing is sealed yet${sign === null ? `, ${noKey}` : ''}`
      : `sealed up to entry ${newest.seq}, ${how}; ${signature}`;
  };
  return { what: 'audit trail', ask, mend: 'Look whether the database runs.' };
}

const noKey = 'not signed: AUDIT_SIGNING_KEY is not set';
