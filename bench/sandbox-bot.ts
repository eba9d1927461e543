/** The bot between the two stand-ins in this process, with a database of its own. */
import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../src/config/configuration.ts';
import { BotWorld, type BotWorldOptions, temporaryFolder } from '../test/support/bot-world.ts';
import { catalogueRead } from './waiting.ts';

/** Once the catalogue is read; closed when `use` is done. */
export async function withBot<T>(
  options: Omit<BotWorldOptions, 'database'>,
  use: (world: BotWorld) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder();
  const database = { kind: 'embedded', dataDir: folder.path } as const;
  const world = await BotWorld.start({ ...options, database });
  try {
    await catalogueRead(world);
    return await use(world);
  } finally {
    await world.close();
    await folder.remove();
  }
}

/** With the settings of the sandbox. */
export async function withSandboxBot<T>(use: (world: BotWorld) => Promise<T>): Promise<T> {
  const path = fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url));
  const settings = readAccessFileAt(path);
  if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
  return withBot({ settings: settings.value }, use);
}
