import { z } from 'zod';
import { visibleControls, visibleJson } from '../../domain/text/foreign-text.ts';
import { type Command, readFlags } from '../command.ts';
import { type Check, clockSays, Finding, type Look, slowWords, type Tell } from './check.ts';

const help = `Usage: npm run doctor -- [--offline] [--json]

Looks at the environment and access.yaml that it is given, and at Slack, the governance service and the database with them. Each line is ok,
warning or error, and says what mends it; what is not ok stands once more at the end. It works while the bot runs: lines that begin with “running bot:” are what that one tells of
itself. With --offline it looks only at the environment and access.yaml, and calls nothing; a token that is missing is then an error.
Ends with 0; with 1 where there is an error; with 2 where a flag is wrong.`;

const states = ['ok', 'warning', 'error'] as const;

/** What a running bot found. */
export const checkLines = z.array(
  z.object({ what: z.string(), state: z.enum(states), says: z.string() }),
);

/** `npm run doctor`. */
export const doctorCommand = (
  look: (isOffline: boolean, tell: Tell) => Promise<void>,
): Command => ({
  name: 'doctor',
  help,
  async run(words, out) {
    const flags = readFlags(words, {
      json: { type: 'boolean' },
      offline: { type: 'boolean' },
    });
    const checks: Check[] = [];
    await look(flags.offline === true, async (one) => {
      checks.push(one);
      if (flags.json !== true) await out(lineOf(one));
    });
    const wrong = checks.filter(({ state }) => state !== 'ok');
    // The reader of many lines sees the last ones.
    if (flags.json !== true && wrong.length > 0 && wrong.length < checks.length)
      await out(`\nTo mend:\n${wrong.map(lineOf).join('')}`);
    const isOk = checks.every(({ state }) => state !== 'error');
    if (flags.json === true)
      await out(`${visibleJson(JSON.stringify({ ok: isOk, checks }, null, 2))}\n`);
    return isOk ? 0 : 1;
  },
});

function lineOf({ what, state, says }: Check): string {
  const line = visibleControls(`${state.padEnd(8)} ${what}: ${says}`);
  return `${line.replaceAll('\n', ' ')}\n`;
}

/** By the date that every HTTP answer carries. Nothing where none comes: the system's own line says why. */
export function clockLook(
  what: string,
  url: string,
  { now, withinMs = 5_000 }: { readonly now: () => Date; readonly withinMs?: number },
): Look {
  const ask = async () => {
    const signal = AbortSignal.timeout(withinMs);
    const asking = fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    const answer = await asking.catch(() => null);
    if (signal.aborted) throw new Finding('warning', slowWords);
    if (answer === null) return null;
    const at = Date.parse(answer.headers.get('date') ?? '');
    if (Number.isNaN(at)) throw new Finding('warning', 'not checked: the answer tells no time.');
    return clockSays(at - now().getTime());
  };
  return { what, ask, mend: '' };
}
