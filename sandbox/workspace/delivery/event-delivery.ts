/**
 * The Events API: an envelope around what happened, and up to three more attempts when the app does
 * not take it.
 */
import { newId } from '../ids.ts';
import { bot, team } from '../state/directory.ts';
import type { AppDelivery } from './app-delivery.ts';
import type { AppAnswer } from './transport.ts';

/** Slack retries at once, after one minute and after five minutes. */
export const slackRetryDelaysMs: readonly number[] = [0, 60_000, 300_000];

export interface EventDeliveryOptions {
  readonly delivery: AppDelivery;
  readonly now: () => Date;
  /** The manifest's `bot_events`; other events are not delivered. */
  readonly subscribed: readonly string[];
  readonly retryDelaysMs: readonly number[];
}

export class EventDelivery {
  readonly #options: EventDeliveryOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: EventDeliveryOptions) {
    this.#options = options;
  }

  /**
   * `subscription` is the name in the manifest (`message.im` for a `message`). Settles after the
   * first attempt.
   */
  async announce(subscription: string, event: Readonly<Record<string, unknown>>): Promise<void> {
    if (!this.#options.subscribed.includes(subscription)) return;
    const payload = {
      token: verificationToken,
      team_id: team.id,
      context_team_id: team.id,
      context_enterprise_id: null,
      api_app_id: bot.appId,
      event,
      type: 'event_callback',
      event_id: newId('Ev0'),
      event_time: Math.floor(this.#options.now().getTime() / 1000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: team.id,
          user_id: bot.userId,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: false,
      event_context: newId('4-'),
    };
    await this.#attempt(payload, 0, '');
  }

  /** Cancels the retries that have not started. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(
    payload: Readonly<Record<string, unknown>>,
    num: number,
    reason: string,
  ): Promise<void> {
    const retry = num === 0 ? null : { num, reason };
    const answer = await this.#options.delivery.deliver({ kind: 'event', payload, retry });
    const delayMs = this.#options.retryDelaysMs[num];
    if (answer.ok || delayMs === undefined || (answer.code === 'http_error' && answer.noRetry))
      return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#attempt(payload, num + 1, retryReason(answer));
    }, delayMs);
    this.#timers.add(timer);
  }
}

/** Slack's old verification token, which payloads still carry. */
export const verificationToken = 'sandbox-verification-token';

function retryReason(answer: Exclude<AppAnswer, { ok: true }>): string {
  switch (answer.code) {
    case 'operation_timeout':
      return 'http_timeout';
    case 'dispatch_failed':
      return 'connection_failed';
    case 'http_error':
      return 'http_error';
  }
}
