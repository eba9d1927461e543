import type { Extra } from '../extra.ts';
import { elsewhere } from './elsewhere/index.ts';
import { embeddedDatabase } from './embedded-database/index.ts';
import { webhooks } from './webhooks/index.ts';
import { worklist } from './worklist/index.ts';

/** The extras that run in the bot. Those that are commands (report, backup) are not mounted. */
export const mountedExtras: readonly Extra[] = [webhooks, elsewhere, embeddedDatabase, worklist];
