/** Where the sealed trail comes in: it is sealed by a rhythm, and verified. */
import type { Extra } from '../../extra.ts';
import { openTrail, trailCommand, trailLook } from './audit-verify.ts';
import { keepTrailSealed } from './seal-trail.ts';

export const sealedTrail: Extra = {
  name: 'sealed-trail',
  open: keepTrailSealed,
  commands: (deps) => [trailCommand(() => openTrail(deps))],
  checkRows: async (_database, deps) => trailLook(await openTrail(deps)),
};
