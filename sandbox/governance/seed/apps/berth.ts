import { type AppSeed, day, hour } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

export const berth: AppSeed = {
  id: 'app-berth',
  name: 'Berth Booking',
  description: 'Which boat lies where, and for how long.',
  types: { dock: 'Dock' },
  accounts: { liam: 0, mina: 0, noor: 0, yusuf: 7 },
  resources: [
    {
      type: 'dock',
      id: 'old-harbour',
      name: 'Old Harbour',
      owners: { liam: 'owner', noor: 'approver' },
      entitlements: [
        {
          id: 'book',
          name: 'Book a berth',
          description: 'Reserve a berth for a day.',
          provisioner: provisioning.throughDirectory,
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-open-harbour',
        },
        {
          id: 'overbook',
          name: 'Overbook',
          description: 'Put a boat where one already lies. Works better than it sounds at low tide.',
          risk: 'high',
          longest: 2 * hour,
          policy: 'policy-manager-then-security',
        },
        {
          id: 'close-dock',
          name: 'Close the dock',
          provisioner: provisioning.dockClosing,
          risk: 'high',
          longest: day,
          policy: 'policy-owners',
          emergency: true,
        },
        {
          id: 'dive-permit',
          name: 'Dive permit',
          description: 'Work under the hull. Engines are locked while a permit is active.',
          risk: 'medium',
          longest: 4 * hour,
          policy: 'policy-owners',
          departments: ['Harbour Ops'],
          provisioner: {
            manual: {
              assignee: { manager: { allowReassignment: true, fallbackUserIds: ['user-liam'] } },
              instructions: 'Hang the blue flag at the quay, then mark it done.',
              userIds: [],
            },
          },
        },
      ],
    },
  ],
};
