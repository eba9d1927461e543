import type { DatabaseSettings, SlackEnvironment } from '../../src/config/environment.ts';

export const botToken = 'xoxb-test-token-of-the-bot';
export const signingSecret = 'test-signing-secret';
export const appToken = 'xapp-test-token-of-the-app';

/** Behind a proxy, as the service knows it. */
export const testWebhooks = {
  publicUrl: 'https://bot.acme.example',
  key: Buffer.alloc(32, 'a key for tests').toString('base64'),
} as const;

export interface BotEnvironmentOptions {
  readonly database: DatabaseSettings;
  readonly slackApiUrl: string;
  readonly governanceUrl: string;
  /** Default: none are received. */
  readonly webhooks?: SlackEnvironment['webhooks'];
  /** Default: signed HTTP. */
  readonly transport?: SlackEnvironment['slack']['transport'];
  /** Default: as for a company. */
  readonly stopMs?: number;
  /** What the audit trail is signed with; default: nothing. */
  readonly auditSigningKey?: string;
  /** Default `silent`, or `debug` where TEST_LOG is set. */
  readonly logLevel?: SlackEnvironment['logLevel'];
}

/** The environment of a bot between the two stand-ins, on free ports of this machine. */
export function botEnvironment(options: BotEnvironmentOptions): SlackEnvironment {
  return {
    mode: 'slack',
    http: { host: '127.0.0.1', port: 0 },
    ops: { host: '127.0.0.1', port: 0 },
    database: options.database,
    dataDir: '',
    headFolder: null,
    auditSigningKey: options.auditSigningKey,
    stopMs: options.stopMs ?? 20_000,
    logLevel: options.logLevel ?? (process.env.TEST_LOG === undefined ? 'silent' : 'debug'),
    slack: {
      botToken,
      apiUrl: options.slackApiUrl,
      transport: options.transport ?? { kind: 'http', signingSecret },
    },
    governance: {
      baseUrl: options.governanceUrl,
      tokenUrl: `${options.governanceUrl}/auth/v1/token`,
      clientId: 'sandbox-bot',
      clientSecret: 'sandbox-secret',
    },
    webhooks: options.webhooks ?? null,
  };
}
