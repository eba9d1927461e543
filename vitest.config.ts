import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/prepared-database.ts', 'test/support/postgres-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Machines are noisy: what is waited for comes, but not always within a second.
    expect: { poll: { timeout: 15_000 } },
    // One more than a small machine has cores: much of the time a test waits, for a retry or for Slack's 3 s.
    maxWorkers: 3,
    // Files share a worker, and what was loaded for the one before: to load Bolt and PGlite anew for each took longer than its tests.
    // So a test leaves nothing behind, in modules least of all.
    isolate: false,
  },
});
