/**
 * Loaded before a program (`node --import`): when it ends, it prints as JSON how many modules it has
 * loaded, and how many bytes they have.
 */
import { statSync } from 'node:fs';
import { Module, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(fileURLToPath(url));
    return next(url, context);
  },
});
process.on('exit', () => {
  // CommonJS modules that others of their kind require.
  for (const path of Object.keys(Reflect.get(Module, '_cache'))) loaded.add(path);
  const bytes = [...loaded].reduce((sum, path) => sum + statSync(path).size, 0);
  process.stdout.write(`${JSON.stringify({ modules: loaded.size, bytes })}\n`);
});
