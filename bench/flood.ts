/**
 * What happens when 300 requests for one channel come at once, while Slack enforces its limits: how soon the channel's overview is there,
 * how long an emergency and a card for another channel wait meanwhile, whether what has no card yet can be decided, and how often Slack
 * refused a call. Ends by itself after about seven minutes.
 */

import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../src/config/configuration.ts';
import { ask, wordsOf } from '../test/support/asking.ts';
import { BotWorld, temporaryFolder, until } from '../test/support/bot-world.ts';

const people = [
  'U0CHEN',
  'U0DARA',
  'U0EMIL',
  'U0GORAN',
  'U0LIAM',
  'U0MINA',
  'U0INES',
  'U0KEIKO',
  'U0SVEN',
  'U0TESS',
  'U0ANA',
  'U0FATIMA',
];
const requests = 300;
const reviewer = 'U0NOOR';
const channel = 'C0HARBOUR';
const limitMs = 8 * 60_000;

const settings = readAccessFileAt(fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url)));
if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
const folder = await temporaryFolder();
let isEnforced = false;
const world = await BotWorld.start({
  database: { kind: 'embedded', dataDir: folder.path },
  settings: settings.value,
  isPaced: () => isEnforced,
});

// The service is away while people ask, so that all of it comes at once.
world.governance.fault({ method: 'POST', path: '/api/v1/task/grant', kind: 'status', status: 503, times: 1_000_000 });
for (let number = 0; number < requests; number += 1) {
  const person = people[number % people.length] ?? reviewer;
  await ask(world, { person, app: 'timetables', entitlement: `Route ${Math.floor(number / people.length) + 1}:` });
}
isEnforced = true;
world.governance.clearFaults();
const startMs = performance.now();
const seconds = () => Math.round((performance.now() - startMs) / 100) / 10;
let refused = 0;
let lastAt = '';
const counting = setInterval(() => {
  const fresh = world.slack.calls().filter((one) => one.at > lastAt);
  refused += fresh.filter((one) => one.status === 429).length;
  lastAt = fresh.at(-1)?.at ?? lastAt;
}, 500);

await until('the overview', overview, limitMs);
const overviewSeconds = seconds();
const posted = cards().length;
await ask(world, { person: 'U0BEN', app: 'github', entitlement: 'platform write' });
const askedSeconds = seconds();
await until('the card elsewhere', () => world.cards('U0ANA', 'C0REVIEWS').at(-1), limitMs);
const elsewhereSeconds = seconds() - askedSeconds;
await world.client.openHome(reviewer);
await until('what waits is on Home', () => homeText().includes('more'), limitMs);
const homeSeconds = seconds();
await until('every card', () => cards().length >= requests, limitMs);
const cardsSeconds = seconds();
await until('the overview is gone', () => overview() === undefined, limitMs);
clearInterval(counting);

console.log(`A flood, Node ${process.version}: ${requests} requests for one channel, Slack's limits enforced

| what | seconds |
|---|---|
| until the overview is in the channel | ${overviewSeconds.toFixed(1)} (${posted} cards were there) |
| until all can be decided on Home | ${homeSeconds.toFixed(1)} |
| a card for another channel meanwhile | ${elsewhereSeconds.toFixed(1)} |
| until every card is there | ${cardsSeconds.toFixed(1)} |
| calls that Slack refused (429) | ${refused} |`);
await world.close();
await folder.remove();

function cards() {
  return world.cards(reviewer, channel);
}

function overview(): string | undefined {
  return world.client
    .messages(reviewer, channel)
    .map(wordsOf)
    .find((words) => words.includes('requests wait here'));
}

function homeText(): string {
  return wordsOf({ text: '', blocks: world.client.home(reviewer)?.blocks ?? [] });
}
