import type { Outcome, ShownMessage, ShownView } from '../../sandbox/workspace/client.ts';
import { findOption, type SlackWorld, until } from './bot-world.ts';

export interface Asked {
  readonly person: string;
  readonly channel?: string;
  /** What is typed to find the app. */
  readonly app?: string;
  readonly entitlement?: string;
  readonly justification?: string;
}

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

/** Fills the form in as a person would, and leaves it open. Returns what is to be submitted. */
export async function fillForm(world: SlackWorld, asked: Asked) {
  const { person } = asked;
  const type = async () => {
    const { channel = 'C0GENERAL' } = asked;
    const command = await world.client.runCommand(person, channel, '/request-access');
    if (!command.ok) throw new Error(command.sentence);
  };
  const viewId = (await again(type, 'the form opens', () => world.client.openViews(person).at(-1)))
    .id;
  const container = { kind: 'view', viewId } as const;
  const app = await findOption(world, person, appField, asked.app ?? 'git');
  const block = await again(
    () =>
      world.client.act(person, container, {
        blockId: 'app',
        actionId: appField.action,
        entered: app,
      }),
    'the entitlement field is there',
    () => fieldId(world, person, 'entitlement'),
  );
  const entitlement = await findOption(
    world,
    person,
    entitlementField,
    asked.entitlement ?? 'platform write',
  );
  const durationBefore = fieldId(world, person, 'duration');
  const chosen = { blockId: block, actionId: entitlementField.action, entered: entitlement };
  await again(
    () => world.client.act(person, container, chosen),
    'the form knows the entitlement',
    () => fieldId(world, person, 'duration') !== durationBefore,
  );
  return {
    viewId,
    values: {
      justification: {
        'request.justification': asked.justification ?? 'INC-42: the timetable build is red',
      },
    },
  };
}

/**
 * Does something until it shows. The bot gives up an answer to a pick after two seconds, and Slack
 * opens no form three seconds after its command; a busy machine can take as long. What people do
 * then is do it again.
 */
export async function again<T>(
  act: () => Promise<unknown>,
  what: string,
  look: () => T | null | undefined | false,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await act();
    try {
      return await until(what, look, 10_000);
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

export function fieldId(world: SlackWorld, person: string, field: string): string | undefined {
  const blocks = world.client.openViews(person).at(-1)?.blocks ?? [];
  return blocks.find((one) => one.block_id === field || one.block_id.startsWith(`${field}-`))
    ?.block_id;
}

/** A busy machine can take longer than the bot waits for its database. */
function isUnsaved(outcome: Outcome): boolean {
  if (outcome.ok) return false;
  return Object.values(outcome.errors ?? {}).some((words) =>
    words.startsWith('This was not saved'),
  );
}

/** From the command to the kept submission. Presses Submit again where the form asks for that. */
export async function ask(world: SlackWorld, asked: Asked): Promise<void> {
  const form = await fillForm(world, asked);
  const submit = () => world.client.submitView(asked.person, form.viewId, form.values);
  let outcome = await submit();
  for (let tries = 1; isUnsaved(outcome) && tries < 4; tries += 1) outcome = await submit();
  if (!outcome.ok) throw new Error(`${outcome.sentence} ${JSON.stringify(outcome.errors ?? {})}`);
  await world.client.closeView(asked.person, world.form(asked.person).id);
}

/** Picks in the person's open form and waits until the form has changed. */
export async function pick(
  world: SlackWorld,
  person: string,
  field: { readonly block: string; readonly action: string },
  entered: string | readonly string[],
): Promise<void> {
  const view = world.form(person);
  const blockId = fieldId(world, person, field.block);
  if (blockId === undefined) throw new Error(`the form has no field ${field.block}`);
  const chosen = {
    blockId,
    actionId: field.action,
    entered: typeof entered === 'string' ? entered : [...entered],
  };
  await again(
    () => world.client.act(person, { kind: 'view', viewId: view.id }, chosen),
    'the form has followed',
    () => {
      const now = world.client.openViews(person).find((one) => one.id === view.id);
      return now === undefined || now.hash !== view.hash;
    },
  );
}

/** Types how long in the open form, and returns it as what is to be submitted. */
export async function typeTime(
  world: SlackWorld,
  person: string,
  time: string,
): Promise<{ readonly time: { readonly 'request.time': string } }> {
  const isShown = fieldId(world, person, 'time') !== undefined;
  if (!isShown)
    await pick(world, person, { block: 'duration', action: 'request.duration' }, 'typed-time');
  await until('the field for a time is there', () => fieldId(world, person, 'time'));
  return { time: { 'request.time': time } };
}

/** What is chosen and typed in a form, by block without its counting. */
export function filledIn(world: SlackWorld, person: string): string {
  return JSON.stringify(world.form(person).blocks);
}

/** The newest card in a channel, once it is there. */
export function cardIn(
  world: SlackWorld,
  reader: string,
  channel = 'C0REVIEWS',
): Promise<ShownMessage> {
  return until(`a card in ${channel}`, () => world.cards(reader, channel).at(-1));
}

/** The card of what this person asked for, once the reviewer can click this there. */
export function cardOfPerson(
  world: SlackWorld,
  reviewer: string,
  person: string,
  actionId = 'review.approve',
  channel = 'C0REVIEWS',
): ShownMessage | undefined {
  return world
    .cards(reviewer, channel)
    .find(
      (one) =>
        wordsOf(one).includes(`Asked by <@${person}>,`) &&
        JSON.stringify(one.blocks).includes(actionId),
    );
}

/** Clicks a button on a card, as the person sees it now. */
export function clickCard(world: SlackWorld, person: string, card: ShownMessage, actionId: string) {
  return world.client.act(
    person,
    { kind: 'message', conversationId: card.conversationId, ts: card.ts },
    { blockId: actionsBlockOf(card).block_id ?? '', actionId },
  );
}

/** Clicks *Show everything*, and waits until the window shows it, or why not. */
export async function openDetails(
  world: SlackWorld,
  person: string,
  card: ShownMessage,
): Promise<ShownView> {
  const earlierIds = world.client.openViews(person).map(({ id }) => id);
  await clickCard(world, person, card, 'card.details');
  return until('everything is shown', () =>
    world.client
      .openViews(person)
      .filter(({ id }) => !earlierIds.includes(id))
      .find(({ blocks }) => !wordsOf({ text: '', blocks }).includes('Checking whether')),
  );
}

/** The buttons of a card; its block names the card and the step. */
export function actionsBlockOf(card: ShownMessage) {
  const block = card.blocks.find((one) => one.type === 'actions');
  if (block?.type !== 'actions') throw new Error('the card has no buttons');
  return block;
}

/** All words of a message as a reader would read them. */
export function wordsOf(message: Pick<ShownMessage, 'blocks' | 'text'>): string {
  const words: string[] = [];
  JSON.stringify(message.blocks, (_key, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'text' in value &&
      typeof value.text === 'string'
    ) {
      words.push(value.text);
    }
    return value;
  });
  return words.join('\n');
}

/** Clicks Deny, types the reason and submits it. */
export async function denyCard(
  world: SlackWorld,
  person: string,
  card: ShownMessage,
  reason: string,
): Promise<void> {
  await clickCard(world, person, card, 'review.deny');
  const form = await until('the form for the reason', () =>
    world.client.openViews(person).findLast((one) => one.submit !== null),
  );
  const outcome = await world.client.submitView(person, form.id, { reason: { reason } });
  if (!outcome.ok) throw new Error(outcome.sentence);
}
