import fc from 'fast-check';

/**
 * Property tests try the same values in each run: whoever runs the tests first is not to find what
 * nobody saw before. `npm run fuzz` is there for that, with other values each time.
 */
if (process.env.FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 42 });
