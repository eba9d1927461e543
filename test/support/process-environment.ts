import { fileURLToPath } from 'node:url';

/**
 * Half of what a process of the bot needs to start is to compile its own code; the next one, also
 * of a later run, finds it here.
 */
const compileCache = fileURLToPath(
  new URL('../../node_modules/.cache/access-tests', import.meta.url),
);

/**
 * What a process of the bot gets from this one: nothing but `env` that could change what it does.
 */
export function processEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    OPS_PORT: '0',
    ...env,
  };
}
