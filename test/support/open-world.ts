import { BotWorld, type BotWorldOptions } from './bot-world.ts';
import { postgresEngine } from './database.ts';

/** The bot between the two stand-ins, on a database of its own that goes with it. */
export async function openWorld(
  options: Omit<BotWorldOptions, 'database' | 'onClosed'> = {},
  open = postgresEngine.open,
): Promise<BotWorld> {
  const database = await open();
  return BotWorld.start({ ...options, database: database.settings, onClosed: database.close });
}
