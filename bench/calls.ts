/**
 * What a request costs in calls, for the first and for the twentieth of one person: Slack's from the submission until the card stands,
 * and from the approval until it is granted; the service's; and what both are asked in a minute in which nothing happens.
 * The bot runs between the two stand-ins, over HTTP. Forms are not counted. Ends by itself after about two minutes.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../src/config/configuration.ts';
import { clickCard, fillForm, wordsOf } from '../test/support/asking.ts';
import { BotWorld, temporaryFolder, until } from '../test/support/bot-world.ts';

const person = 'U0BEN';
const requests = 20;
const quietMs = 60_000;

const settings = readAccessFileAt(fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url)));
if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
const folder = await temporaryFolder();
const world = await BotWorld.start({
  database: { kind: 'embedded', dataDir: folder.path },
  settings: settings.value,
});

/** The stand-ins keep their last calls only, so each part is counted from its own beginning. */
function counting() {
  const [slack, service] = [world.slack.calls().at(-1), world.governance.requests().at(-1)];
  return () => ({
    slack: after(world.slack.calls(), slack).map((one) => one.method),
    service: after(world.governance.requests(), service).map((one) => `${one.method} ${one.path}`),
  });
}

function after<T>(all: readonly T[], last: T | undefined): readonly T[] {
  return last === undefined ? all : all.slice(all.lastIndexOf(last) + 1);
}

function words(calls: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  return Array.from(counts, ([call, times]) => (times === 1 ? call : `${call} ${times}×`)).join(', ') || 'none';
}

const rows: string[] = [];
const total = { slack: 0, service: 0 };

function note(part: string, { slack, service }: ReturnType<ReturnType<typeof counting>>, isShown: boolean): void {
  total.slack += slack.length;
  total.service += service.length;
  if (isShown) rows.push(`| ${part} | ${slack.length} | ${words(slack)} | ${service.length} |`);
}

for (let number = 1; number <= requests; number += 1) {
  const name = `Route ${number + 2}:`;
  const form = await fillForm(world, { person, app: 'timetables', entitlement: name });
  await world.quiet();
  const asking = counting();
  await world.client.submitView(person, form.viewId, form.values);
  await world.client.closeView(person, world.form(person).id);
  const card = await until('its card', () => cards().find((one) => wordsOf(one).includes(name)));
  await world.quiet();
  const isShown = number === 1 || number === requests;
  note(`request ${number}: until the card stands`, asking(), isShown);
  const deciding = counting();
  await clickCard(world, 'U0NOOR', card, 'review.approve');
  await until('it is granted', () => world.directMessages(person).at(-1)?.includes('You now have access'));
  await world.quiet();
  note(`request ${number}: until it is granted`, deciding(), isShown);
}

function cards() {
  return world.client.conversations('U0NOOR').flatMap((one) => world.cards('U0NOOR', one.id));
}

const idle = counting();
await sleep(quietMs);
const { slack, service } = idle();
console.log(`Calls, Node ${process.version}: ${requests} requests of one person, one after the other

| part | Slack calls | which | service calls |
|---|---|---|---|
${rows.join('\n')}
| all ${requests} requests | ${total.slack} | ${(total.slack / requests).toFixed(1)} a request | ${total.service} |
| a minute in which nothing happens | ${slack.length} | ${words(slack)} | ${service.length} (${words(service)}) |`);
await world.close();
await folder.remove();
