import { type AppSeed, day, hour } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

export const crew: AppSeed = {
  id: 'app-crew',
  name: 'Crew List',
  description: 'Who works here, since when, on which boat, and what they are paid.',
  isDirectory: true,
  types: { role: 'Role' },
  accounts: { keiko: 0, priya: 0, quinn: 1, marisol: 8 },
  resources: [
    {
      type: 'role',
      id: 'people',
      name: 'People roles',
      owners: { priya: 'owner', quinn: 'approver' },
      entitlements: [
        {
          id: 'recruiter',
          name: 'Recruiter',
          description: 'See applicants and invite them aboard.',
          risk: 'medium',
          longest: 90 * day,
          policy: 'policy-owners',
        },
        {
          id: 'payroll-run',
          name: 'Run payroll',
          alias: 'payroll',
          description: 'Start the monthly run. Payday is sacred.',
          risk: 'critical',
          longest: 6 * hour,
          policy: 'policy-owners-then-security',
          departments: ['Finance', 'People'],
          frameworks: ['framework-sox', 'framework-gdpr'],
        },
        {
          id: 'rota-edit',
          name: 'Edit the rota',
          description: 'Swap shifts. Whoever takes Sunday nights decides the music.',
          provisioner: provisioning.expression,
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-manager',
        },
        {
          id: 'personnel-files',
          name: 'Personnel files',
          risk: 'high',
          longest: 2 * hour,
          policy: 'policy-manager-then-security',
          frameworks: ['framework-gdpr'],
        },
      ],
    },
  ],
};
