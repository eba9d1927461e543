import { type AppSeed, day, hour } from '../app-seed.ts';
import { provisioning } from '../provisioning.ts';

const longName =
  'ProductionReadOnlyAccessToTheTideGaugeTelemetryBucketsOfEveryLighthouseNorthOfTheStraitIncludingTheDecommissionedOnes' +
  ' (permission set, created during the great migration, renamed twice, owned by whoever is reading this name)';

export const aws: AppSeed = {
  id: 'app-aws',
  name: 'AWS',
  description: 'Two regions, one harbour.',
  types: { account: 'Account', group: 'Permission group', role: 'Role' },
  accounts: { ana: 0, chen: 0, emil: 4, goran: 9, hana: 30 },
  orphanAccounts: ['tide-gauge-uploader'],
  resources: [
    {
      type: 'account',
      id: 'production',
      name: 'Production (4711-0000-0001)',
      description: 'Ticket sales, live departures, the passenger manifest.',
      owners: { ana: 'owner', chen: 'approver', goran: 'approver' },
      systemOwners: ['ana'],
      entitlements: [
        {
          id: 'admin',
          name: 'Production administrator',
          alias: 'prod-admin',
          description: 'AdministratorAccess in production. Every call is recorded.',
          risk: 'critical',
          longest: 4 * hour,
          policy: 'policy-manager-then-security',
          emergency: true,
          frameworks: ['framework-iso-27001', 'framework-sox'],
        },
        {
          id: 'power-user',
          name: 'Production power user',
          alias: 'prod-power',
          description: 'Everything but identities and billing.',
          risk: 'high',
          longest: day,
          policy: 'policy-manager-then-security',
          emergency: true,
        },
        { id: 'read-only', name: 'Production read-only', alias: 'prod-read', risk: 'medium', longest: 7 * day },
        {
          id: 'billing',
          name: 'Billing',
          description: 'See what the cloud costs, and sigh.',
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-manager',
        },
        {
          id: 'tide-gauge-read',
          name: longName,
          description: longName.repeat(4),
          risk: 'low',
          longest: 30 * day,
          provisioner: provisioning.notSetUp,
        },
      ],
    },
    {
      type: 'account',
      id: 'harbour-staging',
      name: 'Harbour staging (4711-0000-0002)',
      owners: { chen: 'owner' },
      entitlements: [
        {
          id: 'staging-admin',
          name: 'Staging administrator',
          risk: 'medium',
          longest: 7 * day,
          policy: 'policy-owners',
          scopeRole: {
            role: { typeId: 'role', id: 'administrator' },
            scope: { typeId: 'account', id: 'harbour-staging' },
          },
        },
        {
          id: 'staging-read',
          name: 'Staging read-only',
          description: 'For the curious.',
          risk: 'low',
          longest: 'until revoked',
          policy: 'policy-open-harbour',
        },
      ],
    },
    {
      type: 'group',
      id: 'archive',
      name: 'Logbook archive',
      description: 'Lighthouse logbooks since 1884, scanned.',
      owners: {},
      entitlements: [
        {
          id: 'archive-restore',
          name: 'Restore from the archive',
          description: 'Thaw a logbook. It takes a day, like everything worth reading.',
          risk: 'medium',
          longest: 2 * day,
          policy: 'policy-owners',
          provisioning: 'fails-once',
        },
      ],
    },
    {
      type: 'role',
      id: 'administrator',
      name: 'Administrator',
      description: 'May do everything, in whichever account it is given for.',
      owners: { chen: 'owner' },
      entitlements: [],
    },
  ],
};
