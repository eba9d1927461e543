import { expect, it } from 'vitest';
import { outageWatch } from '../../../src/start/open-governance.ts';

const down = 'does not answer';

it.each([
  ['the first answer after an outage', [down, down, down, null], 1],
  ['no other answer', [null, down, down, down, down, null, null], 1],
  ['each outage', [down, down, down, null, down, down, down, null], 2],
  ['no answer after a single failed call', [null, down, null, down, down, null], 0],
  ['no outage that goes on', [down, down, down, down], 0],
])('tells %s', (_what, troubles, times) => {
  let told = 0;
  const heard = outageWatch(() => {
    told += 1;
  });
  for (const trouble of troubles) heard(trouble);
  expect(told).toBe(times);
});
