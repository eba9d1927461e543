import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the rules meet (`npm run mutation`): those of the rules themselves. They
 * need no database, so more than a thousand mutants are tried in minutes.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/domain-*.test.ts',
      'test/unit/delivery-order.test.ts',
      'test/unit/grant-agreement.test.ts',
      'test/unit/messages-page.test.ts',
      'test/unit/request-fingerprint.test.ts',
      'test/unit/step-deadline.test.ts',
      'test/unit/untold.test.ts',
      'test/unit/visibility.test.ts',
    ],
    testTimeout: 60_000,
  },
});
