import { fileURLToPath } from 'node:url';

/** Half of what a process of the bot needs to start is to compile its own code; the next one, also of a later run, finds it here. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/access-tests', import.meta.url));

/** `--liftoff-only`, which NODE_OPTIONS cannot take: to compile the embedded database a second time costs more than it saves. */
const compileOnce = `import { setFlagsFromString } from 'node:v8';
['--liftoff', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'].forEach((flag) => setFlagsFromString(flag));`;
/** In tests alone: the bench measures the bot as an operator starts it. */
const nodeOptions =
  process.env.VITEST === undefined
    ? {}
    : { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(compileOnce)}` };

/** What a process of the bot gets from this one: nothing but `env` that could change what it does. */
export function processEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    ...nodeOptions,
    OPS_PORT: '0',
    ...env,
  };
}
