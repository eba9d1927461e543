import type { Logger } from '@slack/web-api';
import { WebClient, type WebClientOptions } from '@slack/web-api';

export interface WebClientSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
}

/** Slack's own 429 says how long to wait. One that does not comes from something in between, and the client would not know it. */
const saysHowLong: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status !== 429 || /^\d+$/.test(response.headers.get('retry-after') ?? '')) return response;
  await response.body?.cancel();
  return new Response(null, { status: 429, headers: { 'retry-after': '1' } });
};

const shared = {
  fetch: saysHowLong,
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
