import type { KnipConfig } from 'knip';

/**
 * `knip` looks at everything: what neither the bot, the sandbox nor a test uses. `knip
 * --production` looks at what is marked with `!` alone, so that a test keeps nothing of the bot
 * alive.
 */
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  entry: [
    // A process of its own, which the sandbox starts.
    'src/start/sandboxed-bot.ts!',
    'sandbox/*/main.ts',
    'bench/{main,bot,bare,loaded-modules}.ts',
    // A process of its own, which the fault matrix starts by its path.
    'test/chaos/bot-process.ts',
    'test/**/*.test.ts',
    // Named in stryker.config.json.
    'test/mutation/vitest.config.ts',
    'conformance/main.ts',
  ],
  project: [
    'src/**/*.ts!',
    'sandbox/**/*.ts',
    'test/**/*.ts',
    'bench/**/*.ts',
    'conformance/**/*.ts',
  ],
  // A test may call what its file uses itself.
  ignoreExportsUsedInFile: isProduction ? true : { interface: true, type: true },
  ignoreDependencies: ['htmx.org'],
  // Of Debian's package `prometheus`.
  ignoreBinaries: ['promtool'],
};

export default config;
