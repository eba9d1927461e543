import { type AppSeed, day, hour } from '../app-seed.ts';

export const lantern: AppSeed = {
  id: 'app-lantern',
  name: 'Lantern ID',
  description: 'Sign-in for everything else.',
  isDirectory: true,
  types: { group: 'Group' },
  accounts: { ana: 0, fatima: 0, goran: 0, hana: 0 },
  resources: [
    {
      type: 'group',
      id: 'directory',
      name: 'Directory groups',
      owners: { fatima: 'owner', hana: 'approver' },
      systemOwners: ['fatima', 'hana'],
      entitlements: [
        {
          id: 'ent-group-security',
          name: 'Security group',
          description: 'Reviewers of everything risky.',
          risk: 'critical',
          longest: 'until revoked',
          policy: 'policy-manager-then-security',
          departments: ['Security'],
        },
        {
          id: 'ent-group-vpn',
          name: 'VPN',
          description: 'The tunnel under the strait.',
          risk: 'low',
          longest: 90 * day,
          policy: 'policy-manager',
        },
        {
          id: 'ent-reset-factors',
          name: 'Reset other people’s sign-in factors',
          alias: 'mfa-reset',
          risk: 'critical',
          longest: 2 * hour,
          policy: 'policy-owners-then-security',
          emergency: 'policy-emergency-captain',
          departments: ['Security'],
        },
        {
          id: 'ent-break-glass',
          name: 'Break-glass administrator 🚨',
          alias: 'break-glass',
          description: 'The sealed envelope. Using it wakes three people.',
          risk: 'critical',
          longest: hour,
          policy: 'policy-two-keys',
          emergency: true,
          frameworks: ['framework-iso-27001'],
        },
      ],
    },
  ],
};
