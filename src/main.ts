/** Loads the program, from what was compiled the last time where that is there. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling is a third of what a start costs. The folder is the installation's own, not the
// temporary one that Node takes by default: who can write there decides what the bot runs. Where it
// cannot be written, nothing is kept.
enableCompileCache(
  fileURLToPath(new URL('../node_modules/.cache/access-request-bot', import.meta.url)),
);
await import('./start/process.ts');
