import fc from 'fast-check';
import { beforeAll } from 'vitest';
import { replacedTimers } from './real-timers.ts';

/**
 * Property tests try the same values in each run: whoever runs the tests first is not to find what
 * nobody saw before. `npm run fuzz` is there for that, with other values each time.
 */
if (process.env.FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 42 });

// Files share a worker: with a faked `setTimeout` every wait of the next file would last for ever.
beforeAll(() => {
  const replaced = replacedTimers().join(', ');
  if (replaced !== '') throw new Error(`an earlier test file left ${replaced} replaced`);
});
