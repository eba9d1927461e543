import { type AppSeed, day } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

export const seasickDesk: AppSeed = {
  id: 'app-seasick',
  name: 'Seasick Desk',
  description: 'Tickets, refunds, lost umbrellas and ginger tea.',
  types: { queue: 'Queue' },
  accounts: { rosa: 0, sven: 0, tess: 0 },
  resources: [
    {
      type: 'queue',
      id: 'desk',
      name: 'Passenger desk',
      owners: { rosa: 'owner' },
      entitlements: [
        {
          id: 'agent',
          name: 'Desk agent',
          description: 'Answer passengers.',
          provisioner: provisioning.deskAccount,
          deprovisioner: provisioning.deskAccountRemoved,
          risk: 'low',
          longest: 90 * day,
          policy: 'policy-owners',
        },
        {
          id: 'refund',
          name: 'Refunds up to 200',
          alias: 'refund',
          description: 'Give money back without asking Finance.',
          risk: 'medium',
          longest: 30 * day,
          policy: 'policy-owners',
          frameworks: ['framework-sox'],
        },
        {
          id: 'macros',
          name: 'Edit reply templates',
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-manager',
          provisioner: provisioning.deskWebhook,
        },
      ],
    },
    {
      type: 'queue',
      id: 'lost-and-found',
      name: 'Lost & Found',
      description: 'Currently: 212 umbrellas, one accordion.',
      owners: { sven: 'owner', rosa: 'approver' },
      entitlements: [
        {
          id: 'viewer',
          name: 'See found things',
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-open-harbour',
        },
        {
          id: 'safe',
          name: 'Open the safe',
          description: 'Wallets, rings, and the accordion.',
          provisioner: provisioning.users,
          risk: 'high',
          longest: 5400,
          policy: 'policy-manager-then-security',
        },
      ],
    },
  ],
};
