import { z } from 'zod';

/** What deployments spell otherwise than interface.md (deployments-details.md, 1.1): their name, then ours. */
type Names = Readonly<Record<string, string>>;

export const entitlementNames: Names = { matchBatonId: 'matchSyncerId' };
export const delegatedNames: Names = {
  googleEnabled: 'providerAEnabled',
  googleHostedDomains: 'providerAHostedDomains',
  microsoftEnabled: 'providerBEnabled',
  microsoftTenantIds: 'providerBTenantIds',
};
export const mcpServerNames: Names = {
  awsAccessKeyId: 'cloudAccessKeyId',
  awsSecretAccessKeyConfigured: 'cloudSecretAccessKeyConfigured',
  awsSessionTokenConfigured: 'cloudSessionTokenConfigured',
};
export const notifyNames: Names = { slackChannel: 'chatChannel' };
export const taskOriginNames: Names = {
  TASK_ORIGIN_SLACK: 'TASK_ORIGIN_CHATAPP',
  TASK_ORIGIN_JIRA: 'TASK_ORIGIN_TICKETING',
  TASK_ORIGIN_COPILOT: 'TASK_ORIGIN_ASSISTANT',
};

/** A message whose fields may come under their other names; it is read under those of interface.md. */
export function spelled<Shape extends z.ZodType>(names: Names, message: Shape) {
  const named = z.record(z.string(), z.unknown()).catch({});
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(named.parse(value)).map(([name, member]) => [names[name] ?? name, member]),
    );
  }, message);
}
