import { describe, expect, it, onTestFinished } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ask, cardIn, clickCard } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { transactionProxy } from '../support/transaction-proxy.ts';

/**
 * What goes on whether anybody asks or not: sealing, due times, and the queue of what is done again
 * and again.
 */
const background =
  /pg_try_advisory_xact_lock|from "due_times"|insert into "?digests|"notices" where|left join "task_readings"|catalogue|'(?:end-grants|act-on-due|send-notice)'|WITH due AS|WITH locked_parents AS/;
/** No reading of open tasks, whose jobs look like those of a request. */
const never = 3_600_000;
/** A statement that reads, outside of a transaction. */
const isRead = (statements: readonly string[]) =>
  statements.length === 1 && statements[0]?.startsWith('select ') === true;
const isBackground = (statements: readonly string[]) =>
  background.test(statements.join('\n')) ||
  (statements.length === 1 &&
    /^\s*(?:WITH ins AS|(?:select|update)\b.*\bpgboss\.(?:version|queue)\b)/is.test(
      statements[0] ?? '',
    ));

/** Each second the bot looks whether the database is there. */
const isLook = ([statement, ...more]: readonly string[]) =>
  more.length === 0 && statement === 'select 1';

/** Trips to the database and back: a transaction begins and commits with one each. */
const tripsOf = (statements: readonly string[]): number =>
  statements.length === 1 ? 1 : statements.length + 2;

interface WatchedWorld {
  readonly world: BotWorld;
  readonly transactions: readonly (readonly string[])[];
}

async function watchedWorld(): Promise<WatchedWorld> {
  const place = await postgresEngine.open();
  const proxy = await transactionProxy(place.settings.url);
  const world = await BotWorld.start({
    database: { kind: 'postgres', url: proxy.url },
    refreshTasksMs: never,
  });
  onTestFinished(async () => {
    await world.close();
    proxy.close();
    await place.close();
  });
  // The first request finds out who people are, for all that follow.
  await ask(world, { person: 'U0BEN' });
  await until('the first card', () => world.cards('U0ANA', 'C0REVIEWS').length === 1);
  await until('its requester is told', () => world.directMessages('U0BEN').length > 0);
  return { world, transactions: proxy.transactions };
}

/** Asks as this person; the card that comes of it. */
async function askForCard(world: BotWorld, person: string): Promise<ShownMessage> {
  const before = world.cards('U0ANA', 'C0REVIEWS').length;
  await ask(world, { person });
  await until('the card', () => world.cards('U0ANA', 'C0REVIEWS').length === before + 1);
  return cardIn(world, 'U0ANA');
}

/** From the command to the message about the grant, with the form; 199 to 208 were measured. */
const mostTrips = 210;

const others = ['U0EMIL', 'U0TESS', 'U0LIAM', 'U0OSKAR', 'U0DARA'];

describe('the transactions', () => {
  it('are few until the card of a request is posted', async () => {
    const { world, transactions } = await watchedWorld();
    const counts: number[] = [];
    for (const person of others) {
      await world.quiet();
      const before = transactions.length;
      await askForCard(world, person);
      const after = transactions.slice(before);
      const having = (text: string) =>
        after.findIndex((all) => all.some((statement) => statement.startsWith(text)));
      const way = after.slice(
        having('insert into "requests"'),
        having('update "cards" set "posting_since"') + 1,
      );
      counts.push(
        way.filter((statements) => !isRead(statements) && !isBackground(statements)).length,
      );
    }
    // What goes on beside it can only add.
    expect(Math.min(...counts)).toBeLessThanOrEqual(8);
  });

  it('need few round trips until the requester hears of the grant', async () => {
    const { world, transactions } = await watchedWorld();
    const counts: number[] = [];
    for (const person of others) {
      await world.quiet();
      const before = transactions.length;
      const card = await askForCard(world, person);
      await clickCard(world, 'U0ANA', card, 'review.approve');
      await until('it is granted', () =>
        world.directMessages(person).some((words) => words.includes('✅ You have')),
      );
      const since = transactions.slice(before).filter((statements) => !isLook(statements));
      counts.push(since.reduce((sum, statements) => sum + tripsOf(statements), 0));
    }
    // What goes on beside it can only add.
    expect(Math.min(...counts)).toBeLessThanOrEqual(mostTrips);
  });
});
