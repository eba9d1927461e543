/**
 * The fields of a request that a decision is about, in their order in a written fingerprint. Names of
 * people, insights, comments, usage and timestamps are left out: they change while the request stays
 * the same.
 */
export const decidedFields = [
  'target',
  'app',
  'entitlements',
  'duration',
  'justification',
  'answers',
  'emergency',
  'account',
  'alsoTaken',
  'names',
] as const;
export type DecidedField = (typeof decidedFields)[number];
