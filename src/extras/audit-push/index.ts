/** Where the push of the audit trail comes in: it is sent by a rhythm, and its lag is watched. */
import type { Extra } from '../../extra.ts';
import { keepPushing } from './keep-pushing.ts';
import { pushCheck } from './push-check.ts';

export const auditPush: Extra = {
  name: 'audit-push',
  open: keepPushing,
  checkRows: async (database, { now }) => pushCheck(database, now()),
};
