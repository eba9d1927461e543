import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { testSettings } from './test-settings.ts';

/** Two apps, one of which the service hands to the bot. */
export function slipwaySettings(): AccessSettings {
  const base = testSettings();
  const [github, slipway] = base.apps;
  if (github === undefined || slipway === undefined) throw new Error('there are two apps');
  return {
    ...base,
    apps: [
      github,
      {
        ...slipway,
        id: 'app-slipway',
        name: 'Slipway',
        channel: 'C0REVIEWS',
        resources: [{ resourceTypeId: 'yard', resourceId: 'east-yard' }],
      },
    ],
  };
}
