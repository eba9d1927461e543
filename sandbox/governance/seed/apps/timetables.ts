import { type AppSeed, day, type EntitlementSeed, hour } from '../app-seed.ts';

const routes = [
  'North Rock – Old Harbour',
  'North Rock – Ferry Terminal West',
  'Old Harbour – Gull Island',
  'Gull Island – Seal Bay',
  'Seal Bay – Kelp Point',
  'Kelp Point – Old Harbour',
  'Old Harbour – Drydock',
  'Drydock – Cannery Pier',
  'Cannery Pier – Ferry Terminal West',
  'Night Ferry, Old Harbour – Gull Island',
  'Night Ferry, Cannery Pier – Seal Bay',
  'School Boat, Gull Island',
  'School Boat, Kelp Point',
  'Market Boat, Saturdays',
  'Post Boat, weekdays',
  'Freight Shuttle',
  'Summer Sunset Cruise',
  'Winter Lights Cruise',
  'Whale Line (April to September)',
  'Ice Line (January to March)',
  'Concert Boat',
  'Pilot Transfer',
  'Hospital Launch',
  'Ghost Ferry (test route, never sails)',
];

function routeEditor(route: string, index: number): EntitlementSeed {
  const number = index + 1;
  return {
    id: `route-${String(number).padStart(2, '0')}-edit`,
    name: `Route ${number}: edit ${route}`,
    alias: `route-${number}`,
    description: number % 3 === 0 ? '' : `Change departures, stops and notes of route ${number}, ${route}.`,
    risk: route.startsWith('Hospital') ? 'high' : 'low',
    longest: number % 4 === 0 ? 'until revoked' : 30 * day,
    policy: 'policy-owners',
  };
}

export const timetables: AppSeed = {
  id: 'app-timetables',
  name: 'Timetables',
  description: 'When which boat leaves from where. Version 9, the one that knows leap years.',
  types: { group: 'Group' },
  accounts: { ben: 0, dara: 0, liam: 6, mina: 0, noor: 0, umar: 3 },
  resources: [
    {
      type: 'group',
      id: 'routes',
      name: 'Routes',
      description: 'One editor group a route.',
      owners: { ben: 'owner', noor: 'approver', mina: 'approver' },
      systemOwners: ['ben'],
      entitlements: [
        ...routes.map(routeEditor),
        {
          id: 'publish',
          name: 'Publish timetables',
          alias: 'publish',
          description: 'Make a draft what passengers see. There is a printed copy in every harbour: be sure.',
          risk: 'medium',
          longest: 8 * hour,
          policy: 'policy-owners',
          emergency: true,
        },
        {
          id: 'cancel-departure',
          name: 'Cancel a departure',
          description: 'Take a boat out of the plan and tell everybody who has a ticket.',
          risk: 'high',
          longest: 4 * hour,
          policy: 'policy-manager-then-security',
          emergency: true,
        },
        { id: 'viewer', name: 'See drafts', risk: 'low', longest: 'until revoked', policy: 'policy-open-harbour' },
      ],
    },
  ],
};
