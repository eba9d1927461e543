/** Where access profiles come in: what they bring is followed to the end of each item. */
import type { Extra } from '../../extra.ts';
import { followProfiles } from './follow-profiles.ts';
import { requestedProfiles } from './joined-profiles.ts';

export const profiles: Extra = {
  name: 'profiles',
  open: () => ({ readAgain: followProfiles, profiles: requestedProfiles }),
};
