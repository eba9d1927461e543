import { type AppSeed, day } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

export const bellbuoy: AppSeed = {
  id: 'app-bellbuoy',
  name: 'Bellbuoy',
  description: 'On-call: who is woken when.',
  types: { schedule: 'Schedule' },
  accounts: { ana: 0, chen: 0, fatima: 3, goran: 1 },
  resources: [
    {
      type: 'schedule',
      id: 'on-call',
      name: 'On-call schedules',
      owners: { chen: 'owner', ana: 'owner' },
      entitlements: [
        {
          id: 'ent-oncall-primary',
          name: 'Primary on-call',
          alias: 'oncall',
          description: 'You are woken first.',
          risk: 'medium',
          longest: 7 * day,
          policy: 'policy-owners',
          emergency: true,
        },
        {
          id: 'ent-oncall-secondary',
          name: 'Secondary on-call',
          provisioner: provisioning.group,
          risk: 'low',
          longest: 7 * day,
          policy: 'policy-owners',
        },
        {
          id: 'ent-oncall-override',
          name: 'Override the schedule',
          description: 'Put somebody else on call. They will remember.',
          provisioner: provisioning.onCallOverride,
          risk: 'medium',
          longest: day,
          policy: 'policy-manager',
        },
      ],
    },
  ],
};
