import type { Refusal } from '../refusals/refusals.ts';
import type { Details } from './facts.ts';

type NamesIn<Value> = Value extends unknown ? keyof Value & string : never;

/** The fields of the details whose kinds list them; a free-form detail names any. */
type FactFields = {
  [Kind in keyof Details]: string extends keyof Details[Kind] ? never : NamesIn<Details[Kind]>;
}[keyof Details];

type RefusalFields = keyof Refusal;

/**
 * How the audit trail keeps a field of a detail.
 * - `plain`: under the seal as it is: ids, times, numbers, words of the program
 * - `personal`: what people wrote, and what they are called. It lies beside the seal, which covers
 *   its salted hash, so that it can be erased later
 * - `nested`: each of its own fields is kept as this list says
 */
export type FieldKeeping = 'plain' | 'personal' | 'nested';

/**
 * Lists every field of every kind of fact: one that is not listed here does not compile. A name
 * means the same in all kinds.
 */
const keepingOf: Readonly<Record<FactFields | RefusalFields, FieldKeeping>> = {
  account: 'personal',
  accountId: 'plain',
  answers: 'personal',
  appId: 'plain',
  appName: 'plain',
  asked: 'plain',
  at: 'plain',
  calls: 'plain',
  cardId: 'plain',
  channel: 'plain',
  client: 'plain',
  clientName: 'personal',
  code: 'plain',
  conversationId: 'plain',
  conversationUrl: 'plain',
  correctsRequestId: 'plain',
  deniedAt: 'plain',
  draftedBy: 'nested',
  draftId: 'plain',
  durationSeconds: 'plain',
  email: 'personal',
  emergency: 'plain',
  end: 'plain',
  endedAt: 'plain',
  endsAt: 'plain',
  entitlementId: 'plain',
  entitlementName: 'plain',
  event: 'plain',
  existingTaskId: 'plain',
  extendsRequestId: 'plain',
  fields: 'plain',
  given: 'plain',
  groupId: 'plain',
  identityUserId: 'plain',
  is: 'plain',
  isPerhapsThere: 'plain',
  job: 'plain',
  justification: 'personal',
  leftSeconds: 'plain',
  late: 'plain',
  longestSeconds: 'plain',
  message: 'personal',
  messageAuthor: 'plain',
  names: 'personal',
  notice: 'plain',
  noticeId: 'plain',
  numericId: 'plain',
  occasion: 'plain',
  occurrence: 'plain',
  of: 'plain',
  origin: 'plain',
  outcome: 'plain',
  parts: 'plain',
  people: 'plain',
  reason: 'personal',
  receivedAt: 'plain',
  reference: 'plain',
  refusal: 'nested',
  refused: 'plain',
  requestData: 'personal',
  requests: 'plain',
  reviewers: 'personal',
  serviceRequestId: 'plain',
  shown: 'plain',
  slackUserId: 'plain',
  startedAt: 'plain',
  state: 'plain',
  status: 'plain',
  stepId: 'plain',
  target: 'plain',
  seconds: 'plain',
  secondsBefore: 'plain',
  targetSlackId: 'plain',
  timeText: 'personal',
  tokenId: 'plain',
  told: 'personal',
  tool: 'plain',
  ts: 'plain',
  typed: 'personal',
  unknown: 'plain',
  verb: 'plain',
  waitSeconds: 'plain',
  was: 'plain',
  why: 'personal',
  webhookId: 'plain',
};

/** Free-form details (commands of operators) have these fields, and others that nobody knows. */
const keepingOfFreeForm: Readonly<Record<string, FieldKeeping>> = {
  kind: 'plain',
  via: 'plain',
  outcome: 'plain',
  command: 'plain',
  operator: 'personal',
  broken: 'plain',
  position: 'plain',
  seq: 'plain',
  hash: 'plain',
  signature: 'plain',
  copyAt: 'plain',
  entries: 'plain',
  erased: 'plain',
};

const keepings: ReadonlyMap<string, FieldKeeping> = new Map([
  ...Object.entries(keepingOfFreeForm),
  ...Object.entries(keepingOf),
]);

/** A field of an unknown name may hold anything, so it counts as personal. */
export function keepingOfField(name: string): FieldKeeping {
  return keepings.get(name) ?? 'personal';
}
