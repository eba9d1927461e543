import { describe, expect, it, onTestFinished } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import type { CallRecord } from '../../sandbox/workspace/web-api/routes.ts';
import { ask, cardIn, clickCard } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { type Trip, transactionProxy } from '../support/transaction-proxy.ts';

/**
 * What goes on whether anybody asks or not: sealing, due times, and the queue of what is done again
 * and again.
 */
const background =
  /pg_try_advisory_xact_lock|from "due_times"|"notices" where|left join "task_readings"|catalogue|'(?:end-grants|act-on-due|send-notice)'|WITH due AS|WITH locked_parents AS/;
/** What of `background` no request brings about. */
const elsewhere =
  /pg_try_advisory_xact_lock|"?catalogue|WITH due AS|WITH locked_parents AS|end-grants|WITH ins AS|access_events_read|select "due_times"|coalesce\((?:check_at|warn_at), /;
/** No reading of open tasks, whose jobs look like those of a request. */
const never = 3_600_000;

type Trips = readonly Trip[];
const textOf = (trips: Trips) => trips.map(({ text }) => text).join('\n');
/** A statement that reads, outside of a transaction. */
const isRead = (trips: Trips) =>
  trips.length === 1 && trips[0]?.text.startsWith('select ') === true;
const isAboutQueues = (trips: Trips) =>
  trips.length === 1 &&
  /^\s*(?:WITH ins AS|(?:select|update)\b.*\bpgboss\.(?:version|queue)\b)/is.test(textOf(trips));
const isBackground = (trips: Trips) => background.test(textOf(trips)) || isAboutQueues(trips);

/** Each second the bot looks whether the database is there, and now and then whether it keeps something. */
const isLook = (trips: Trips) =>
  (trips.length === 1 && trips[0]?.text === 'select 1') || textOf(trips).includes('work_mem');
/** A look for jobs of a kind that no request makes. */
const isOtherPoll = (trips: Trips) =>
  /strict_fifo_heads/.test(textOf(trips)) &&
  !/'(?:create-task|sync-card|update-card|send-notice|carry-out-action|read-watched)'/.test(
    textOf(trips),
  );
const isOfRequest = (trips: Trips) =>
  !isLook(trips) && !isAboutQueues(trips) && !isOtherPoll(trips) && !elsewhere.test(textOf(trips));

interface WatchedWorld {
  readonly world: BotWorld;
  readonly transactions: readonly Trips[];
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

/** From the command to the message about the grant, with the form: 113 to 118, 8, and 7 were measured. */
const most = { trips: 120, repeatedReads: 10, jobs: 8 } as const;
/** For each change of the card beyond the first: a decision that takes longer is shown meanwhile. */
const moreOfSlow = { trips: 15, repeatedReads: 4, jobs: 1 } as const;

/** Reads that were made before, with the same values. */
function repeatedReads(trips: Trips): number {
  const reads = trips.filter(({ text }) =>
    /^\s*select\b(?!.*\bfor (?:no key )?update)/is.test(text),
  );
  return reads.length - new Set(reads.map(({ text, values }) => `${text}\n${values}`)).size;
}

function jobsAdded(trips: Trips): number {
  const inserts = trips.filter(({ text }) => text.includes('INSERT INTO pgboss'));
  return inserts.flatMap(({ values }) => [...values.matchAll(/"job":\{"kind":/g)]).length;
}

/** From the request's row until its card is being posted. */
function wayToCard(transactions: readonly Trips[]): readonly Trips[] {
  const having = (text: string) =>
    transactions.findIndex((trips) => trips.some((trip) => trip.text.startsWith(text)));
  return transactions.slice(
    having('insert into "requests"'),
    having('update "cards" set "posting_since"') + 1,
  );
}

/** How often the card was changed since this call. */
function updatesOf({ slack }: BotWorld, card: ShownMessage, since: CallRecord | undefined): number {
  const calls = slack.calls();
  const after = since === undefined ? calls : calls.slice(calls.lastIndexOf(since) + 1);
  return after.filter(({ method, args }) => method === 'chat.update' && args.ts === card.ts).length;
}

const others = ['U0EMIL', 'U0TESS', 'U0LIAM', 'U0OSKAR', 'U0DARA'];

describe('the transactions', () => {
  it('are few until the card is posted, with few trips, repeated reads and jobs until the requester hears of the grant', async () => {
    const { world, transactions } = await watchedWorld();
    const untilCard: number[] = [];
    const requests: { readonly trips: Trips; readonly changes: number }[] = [];
    for (const person of others) {
      await world.quiet();
      const before = transactions.length;
      const card = await askForCard(world, person);
      const way = wayToCard(transactions.slice(before));
      untilCard.push(way.filter((trips) => !isRead(trips) && !isBackground(trips)).length);
      const call = world.slack.calls().at(-1);
      await clickCard(world, 'U0ANA', card, 'review.approve');
      await until('it is granted', () =>
        world.directMessages(person).some((words) => words.includes('✅ You have')),
      );
      const trips = transactions.slice(before).filter(isOfRequest).flat();
      await world.quiet();
      requests.push({ trips, changes: updatesOf(world, card, call) });
    }
    // What goes on beside it can only add.
    expect(Math.min(...untilCard)).toBeLessThanOrEqual(8);
    const least = (count: (trips: Trips) => number, more: number) =>
      Math.min(...requests.map(({ trips, changes }) => count(trips) - (changes - 1) * more));
    expect(least((trips) => trips.length, moreOfSlow.trips)).toBeLessThanOrEqual(most.trips);
    expect(least(repeatedReads, moreOfSlow.repeatedReads)).toBeLessThanOrEqual(most.repeatedReads);
    expect(least(jobsAdded, moreOfSlow.jobs)).toBeLessThanOrEqual(most.jobs);
  });
});
