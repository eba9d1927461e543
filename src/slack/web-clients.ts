import type { Logger } from '@slack/web-api';
import { WebClient, type WebClientOptions } from '@slack/web-api';

export interface WebClientSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
}

const shared = {
  // Repeating is the queue's business: it survives a restart and obeys Retry-After without holding up other methods.
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
} satisfies WebClientOptions;

/** For what a person is waiting for in front of a modal: quick or not at all, because a trigger lives 3 s. */
export const interactiveOptions = (settings: Omit<WebClientSettings, 'botToken'>): WebClientOptions => ({
  ...shared,
  slackApiUrl: settings.apiUrl,
  logger: settings.logger,
  timeout: 2_000,
});

/** For what jobs do. */
export function backgroundClient(settings: WebClientSettings): WebClient {
  return new WebClient(settings.botToken, {
    ...shared,
    slackApiUrl: settings.apiUrl,
    logger: settings.logger,
    timeout: 10_000,
  });
}
