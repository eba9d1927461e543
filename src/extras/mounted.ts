import type { Extra } from '../extra.ts';
import { webhooks } from './webhooks/index.ts';

/** The extras of a release: all that there are. */
export const mountedExtras: readonly Extra[] = [webhooks];
