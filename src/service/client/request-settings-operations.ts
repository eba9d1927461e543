/** What applies to a request before it is made (docs/spec/deployments.md#before-a-request). */
import { z } from 'zod';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, marker, nested, numberText, text, word } from './wire/wire-fields.ts';

const configurationRule = z.object({
  /** Empty where a rule does not tell. */
  appId: word,
  enabled: flag,
  priority: numberText,
  /** One that is no text cannot be taken for none. */
  condition: text,
  settings: nested(
    z.object({
      requestPolicyId: text,
      maxGrantDuration: text,
      emergencyGrantEnabled: flag,
      emergencyGrantPolicyId: text,
    }),
  ),
  deletedAt: dateTime.catch(null),
});
export type ConfigurationRuleRecord = z.output<typeof configurationRule>;

/** The rules of an app, unpaged. A list that is not there says nothing; an unset one is empty. */
export const listConfigurationRules = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlement_configuration_rules',
  z
    .object({ list: z.array(configurationRule).nullable() })
    .transform((answer) => answer.list ?? []),
  { operation: 'entitlementConfigurationRules' },
);

/** What counts for the entitlements of an app that say nothing themselves. */
export const readRequestDefaults = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/access_request_defaults',
  z.object({
    appId: text,
    requestPolicyId: text,
    durationGrant: text,
    durationUnset: marker,
    defaultsEnabled: flag,
  }),
  { operation: 'accessRequestDefaults' },
);

const members = z.record(z.string(), z.unknown());

const policy = z.object({
  id: text,
  baselinePolicyId: word,
  /** By a key; unset where a role may not see them. */
  policySteps: z
    .record(z.string(), nested(z.object({ steps: z.array(members).nullish() })))
    .nullish()
    .transform((steps) => steps ?? {}),
  rules: z
    .array(z.unknown())
    .nullish()
    .transform((rules) => rules ?? []),
  deletedAt: dateTime.catch(null),
});
export type PolicyRecord = z.output<typeof policy>;

export const getPolicy = endpoint(
  'GET',
  '/api/v1/policies/{id}',
  z.object({ policy }).transform((answer) => answer.policy),
  { operation: 'policyRead' },
);

/** What the tenant wants asked with any request. */
export const readRequestSettings = endpoint(
  'GET',
  '/api/v1/settings/request',
  z
    .object({ requestSettings: z.object({ skipJustification: z.boolean().nullish() }) })
    .transform((answer) => answer.requestSettings),
  { operation: 'requestSettings' },
);
