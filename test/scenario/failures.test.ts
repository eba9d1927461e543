import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const grant = { method: 'POST', path: '/api/v1/task/grant' } as const;

describe('when the world fails', () => {
  let world: BotWorld;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    world = await openWorld({ logFile: join(folder.path, 'log') });
  });
  afterEach(() => {
    world.governance.clearFaults();
    world.slack.clearFaults();
  });
  beforeEach(async () => {
    await world.quiet();
  });
  afterAll(async () => {
    await world?.close();
    await folder?.remove();
  });

  const cardsOf = (person: string): readonly ShownMessage[] =>
    world
      .cards('U0ANA', 'C0REVIEWS')
      .filter((one) => wordsOf(one).includes(`Asked by <@${person}>,`));

  it('keeps a request while the service is down, tells the requester once, and sends it later', async () => {
    world.governance.fault({ ...grant, kind: 'status', status: 503, times: 2 });
    await ask(world, { person: 'U0BEN' });
    await world.told('U0BEN', 'The access service is not answering');
    await until('the card', () => cardsOf('U0BEN').length > 0);
    // One line is left of the message about the outage.
    const messages = await until('the outage is called off', () => {
      const all = world.directMessages('U0BEN');
      return all.some((text) => text.includes('is not answering')) ? null : all;
    });
    expect(messages).toHaveLength(2);
    expect(messages.filter((text) => text.includes('had to wait'))).toHaveLength(1);
    expect(messages.filter((text) => text.includes('is with the reviewers'))).toHaveLength(1);
    expect(world.tasksOf('user-ben')).toHaveLength(1);
  });

  it('posts the card when Slack is back, and obeys Retry-After', async () => {
    world.slack.fault({ method: 'chat.postMessage', kind: 'status', status: 500 });
    world.slack.fault({ method: 'chat.postMessage', kind: 'ratelimited', retryAfterSeconds: 1 });
    await ask(world, { person: 'U0EMIL' });
    await until('the card', () => cardsOf('U0EMIL').length > 0);
    expect(world.tasksOf('user-emil')).toHaveLength(1);
  });

  it('keeps a decision while the service is down, tells the reviewer, and carries it out once', async () => {
    await ask(world, { person: 'U0LIAM' });
    await until('the card', () => cardsOf('U0LIAM').length > 0);
    const [card] = cardsOf('U0LIAM');
    if (card === undefined) throw new Error('no card');
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/search/tasks',
      kind: 'status',
      status: 503,
      times: 3,
    });
    await clickCard(world, 'U0FATIMA', card, 'review.approve');
    await world.told('U0LIAM', '<@U0FATIMA> approved your request');
    expect(
      world.governance
        .requests()
        .filter((call) =>
          call.path.includes(`${world.tasksOf('user-liam')[0]?.id}/action/approve`),
        ),
    ).toHaveLength(1);
  });

  it('accepts a click on a duplicate card left by an unanswered post, and deletes that copy', async () => {
    world.slack.fault({ method: 'chat.postMessage', kind: 'drop-after' });
    await ask(world, { person: 'U0TESS' });
    await until('two copies', () => cardsOf('U0TESS').length === 2);
    const [older] = cardsOf('U0TESS');
    if (older === undefined) throw new Error('no card');
    await clickCard(world, 'U0ANA', older, 'review.approve');
    await until('one copy, decided', () => {
      const cards = cardsOf('U0TESS');
      return (
        cards.length === 1 &&
        cards[0] !== undefined &&
        wordsOf(cards[0]).includes('Approved by <@U0ANA>')
      );
    });
    expect(world.tasksOf('user-tess')).toHaveLength(1);
  });

  it('takes a duplicate card away at the first click, also at one that only looks', async () => {
    world.slack.fault({ method: 'chat.postMessage', kind: 'drop-after' });
    await ask(world, { person: 'U0HANA' });
    await until('two copies', () => cardsOf('U0HANA').length === 2);
    const [older, card] = cardsOf('U0HANA');
    if (older === undefined) throw new Error('no card');
    await clickCard(world, 'U0ANA', older, 'card.details');
    await until('one card', () => cardsOf('U0HANA').length === 1);
    expect(cardsOf('U0HANA')[0]?.ts).toBe(card?.ts);
  });

  it('answers a typed command when Slack opens no form and takes no message, and logs a warning', async () => {
    world.slack.fault({ method: 'views.open', kind: 'error', error: 'invalid_auth' });
    world.slack.fault({ method: 'chat.postMessage', kind: 'error', error: 'invalid_auth' });
    await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access');
    await until('a word to whoever typed it', () =>
      world.client
        .messages('U0BEN', 'C0GENERAL')
        .some(
          (one) =>
            one.ephemeral &&
            one.text.startsWith('This command did not work. Try again in a moment.'),
        ),
    );
    const failed = () =>
      readFileSync(join(folder.path, 'log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('listener failed'));
    await until('a line in the log', () => failed().length > 0);
    expect(failed()).toEqual([expect.stringContaining('"level":"warn"')]);
  });
});
