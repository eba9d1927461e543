import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Where Linux keeps files in memory: tests make and remove thousands of small ones, which a disk
 * takes far longer for.
 */
const memory = '/dev/shm';
const wantedBytes = 4 * 2 ** 30;

/** Containers are often given 64 MB of it, which is too little. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > wantedBytes;
}

if (process.env.TMPDIR === undefined && hasRoom(memory)) process.env.TMPDIR = memory;

/**
 * What takes long because it starts processes and databases of its own, or has a stand-in lie in
 * every way. `npm test` leaves it to `npm run test:slow`, and
 * `.ci/run` runs both.
 */
const slow = [
  // Its rules have tests of the page, of the bot between the stand-ins, and of both in a browser.
  'test/browser/story.test.ts',
  'test/browser/pictures.test.ts',
  'test/browser/sandbox-page-looks.test.ts',
  // `sandbox-page.test.ts` opens one of them.
  'test/browser/sandbox-page-modals.test.ts',
  'test/chaos/**/*.test.ts',
  // Both start the stand-ins as processes.
  'test/conformance/service-command-line.test.ts',
  'test/conformance/workspace-main.test.ts',
  'test/contract/webhooks/delivered-matrix.test.ts',
  'test/contract/due/many-reminders.test.ts',
  // At every call; `withdrawn-deliveries` has the lost answers and the lost job.
  'test/contract/webhooks/withdrawn-anywhere.test.ts',
  // Random input, as the fuzz: each step of these lives has its test in `contract/show`.
  'test/contract/show/random-*.test.ts',
  // Several processes with databases of their own.
  'test/contract/store/data-folder.test.ts',
  'test/contract/store/embedded-server.test.ts',
  'test/contract/queue/job-queue-leftovers.test.ts',
  'test/scenario/admin-command-line.test.ts',
  // `contract/action/authorization-matrix` tries the rule on every cell; here some are clicked.
  'test/scenario/authorization.test.ts',
  // Each field has its test in `contract/request/changed-requests`.
  'test/scenario/changed-underneath.test.ts',
  // As those that lie: in every mood. `contract-tenant.test.ts` goes the whole way without webhooks.
  'test/scenario/contract-webhook.test.ts',
  // It waits for a silent database; what is kept then is in `contract/store/database-under-stress`.
  'test/scenario/dead-database.test.ts',
  'test/scenario/doctor-command.test.ts',
  // With none of them, and with all: extras.test.ts.
  'test/scenario/extras-alone.test.ts',
  'test/scenario/first-start.test.ts',
  // The rows that are erased are read in test/contract/people; here the command erases them.
  'test/scenario/forgotten-person.test.ts',
  'test/scenario/fuzz.test.ts',
  // The lies are read in `contract/held` and `unit/held`.
  'test/scenario/held-access.test.ts',
  // It makes the bundle, and runs every command from it.
  'test/scenario/image.test.ts',
  // It walks through the tour in the page; what the steps do has tests of its own.
  'test/scenario/newcomer.test.ts',
  // How often is tested in `unit/people/domain-person-limit`; here people click as fast as they can.
  'test/scenario/person-limits.test.ts',
  'test/scenario/process.test.ts',
  // Needs a server of its own; what is settled has tests in test/contract/store.
  'test/scenario/set-back.test.ts',
  // What it asks and writes is in setup.test.ts; here it is a process.
  'test/scenario/setup-command-line.test.ts',
  // Each lie has its rule in a unit or contract test; here the whole bot meets it.
  'test/scenario/lying-*.test.ts',
  'test/scenario/silent-tenant.test.ts',
  'test/scenario/slow-tenant.test.ts',
  // It waits for every deadline of a stop, which `unit/health/stopping` passes by a clock.
  'test/scenario/stopping.test.ts',
  'test/upgrade/**/*.test.ts',
  // Who sees what is tested in `unit/catalogs/visibility` and `contract/catalogs/visibility`.
  'test/scenario/visibility.test.ts',
];

/** `npm run test:deployed`: the bot with a tenant that spells as deployments do. */
const deployed = [
  'test/scenario/**/*.test.ts',
  'test/conformance/client-against-service.test.ts',
  'test/conformance/client-endpoints.test.ts',
];
/** What reads no answer of the tenant that another scenario does not read. */
const sameInBothSpellings = [
  // Their tenant is one of their own, or none, and is spelled as in the other run.
  'test/scenario/admin-command-line.test.ts',
  'test/scenario/contract-*.test.ts',
  'test/scenario/doctor*.test.ts',
  'test/scenario/fuzz.test.ts',
  'test/scenario/image.test.ts',
  'test/scenario/process.test.ts',
  'test/scenario/quiet-world.test.ts',
  'test/scenario/set-back.test.ts',
  'test/scenario/setup*.test.ts',
  'test/scenario/socket-life.test.ts',
  // They click a request through as `first-way`, `deciding` and `holders` do, while Slack, the
  // database or the process is what differs, or the tenant tells next to nothing.
  'test/scenario/authorization.test.ts',
  'test/scenario/dead-database.test.ts',
  'test/scenario/extras-alone.test.ts',
  'test/scenario/first-start.test.ts',
  'test/scenario/forgotten-person.test.ts',
  'test/scenario/languages.test.ts',
  'test/scenario/locked-trail.test.ts',
  'test/scenario/lying-slack*.test.ts',
  'test/scenario/lying-webhooks.test.ts',
  'test/scenario/newcomer.test.ts',
  'test/scenario/no-call-before-the-row.test.ts',
  'test/scenario/person-limits.test.ts',
  'test/scenario/silent-tenant.test.ts',
  'test/scenario/slow-tenant.test.ts',
  'test/scenario/socket-mode.test.ts',
  'test/scenario/stopping.test.ts',
  'test/scenario/strangers.test.ts',
  'test/scenario/transactions.test.ts',
];
const { TESTS: chosen } = process.env;
const include = { slow, deployed }[chosen ?? ''] ?? ['test/**/*.test.ts'];
const exclude = { quick: slow, deployed: sameInBothSpellings }[chosen ?? ''] ?? [];

export default defineConfig({
  test: {
    include,
    exclude,
    globalSetup: ['test/support/prepared-database.ts', 'test/support/postgres-server.ts'],
    setupFiles: ['test/support/each-file.ts'],
    // What is waited for comes, but on a busy machine late: a wait that fails early tells nothing.
    // It fails before the test does, because its sentence says more. A hook may have to make the
    // database that all tests copy.
    expect: { poll: { timeout: 45_000 } },
    // The slow ones are long on a quiet machine, too.
    testTimeout: chosen === 'slow' ? 300_000 : 150_000,
    hookTimeout: 240_000,
    // One more than a small machine has cores, because a scenario waits often, for a retry or until
    // the bot is quiet; but each loads and compiles all modules.
    maxWorkers: 3,
    // What a test makes lives for a moment: with Node's 16 MB it is copied before it is forgotten.
    execArgv: ['--max-semi-space-size=64'],
    // Files share a worker, and what was loaded for the one before: to load Bolt anew for each took
    // longer than its tests. So a test leaves nothing behind, in modules least of all.
    isolate: false,
  },
});
