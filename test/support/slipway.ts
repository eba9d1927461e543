import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { testApp, testSettings } from './test-settings.ts';

/** Two apps, one of which the service hands to the bot. */
export function slipwaySettings(): AccessSettings {
  const slipway = testApp({
    id: 'app-slipway',
    name: 'Slipway',
    resources: [{ resourceTypeId: 'yard', resourceId: 'east-yard' }],
    durationsSeconds: [3_600],
  });
  return testSettings({ apps: [testApp(), slipway] });
}
