import type { SlackEnvironment } from './environment.ts';

/** Values that are shown nowhere. */
export function secretsOf({ slack, governance, database, auditSigningKey }: SlackEnvironment): string[] {
  const { transport } = slack;
  return [
    slack.botToken,
    ...(slack.configToken === undefined ? [] : [slack.configToken]),
    transport.kind === 'http' ? transport.signingSecret : transport.appToken,
    governance.clientSecret,
    ...(auditSigningKey === undefined ? [] : [auditSigningKey]),
    ...(database.kind === 'postgres' ? [database.url, decodeURIComponent(new URL(database.url).password)] : []),
  ];
}
