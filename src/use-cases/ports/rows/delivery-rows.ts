/** What the use cases need of the store for webhooks of the service. */
import type { PlacedDelivery } from '../../../domain/webhooks/delivery-order.ts';
import type { ReviewerFound } from '../reviewer-lists.ts';

/** `test`: the operator had the tenant try the way here. */
export type DeliveryEvent = 'approval-step' | 'provision-step' | 'test';

/**
 * How far a delivery has come.
 * - `kept`: nobody looked at it yet
 * - `open`: people are asked for the answer
 * - `answering`: an answer is on its way, or was sent and nothing came back
 * - `answered`: the service took it
 * - `spent`: the callback took no answer, because it was used or has expired
 * - `over`: it needs no answer, or cannot be read
 */
export type DeliveryState = 'kept' | 'open' | 'answering' | 'answered' | 'spent' | 'over';

/** One step of a task that the service handed to the bot. */
export interface WebhookDelivery extends PlacedDelivery {
  readonly webhookId: string;
  /** SHA-256 of the raw body, in base64. */
  readonly bodyHash: string;
  readonly event: DeliveryEvent;
  /** As it was sent. */
  readonly payload: unknown;
  /** The URL that takes the answer, sealed; null once its outcome is known. */
  readonly callback: string | null;
  readonly state: DeliveryState;
  /** Empty until it was looked at, as are the step and the people. */
  readonly taskId: string;
  readonly people: readonly ReviewerFound[];
  /** When the bot denies it because nobody decided; null where it does not. */
  readonly deniedAt: Date | null;
  /** The action that the answer carries out; null where there is none, or nobody's. */
  readonly answeredBy: string | null;
  /** When an answer was last begun; null where none was. */
  readonly triedAt: Date | null;
  /** The task in it cannot be read, so nobody is asked. */
  readonly isUnreadable: boolean;
}

export type NewDelivery = Pick<
  WebhookDelivery,
  | 'webhookId'
  | 'bodyHash'
  | 'event'
  | 'payload'
  | 'callback'
  | 'receivedAt'
  | 'signedAt'
  | 'taskUpdatedAt'
>;

export interface DeliveryRows {
  /** `other-body`: this id was delivered before with something else in it; nothing is kept. */
  insertOnce(delivery: NewDelivery): Promise<'new' | 'repeated' | 'other-body'>;
  find(webhookId: string): Promise<WebhookDelivery | null>;
  /** Like find, and holds the row until the transaction ends. */
  lock(webhookId: string): Promise<WebhookDelivery | null>;
  /** The deliveries of these tasks that people were asked about, in no order. */
  ofTasks(taskIds: readonly string[]): Promise<readonly WebhookDelivery[]>;
  /**
   * Deliveries that are due to be denied by then, the longest due first, and those of withdrawn
   * requests, whenever they are due. Without those for which an answer was begun since `tried`.
   */
  dueBy(
    moment: { readonly at: Date; readonly tried: Date },
    limit: number,
  ): Promise<readonly WebhookDelivery[]>;
  /** Ids of the deliveries about this task that were not processed yet. */
  waitingFor(taskId: string): Promise<readonly string[]>;
  /** Whether anybody is asked about a delivered step. */
  isAnyOpen(): Promise<boolean>;
  /** When the tenant was last here; null = never, as far as it is kept. */
  lastReceivedAt(): Promise<Date | null>;
  /**
   * Whether no other one of this event that came in that time is marked as unreadable. Until the
   * transaction ends, nobody else gets an answer.
   */
  isFirstUnreadable(
    delivery: Pick<WebhookDelivery, 'webhookId' | 'event'>,
    time: { readonly from: Date; readonly to: Date },
  ): Promise<boolean>;
  /** How many came since then whose task could not be read. */
  unreadableSince(moment: Date): Promise<number>;
  save(
    webhookId: string,
    change: Partial<Omit<WebhookDelivery, 'webhookId' | 'bodyHash' | 'event' | 'receivedAt'>>,
  ): Promise<void>;
  /** Removes those that need no answer any more and came before then. */
  prune(before: Date): Promise<void>;
}
