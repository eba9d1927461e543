/** People who ask for access and get it, whatever happens to the bot meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { type SlackWorld, until } from '../support/bot-world.ts';
import { unkeptClicks } from './truth.ts';

export const askers = [
  'BEN',
  'CHEN',
  'DARA',
  'EMIL',
  'INES',
  'LIAM',
  'MINA',
  'NOOR',
  'OSKAR',
  'TESS',
] as const;
export type Asker = (typeof askers)[number];

/**
 * From the command to the decision; whoever is told that something did not work does it again.
 * `hear`: each sentence that they are told so.
 */
export async function requestUntilGranted(
  world: SlackWorld,
  asker: Asker,
  entitlement: string,
  hear: (sentence: string) => void = () => undefined,
): Promise<void> {
  const person = `U0${asker}`;
  const closeForms = async () => {
    for (const view of world.client.openViews(person).toReversed())
      await world.client.closeView(person, view.id);
  };
  const form = await again(`${asker} fills the form in`, async () => {
    await closeForms();
    return fillForm(world, { person, entitlement });
  });
  await again(`${asker} submits`, async () => {
    const outcome = await world.client.submitView(person, form.viewId, form.values);
    if (outcome.ok || outcome.code === 'not_found') return;
    hear(Object.values(outcome.errors ?? {}).join(' ') || outcome.sentence);
    throw new Error(outcome.sentence);
  });
  await closeForms();
  const name = entitlement.split(' ').at(-1) ?? '';
  const card = () => cardsOf(world, asker, name)[0];
  await until(`the card of ${asker}`, card, longestMs);
  const told = { asker, entitlement: name, words: '✅ You have' };
  const hasAccess = () => messagesTo(world, told).length > 0;
  // Slack has its ack also for a click that was not saved. Ana reads that below a card, does not see
  // for which one, and clicks again.
  while (!hasAccess()) {
    const before = unkeptClicks(world, 'U0ANA').length;
    const isUnkept = () => unkeptClicks(world, 'U0ANA').length > before;
    await again('Ana approves', async () => {
      const now = card();
      // Without the button an earlier click has counted, also one whose ack was lost.
      if (now === undefined || !JSON.stringify(now.blocks).includes('review.approve')) return;
      const outcome = await clickCard(world, 'U0ANA', now, 'review.approve');
      if (!outcome.ok) throw new Error(outcome.sentence);
    });
    await until(`${asker} has access`, () => hasAccess() || isUnkept(), longestMs);
    // Refused at once, hundreds of clicks would push their answers out of what Ana sees.
    await sleep(1_000);
  }
}

/** No measure: what is waited for comes, but on a busy machine late. */
export const longestMs = 180_000;

/** The cards of what somebody asked for, as Ana sees them. */
export function cardsOf(
  world: SlackWorld,
  asker: Asker,
  entitlement: string,
): readonly ShownMessage[] {
  const isIts = (words: string) =>
    words.includes(`<@U0${asker}>,`) && words.includes(`: ${entitlement}`);
  return world.cards('U0ANA', 'C0REVIEWS').filter((card) => isIts(wordsOf(card)));
}

/** Direct messages about this entitlement that have these words. */
export function messagesTo(
  world: SlackWorld,
  {
    asker,
    entitlement,
    words,
  }: Readonly<Record<'entitlement' | 'words', string>> & {
    readonly asker: Asker;
  },
): readonly string[] {
  return world
    .directMessages(`U0${asker}`)
    .filter((text) => text.includes(words) && text.includes(`: ${entitlement}*`));
}

async function again<T>(what: string, deed: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await deed();
    } catch (error) {
      if (tries === 40) throw new Error(`${what}: never worked`, { cause: error });
      await sleep(500);
    }
  }
}
