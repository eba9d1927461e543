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
