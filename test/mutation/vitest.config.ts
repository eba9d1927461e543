import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the rules meet (`npm run mutation`): those of the rules themselves. They
 * need no database, so more than a thousand mutants are tried in minutes.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/**/domain-*.test.ts',
      'test/unit/access/*.test.ts',
      'test/unit/message/*.test.ts',
      'test/unit/webhooks/delivery-order.test.ts',
      'test/unit/request/grant-agreement.test.ts',
      'test/unit/record/messages-page.test.ts',
      'test/unit/request/request-fingerprint.test.ts',
      'test/unit/due/step-deadline.test.ts',
      'test/unit/request/untold.test.ts',
      'test/unit/catalogs/visibility.test.ts',
    ],
    // Renders every kind of message many times: each mutant of a sentence would take seconds.
    exclude: ['test/unit/message/slack-notice-limits.test.ts'],
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 60_000,
  },
});
