import type { HolderActionRefusal } from '../../src/domain/action/holder-action.ts';
import type { ReviewRefusal } from '../../src/domain/action/review.ts';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import type { IdentityRefusal, RequestRefusal } from '../../src/domain/request/access-request.ts';
import { decidedFields } from '../../src/domain/request/fingerprint.ts';
import { noon } from './samples.ts';

/** Every kind of refusal, with `text` wherever it quotes somebody. */

const serviceKinds = [
  'invalid',
  'closed',
  'forbidden',
  'step-moved-on',
  'not-found',
  'duplicate',
  'conflict',
] as const;
export const serviceRefusal = (kind: ServiceRefusal['kind'], message: string): ServiceRefusal => ({
  kind,
  message,
  existingTaskId: kind === 'duplicate' ? message || null : null,
  ...(kind === 'duplicate' && message.length > 20
    ? { existing: { numericId: message, reviewers: Array(300).fill(message), isByOther: false } }
    : {}),
  serviceRequestId: null,
});
const identityRefusals = (text: string): readonly IdentityRefusal[] => [
  { kind: 'unknown-person', email: text },
  { kind: 'no-email' },
  { kind: 'unconfirmed-email', email: text },
  { kind: 'inactive', status: text },
  { kind: 'changed', was: text, is: text },
  { kind: 'guest' },
  { kind: 'bot' },
  { kind: 'deactivated' },
  { kind: 'external' },
];
const sharedRefusals = (text: string): readonly (RequestRefusal & ReviewRefusal)[] => [
  ...serviceKinds.map(
    (kind) => ({ kind: 'service', refusal: serviceRefusal(kind, text) }) as const,
  ),
  ...identityRefusals(text).map((refusal) => ({ kind: 'identity', refusal }) as const),
];
export const requestRefusals = (text: string): readonly RequestRefusal[] => [
  ...sharedRefusals(text),
  {
    kind: 'identity',
    refusal: { kind: 'inactive', status: text },
    slackUserId: 'U0DEE',
    isPerhapsThere: true,
  },
  {
    kind: 'answer-disagrees',
    parts: ['person', 'app', 'entitlement', 'request'],
    taskNumber: text,
  },
  { kind: 'first-granted', numericId: text },
  { kind: 'first-not-withdrawn', numericId: text },
];
export const reviewRefusals = (text: string): readonly ReviewRefusal[] => [
  ...sharedRefusals(text),
  { kind: 'other-workspace' },
  ...(
    [
      'not-administrator',
      'decided-before',
      'reason-needed',
      'decided-elsewhere',
      'expired',
      'withdrawn',
    ] as const
  ).map((kind) => ({ kind })),
  ...(
    [
      'mode',
      'risk',
      'emergency',
      'step-up',
      'policy',
      'unclear-person',
      'unclear-app',
      'unclear-entitlement',
      'unclear-request',
      'unreadable-duration',
      'untold',
    ] as const
  ).map((why) => ({ kind: 'in-console', why }) as const),
  { kind: 'own-request' },
  { kind: 'not-reviewer', reviewers: [] },
  { kind: 'not-reviewer', reviewers: Array(300).fill(text) },
  { kind: 'already-decided', winner: null },
  {
    kind: 'already-decided',
    winner: { slackUserId: 'U0CHO', verb: 'deny', at: noon.toISOString() },
  },
  { kind: 'step-moved-on' },
  { kind: 'closed' },
  { kind: 'gone' },
  { kind: 'changed', fields: [...decidedFields] },
  { kind: 'changed', fields: [] },
  { kind: 'perhaps-decided' },
  { kind: 'not-offered' },
  { kind: 'failed', reference: text },
];
export const holderRefusals = (text: string): readonly HolderActionRefusal[] => [
  { kind: 'not-yours' },
  { kind: 'closed' },
  { kind: 'gone' },
  { kind: 'not-offered' },
  { kind: 'ended' },
  { kind: 'failed', reference: text },
  ...serviceKinds.map(
    (kind) => ({ kind: 'service', refusal: serviceRefusal(kind, text) }) as const,
  ),
];
