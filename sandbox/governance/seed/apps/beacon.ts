import { type AppSeed, day, hour } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

/** Lamps were named by their keepers, so the ids hold slashes, spaces, question marks and number signs. */
export const beacon: AppSeed = {
  id: 'app-beacon',
  name: 'Beacon',
  description: 'The lamps themselves: rotation, brightness, the spare bulb.',
  types: { lamp: 'Lamp' },
  accounts: { oskar: 0, chen: 14, liam: 2 },
  resources: [
    {
      type: 'lamp',
      id: 'north rock/lamp #1',
      name: 'North Rock, lamp #1',
      description: 'First order lens, 1884. Do not touch the glass.',
      owners: { oskar: 'owner', liam: 'approver' },
      systemOwners: ['oskar'],
      entitlements: [
        {
          id: 'north rock/lamp #1?mode=manual',
          name: 'Turn lamp #1 by hand',
          alias: 'lamp-1',
          description: 'Take the lamp off its clock. Every ship within 18 miles will notice.',
          risk: 'high',
          longest: hour,
          policy: 'policy-two-keys',
          emergency: true,
          frameworks: ['framework-solas'],
        },
        {
          id: 'dim 50%/night',
          name: 'Dim to 50 % at night',
          risk: 'medium',
          longest: 12 * hour,
          policy: 'policy-owners',
        },
        {
          id: 'polish',
          name: 'Polishing mode ✨',
          description: 'Stops the rotation for twenty minutes so that the lens can be polished.',
          annotations: { 'acme.example/polish': 'chalk and vinegar', 'acme.example/since': 1884 },
          editedFields: 'display_name,description',
          risk: 'low',
          longest: day,
          policy: 'policy-owners',
        },
      ],
    },
    {
      type: 'lamp',
      id: 'south?rock&lamp=2',
      name: 'South Rock, lamp 2',
      owners: { liam: 'owner' },
      entitlements: [
        {
          id: '../spare bulb',
          name: 'Use the spare bulb',
          description: 'There is exactly one.',
          provisioner: provisioning.lampRoomDevice,
          risk: 'medium',
          longest: 3 * day,
        },
        {
          id: 'telemetry',
          name: 'Lamp telemetry',
          description: 'Hours burnt, bulb temperature, moths.',
          risk: 'low',
          longest: 'until revoked',
        },
      ],
    },
  ],
};
