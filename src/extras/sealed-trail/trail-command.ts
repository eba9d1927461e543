/** `npm run audit -- --verify` and `--start-chain`, beside the core's `npm run audit`. */
import { readFile } from 'node:fs/promises';
import type { CommandDeps } from '../../extra.ts';
import { listOptions } from '../../operator/audit/audit-command.ts';
import { type Command, Misused, operatorName, readFlags } from '../../operator/command.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { readHeadFile } from '../../store/record/head-file.ts';
import { headsIn, unsigned } from '../../use-cases/trail/audit-chain.ts';
import { startChainCommand, type TrailCommandDeps, verify } from './audit-verify.ts';
import { sealAll } from './seal-trail.ts';

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

type TrailOrder =
  /** `heads`: a file name. */
  | { readonly kind: 'verify'; readonly heads: string | null }
  | { readonly kind: 'start-chain'; readonly anyway: boolean };

/** Throws `Misused`. */
function readWords(words: readonly string[]): TrailOrder {
  const flags = readFlags(words, { ...listOptions, ...ownOptions });
  const { verify: isVerified, heads, anyway, 'start-chain': isStarted } = flags;
  const only = (name: string, ...allowed: readonly string[]) => {
    const other = Object.keys(flags).find((flag) => ![name, ...allowed].includes(flag));
    if (other !== undefined)
      throw new Misused(`--${name} is about the whole trail: leave out --${other}.`);
  };
  if (isStarted === true) {
    only('start-chain', 'anyway');
    return { kind: 'start-chain', anyway: anyway === true };
  }
  if (anyway !== undefined) throw new Misused('--anyway needs --start-chain.');
  if (isVerified !== true) throw new Misused('--heads needs --verify.');
  only('verify', 'heads');
  return { kind: 'verify', heads: heads ?? null };
}

/** `open`: the trail, once the flags are read and the file is. */
export const trailCommand = (open: () => Promise<TrailCommandDeps>): Command => ({
  name: 'audit',
  flags: Object.keys(ownOptions),
  help,
  async run(words, out) {
    const order = readWords(words);
    if (order.kind === 'start-chain')
      return startChainCommand({ ...order, operator: operatorName() }, out, await open());
    const heads = order.heads === null ? '' : await textOfHeads(order.heads);
    return verify(headsIn(heads), out, await open());
  },
});

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
