import { type AppSeed, day, hour } from '../app-seed.ts';

export const snowflake: AppSeed = {
  id: 'app-snowflake',
  name: 'Snowflake',
  description: 'The warehouse: departures, delays, tides and who was seasick.',
  types: { warehouse: 'Warehouse', dataset: 'Dataset' },
  accounts: { emil: 0, ines: 20, liam: 5, noor: 41 },
  resources: [
    {
      type: 'warehouse',
      id: 'passenger',
      name: 'Passenger warehouse',
      owners: { emil: 'owner', ines: 'approver' },
      systemOwners: ['emil'],
      entitlements: [
        {
          id: 'analyst',
          name: 'Analyst',
          alias: 'snow-analyst',
          description: 'Query the cleaned tables; names of passengers are masked.',
          risk: 'low',
          longest: 90 * day,
          policy: 'policy-owners',
          heldBy: 9,
        },
        {
          id: 'engineer',
          name: 'Engineer',
          description: 'Create tables and pipelines.',
          risk: 'medium',
          longest: 30 * day,
        },
        {
          id: 'pii-reader',
          name: 'Passenger names and addresses',
          alias: 'pii',
          description: 'Unmasked personal data. A reason that names the case is expected.',
          risk: 'high',
          longest: 8 * hour,
          policy: 'policy-manager-then-security',
          frameworks: ['framework-gdpr'],
          requestSchema: 'schema-case-number',
        },
      ],
    },
    {
      type: 'dataset',
      id: 'tides',
      name: 'Tides 潮汐',
      owners: { liam: 'owner' },
      entitlements: [
        {
          id: 'viewer',
          name: '潮汐データ 閲覧',
          description: '全港の潮位と予測を読む。',
          inheritedFrom: ['editor'],
          risk: 'low',
          longest: 'until revoked',
        },
        {
          id: 'editor',
          name: 'تعديل جداول المدّ والجزر',
          description: 'تصحيح قراءات أجهزة قياس المدّ.',
          risk: 'medium',
          longest: 7 * day,
        },
      ],
    },
  ],
};
