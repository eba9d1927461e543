import type { Outcome, ShownMessage } from '../../sandbox/workspace/client.ts';
import { ownServer } from '../../src/extras/embedded-database/index.ts';
import { type EngineSettings, openDatabase } from '../../src/store/platform/database.ts';
import { openTexts } from '../../src/use-cases/trail/sealed-text.ts';
import { wordsOf } from './asking.ts';
import { type SlackWorld, until } from './bot-world.ts';

const channel = 'C0GENERAL';

/** The newest message that only this person sees in #general. */
export function newestWhisper(world: SlackWorld, person: string): ShownMessage | undefined {
  return world.client.messages(person, channel).findLast((message) => message.ephemeral);
}

function whispers(world: SlackWorld, person: string): number {
  return world.client.messages(person, channel).filter((message) => message.ephemeral).length;
}

/** Types `/access-admin ...` and waits for the answer. */
export async function administer(
  world: SlackWorld,
  person: string,
  text: string,
): Promise<ShownMessage> {
  const before = whispers(world, person);
  done(await world.client.runCommand(person, channel, `/access-admin ${text}`));
  await until(`an answer to ${text}`, () => whispers(world, person) > before);
  return until('the answer', () => newestWhisper(world, person));
}

/** Clicks a button of an answer and waits for another answer that `is` accepts. */
export async function clickAnswer(
  world: SlackWorld,
  person: string,
  message: ShownMessage,
  actionId: string,
  is: (words: string) => boolean,
): Promise<ShownMessage> {
  const block = message.blocks.find((one) => JSON.stringify(one).includes(`"${actionId}"`));
  if (block === undefined) throw new Error(`no ${actionId} in ${wordsOf(message)}`);
  const container = {
    kind: 'ephemeral',
    conversationId: message.conversationId,
    ts: message.ts,
  } as const;
  done(await world.client.act(person, container, { blockId: block.block_id, actionId }));
  return until(`another answer after ${actionId}`, () => {
    const now = newestWhisper(world, person);
    return now !== undefined && is(wordsOf(now)) ? now : null;
  });
}

function done(outcome: Outcome): void {
  if (!outcome.ok) throw new Error(`${outcome.sentence} ${JSON.stringify(outcome.errors ?? {})}`);
}

/**
 * Entries of a kind in the audit trail, of the administrators by default, oldest first; on the
 * embedded engine the bot has to be stopped.
 */
export async function adminTrail(
  settings: EngineSettings,
  kind = 'admin-command',
): Promise<
  readonly { readonly actor: string | null; readonly detail: Readonly<Record<string, unknown>> }[]
> {
  const database = await openDatabase(settings, { ownServer });
  try {
    const rows = await database.kysely
      .selectFrom('audit')
      .select(['actor', 'detail', 'texts'])
      .where('kind', '=', kind)
      .orderBy('seq')
      .execute();
    return rows.map(({ actor, detail, texts }) => ({
      actor,
      detail: openTexts(JSON.parse(detail), texts),
    }));
  } finally {
    await database.close();
  }
}
