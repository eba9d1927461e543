import type { Logger } from '@slack/web-api';
import { WebClient, type WebClientOptions } from '@slack/web-api';

export interface WebClientSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
}

/**
 * fetch, with two things mended that Slack's client does not see: an answer is read to its end here, because one that is cut
 * further on would look like a bug of ours; and a 429 always says how long to wait, which one from something in between does not.
 */
const wholeAnswer: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, statusText } = response;
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) headers.set('retry-after', '1');
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
};

const shared = {
  fetch: wholeAnswer,
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

/** For what is asked beside a listener, as quick as the rest of it. */
export function interactiveClient(settings: WebClientSettings): WebClient {
  return new WebClient(settings.botToken, interactiveOptions(settings));
}

/** For what jobs do. */
export function backgroundClient(settings: WebClientSettings): WebClient {
  return new WebClient(settings.botToken, { ...interactiveOptions(settings), timeout: 10_000 });
}
