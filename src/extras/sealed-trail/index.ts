/** Where the sealed trail comes in: it is sealed by a rhythm, and verified. */
import type { Extra } from '../../extra.ts';
import { keepTrailSealed } from './keep-trail-sealed.ts';
import { trailLook } from './trail-check.ts';
import { openTrail, trailCommand } from './trail-command.ts';

export const sealedTrail: Extra = {
  name: 'sealed-trail',
  open: keepTrailSealed,
  commands: (deps) => [trailCommand(() => openTrail(deps))],
  async checkRows(_database, deps) {
    const { lastSealed, ...opened } = await openTrail(deps);
    return trailLook({ ...opened, lastSealed: lastSealed() });
  },
};
