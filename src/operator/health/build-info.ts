import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { processEnvironment, type Variables } from '../../config/environment.ts';

/** What runs: the version of the package, and the commit that it was built from. */
export interface BuildInfo {
  readonly version: string;
  /** `unknown` where nobody said it at the build (REVISION). */
  readonly revision: string;
}

const packageFile = new URL('../../../package.json', import.meta.url);

export function buildInfo(
  { REVISION: revision = '' }: Variables = processEnvironment(),
): BuildInfo {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(packageFile, 'utf8')));
  return { version, revision: revision.trim() || 'unknown' };
}
