import type { Extra } from '../extra.ts';
import { agents } from './agents/index.ts';
import { catalogs } from './catalogs/index.ts';
import { elsewhere } from './elsewhere/index.ts';
import { embeddedDatabase } from './embedded-database/index.ts';
import { heldAccess } from './held/index.ts';
import { profiles } from './profiles/index.ts';
import { report } from './report/index.ts';
import { sealedTrail } from './sealed-trail/index.ts';
import { webhooks } from './webhooks/index.ts';
import { worklist } from './worklist/index.ts';

/** The extras of a release: all. Their commands are listed in this order. */
export const mountedExtras: readonly Extra[] = [
  webhooks,
  elsewhere,
  profiles,
  catalogs,
  embeddedDatabase,
  worklist,
  heldAccess,
  sealedTrail,
  agents,
  report,
];
