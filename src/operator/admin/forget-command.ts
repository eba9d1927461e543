/** `npm run admin -- forget <person>`: erases what is kept of somebody. */
import type { Kysely } from 'kysely';
import {
  type KnownPerson,
  onlyPerson,
  personTitle,
  slackIdIn,
} from '../../domain/people/known-person.ts';
import { visibleControls } from '../../domain/text/foreign-text.ts';
import {
  type Erasure,
  erasePerson,
  idsOf,
  openOf,
  type PersonIds,
} from '../../store/people/forget-person.ts';
import type { Forgotten } from '../../store/people/forgotten-file.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import type { SignHead } from '../../use-cases/trail/audit-chain.ts';
import { type Command, type CommandExit, Misused, type Out, readTyped } from '../command.ts';

const help = `Usage: npm run admin -- forget <person> [--dry-run] [--yes]

Erases what the bot keeps of a person: by name, email, Slack id or id in the service. Their requests, messages, readings and jobs go; what other
people did with them stays under a pseudonym, and texts of the audit trail are erased by a signed entry, so that it still verifies.
Refused while access, calls, deliveries or tasks of theirs are open, which it lists.

  --dry-run   says what would go, and changes nothing
  --yes       asks nothing

Needs AUDIT_SIGNING_KEY. Out of reach are messages in Slack, the service, the log and backups: docs/forgetting.md says what to do.
Ends with 0; with 1 where something is open; with 2 where a flag or a setting is wrong.`;

export interface ForgetDeps {
  readonly database: () => Promise<{ readonly background: Kysely<Tables> }>;
  /** null without a key. */
  readonly sign: () => SignHead | null;
  readonly now: () => Date;
  readonly operator: string;
  /** Asks; null where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Keeps the pseudonyms outside of the database, for a restore into an empty one. */
  readonly keep: (people: readonly Forgotten[]) => Promise<void>;
}

export const forgetCommand = (deps: ForgetDeps): Command => ({
  name: 'admin -- forget',
  help,
  async run(words, out) {
    const { values, positionals } = readTyped(words, {
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
    });
    const typed = positionals.join(' ').trim();
    if (typed === '') throw new Misused('Name the person.');
    const sign = deps.sign();
    if (sign === null)
      throw new Misused(
        'AUDIT_SIGNING_KEY is not set: without it nobody could tell an erasure from tampering.',
      );
    const isDryRun = values['dry-run'] === true;
    return forget(typed, { ...deps, sign, out, isDryRun, isAsked: values.yes !== true });
  },
});

interface Forgetting extends Omit<ForgetDeps, 'sign'> {
  readonly sign: SignHead;
  readonly out: Out;
  readonly isDryRun: boolean;
  readonly isAsked: boolean;
}

async function forget(typed: string, deps: Forgetting): Promise<CommandExit> {
  const { out, now, operator, sign, isDryRun } = deps;
  const say = (text: string) => out(`${visibleControls(text)}\n`);
  const { background } = await deps.database();
  const person = await personTyped(background, typed);
  if (typeof person === 'string') {
    await say(person);
    return 1;
  }
  const title = personTitle(person, person.id === null ? 'slackUserId' : 'id');
  const ids = await idsOf(background, person);
  const open = await openOf(background, ids);
  if (open.length > 0) {
    await say(
      `${title} cannot be forgotten yet. Still open:\n${open.map((one) => `- ${one}`).join('\n')}`,
    );
    return 1;
  }
  if (!isDryRun && deps.isAsked && !(await isConfirmed(title, deps))) {
    await say('Nothing was erased.');
    return 1;
  }
  const order = { now: now(), sign, operator };
  const erasure = await erased(background, ids, { order, isDryRun });
  const at = order.now.toISOString();
  if (!isDryRun) await deps.keep(erasure.pseudonyms.map((pseudonym) => ({ pseudonym, at })));
  await say(
    `${isDryRun ? 'Would be erased' : 'Erased'} of ${isDryRun ? title : 'this person'}: ${wordsOf(erasure)}.`,
  );
  return 0;
}

/** Somebody of whom only their own Slack id is left, in the trail, is found by it. */
async function personTyped(kysely: Kysely<Tables>, typed: string): Promise<KnownPerson | string> {
  const slackUserId = slackIdIn(typed);
  const people = await createAuditTrail(kysely).people(slackUserId ?? typed);
  if (people.length === 0 && slackUserId !== null)
    return { slackUserId, id: null, name: slackUserId, email: null };
  const distinct = new Map(people.map((one) => [one.id ?? one.slackUserId, one]));
  const nobody = 'Type the whole display name, the email, the Slack id or the id in the service.';
  const person = onlyPerson(typed, [...distinct.values()], { by: 'slackUserId', nobody });
  return person.ok ? person.value : person.refusal;
}

async function isConfirmed(title: string, { ask }: Forgetting): Promise<boolean> {
  if (ask === null) throw new Misused('Nobody can be asked here: add --yes, or --dry-run.');
  const answer = await ask(`Erase what is kept of ${title}? It cannot be undone. Type “yes”: `);
  return answer.trim().toLowerCase() === 'yes';
}

/** Rolls a dry run back, which only counts. */
class DryRun extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super('nothing is changed');
    this.erasure = erasure;
  }
}

async function erased(
  kysely: Kysely<Tables>,
  ids: PersonIds,
  {
    order,
    isDryRun,
  }: { readonly order: Parameters<typeof erasePerson>[2]; readonly isDryRun: boolean },
): Promise<Erasure> {
  try {
    return await kysely.transaction().execute(async (trx) => {
      // Something may have been begun since it was asked about.
      if ((await openOf(trx, ids)).length > 0)
        throw new Misused('Something of theirs was begun meanwhile.');
      const erasure = await erasePerson(trx, ids, order);
      if (isDryRun) throw new DryRun(erasure);
      return erasure;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.erasure;
    throw error;
  }
}

function wordsOf({ rows, entries }: Erasure): string {
  const counted = [...rows].map(([table, count]) => `${table} ${count}`);
  return [...counted, `texts of ${entries} entries of the trail`].join(', ');
}
