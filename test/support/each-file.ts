import fc from 'fast-check';
import { beforeAll } from 'vitest';
import { replacedTimers } from './real-timers.ts';

/**
 * Property tests try the same values in each run, so that nobody's first run fails on a value that
 * was never tried before. `npm run fuzz` tries others each time.
 */
if (process.env.FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 42 });

// Files share a worker: with a faked `setTimeout` every wait of the next file would last for ever.
beforeAll(() => {
  const replaced = replacedTimers().join(', ');
  if (replaced !== '') throw new Error(`an earlier test file left ${replaced} replaced`);
});
