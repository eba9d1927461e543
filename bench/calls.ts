/**
 * What a request costs in calls, for the first and for the twentieth of one person: Slack's from
 * the submission until the card stands, and from the approval until it is granted; the service's.
 * The bot runs between the two stand-ins, over HTTP. Forms are not counted. What a minute costs in
 * which nothing happens is in `rest`.
 */
import { clickCard, fillForm, wordsOf } from '../test/support/asking.ts';
import { type BotWorld, until } from '../test/support/bot-world.ts';
import { withSandboxBot } from './sandbox-bot.ts';
import type { Measure, Row } from './table.ts';

const person = 'U0BEN';
const reviewer = 'U0NOOR';
const requests = 20;

export const calls: Measure = {
  about: 'Slack and service calls for a request, the first and the twentieth',
  seconds: 60,
  run: () => withSandboxBot(count),
};

interface Counted {
  readonly slack: readonly string[];
  readonly service: readonly string[];
}

async function count(world: BotWorld): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const total = { slack: 0, service: 0 };
  const note = (part: string, { slack, service }: Counted, number: number, aim: string) => {
    total.slack += slack.length;
    total.service += service.length;
    if (number !== 1 && number !== requests) return;
    const measured = `Slack ${slack.length} (${words(slack)}), service ${service.length}`;
    rows.push({ what: `request ${number} of one person, ${part}`, measured, aim });
  };
  for (let number = 1; number <= requests; number += 1) {
    const name = `Route ${number + 2}:`;
    const form = await fillForm(world, { person, app: 'timetables', entitlement: name });
    await world.quiet();
    const asking = counting(world);
    await world.client.submitView(person, form.viewId, form.values);
    await world.client.closeView(person, world.form(person).id);
    const card = await until('its card', () =>
      cards(world).find((one) => wordsOf(one).includes(name)),
    );
    await world.quiet();
    note('until its card stands', asking(), number, 'Slack 5');
    const deciding = counting(world);
    await clickCard(world, reviewer, card, 'review.approve');
    await until('it is granted', () =>
      world.directMessages(person).at(-1)?.includes('✅ You have'),
    );
    await world.quiet();
    note('from there until it is granted', deciding(), number, 'Slack 6');
  }
  const each = (sum: number) => (sum / requests).toFixed(1);
  rows.push({
    what: 'a request, mean of 20',
    measured: `Slack ${each(total.slack)}, service ${each(total.service)}`,
  });
  return rows;
}

/** The stand-ins keep their last calls only, so each part is counted from its own beginning. */
function counting(world: BotWorld): () => Counted {
  const [slack, service] = [world.slack.calls().at(-1), world.governance.requests().at(-1)];
  return () => ({
    slack: after(world.slack.calls(), slack).map((one) => one.method),
    service: after(world.governance.requests(), service).map((one) => `${one.method} ${one.path}`),
  });
}

function after<T>(all: readonly T[], last: T | undefined): readonly T[] {
  return last === undefined ? all : all.slice(all.lastIndexOf(last) + 1);
}

function words(made: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const call of made) counts.set(call, (counts.get(call) ?? 0) + 1);
  return (
    Array.from(counts, ([call, times]) => (times === 1 ? call : `${call} ${times}×`)).join(', ') ||
    'none'
  );
}

function cards(world: BotWorld) {
  return world.client.conversations(reviewer).flatMap((one) => world.cards(reviewer, one.id));
}
