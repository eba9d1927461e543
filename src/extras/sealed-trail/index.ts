/** Where the sealed trail comes in: it is sealed by a rhythm, and verified. */
import type { Extra } from '../../extra.ts';
import { keepTrailSealed } from './keep-trail-sealed.ts';
import { trailCheck } from './trail-check.ts';
import { openTrail, trailCommand } from './trail-command.ts';

export const sealedTrail: Extra = {
  name: 'sealed-trail',
  open: keepTrailSealed,
  commands: (deps) => [trailCommand(() => openTrail(deps))],
  async checkDatabase(deps) {
    const { lastSealed, ...opened } = await openTrail(deps);
    return [await trailCheck({ ...opened, memory: { head: lastSealed(), refusal: null } })];
  },
};
