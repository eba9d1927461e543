import { expect, it } from 'vitest';
import { buildInfo } from '../../../src/operator/health/build-info.ts';

it.each([
  ['3f2c1ab', '3f2c1ab'],
  [' ', 'unknown'],
  [undefined, 'unknown'],
])('names the version and, where the build was told, the commit: %j', (REVISION, revision) => {
  const build = buildInfo({ REVISION });
  expect(build.revision).toBe(revision);
  expect(build.version).toMatch(/^\d+\.\d+\.\d+$/);
});
