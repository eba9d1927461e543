/** The bot between the two stand-ins, with the settings of the sandbox and a database of its own. */
import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../src/config/configuration.ts';
import { BotWorld, temporaryFolder } from '../test/support/bot-world.ts';
import { catalogueRead } from './waiting.ts';

/** Once the catalogue is read; closed when `use` is done. */
export async function withSandboxBot<T>(use: (world: BotWorld) => Promise<T>): Promise<T> {
  const path = fileURLToPath(new URL('../sandbox/access.yaml', import.meta.url));
  const settings = readAccessFileAt(path);
  if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
  const folder = await temporaryFolder();
  const world = await BotWorld.start({
    database: { kind: 'embedded', dataDir: folder.path },
    settings: settings.value,
  });
  try {
    await catalogueRead(world);
    return await use(world);
  } finally {
    await world.close();
    await folder.remove();
  }
}
