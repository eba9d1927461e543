import type { HolderActionRefusal, ReviewRefusal } from '../../src/domain/action/refusals.ts';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import { decidedFields } from '../../src/domain/request/fingerprint.ts';
import type { IdentityRefusal, RequestRefusal } from '../../src/domain/request/request-refusals.ts';
import type { LinkReason } from '../../src/domain/task/link-reason.ts';
import { noon } from './samples.ts';

/** Every kind of refusal, with `text` wherever it quotes somebody. */

/** Every kind has its samples, or this file does not compile. */
type SamplesByKind<Refusal extends { readonly kind: string }> = {
  readonly [Kind in Refusal['kind']]: readonly Extract<Refusal, { readonly kind: Kind }>[];
};
const samplesIn = <Refusal extends { readonly kind: string }>(
  byKind: SamplesByKind<Refusal>,
): readonly Refusal[] => Object.values<readonly Refusal[]>(byKind).flat();

const serviceKinds = Object.values({
  invalid: 'invalid',
  closed: 'closed',
  forbidden: 'forbidden',
  'step-moved-on': 'step-moved-on',
  'not-found': 'not-found',
  duplicate: 'duplicate',
  conflict: 'conflict',
} as const satisfies { readonly [Kind in ServiceRefusal['kind']]: Kind });
export const serviceRefusal = (kind: ServiceRefusal['kind'], message: string): ServiceRefusal => ({
  kind,
  message,
  existingTaskId: kind === 'duplicate' ? message || null : null,
  ...(kind === 'duplicate' && message.length > 20
    ? { existing: { numericId: message, reviewers: Array(300).fill(message), isByOther: false } }
    : {}),
  serviceRequestId: null,
});
export const identityRefusals = (text: string): readonly IdentityRefusal[] =>
  samplesIn<IdentityRefusal>({
    'unknown-person': [{ kind: 'unknown-person', email: text }],
    'no-email': [{ kind: 'no-email' }],
    'unconfirmed-email': [{ kind: 'unconfirmed-email', email: text }],
    inactive: [{ kind: 'inactive', status: text }],
    changed: [{ kind: 'changed', was: text, is: text }],
    'not-among': [{ kind: 'not-among' }],
    guest: [{ kind: 'guest' }],
    bot: [{ kind: 'bot' }],
    deactivated: [{ kind: 'deactivated' }],
    external: [{ kind: 'external' }],
  });
const ofService = (text: string) =>
  serviceKinds.map((kind) => ({ kind: 'service', refusal: serviceRefusal(kind, text) }) as const);
const ofIdentity = (text: string) =>
  identityRefusals(text).map((refusal) => ({ kind: 'identity', refusal }) as const);

export const requestRefusals = (text: string): readonly RequestRefusal[] =>
  samplesIn<RequestRefusal>({
    service: ofService(text),
    identity: [
      ...ofIdentity(text),
      {
        kind: 'identity',
        refusal: { kind: 'inactive', status: text },
        slackUserId: 'U0DEE',
        isPerhapsThere: true,
      },
    ],
    'answer-disagrees': [
      {
        kind: 'answer-disagrees',
        parts: ['person', 'app', 'entitlement', 'request'],
        taskNumber: text,
      },
    ],
    'account-gone': [{ kind: 'account-gone', account: text }],
    'first-granted': [{ kind: 'first-granted', numericId: text }],
    'first-not-withdrawn': [{ kind: 'first-not-withdrawn', numericId: text }],
  });

const linkReasons = Object.values({
  mode: 'mode',
  risk: 'risk',
  emergency: 'emergency',
  'step-up': 'step-up',
  policy: 'policy',
  'unclear-person': 'unclear-person',
  'unclear-app': 'unclear-app',
  'unclear-entitlement': 'unclear-entitlement',
  'unclear-account': 'unclear-account',
  'unclear-request': 'unclear-request',
  'unreadable-duration': 'unreadable-duration',
  untold: 'untold',
} as const satisfies { readonly [Reason in LinkReason]: Reason });

export const reviewRefusals = (text: string): readonly ReviewRefusal[] =>
  samplesIn<ReviewRefusal>({
    service: ofService(text),
    identity: ofIdentity(text),
    'other-workspace': [{ kind: 'other-workspace' }],
    'own-request': [{ kind: 'own-request' }],
    'not-reviewer': [
      { kind: 'not-reviewer', reviewers: [] },
      { kind: 'not-reviewer', reviewers: Array(300).fill(text) },
    ],
    'already-decided': [
      { kind: 'already-decided', winner: null },
      {
        kind: 'already-decided',
        winner: { slackUserId: 'U0CHO', verb: 'deny', at: noon.toISOString() },
      },
    ],
    'step-moved-on': [{ kind: 'step-moved-on' }],
    'answer-refused': [{ kind: 'answer-refused' }],
    closed: [{ kind: 'closed' }],
    gone: [{ kind: 'gone' }],
    'not-offered': [{ kind: 'not-offered' }],
    'not-yours': [{ kind: 'not-yours' }],
    'not-administrator': [{ kind: 'not-administrator' }],
    'in-console': linkReasons.map((why) => ({ kind: 'in-console', why })),
    'decided-before': [{ kind: 'decided-before' }],
    'reason-needed': [{ kind: 'reason-needed' }],
    'decided-elsewhere': [{ kind: 'decided-elsewhere' }],
    'perhaps-decided': [{ kind: 'perhaps-decided' }],
    'perhaps-sent': [{ kind: 'perhaps-sent', why: text }],
    expired: [{ kind: 'expired' }],
    withdrawn: [{ kind: 'withdrawn' }],
    'request-withdrawn': [{ kind: 'request-withdrawn' }],
    changed: [
      { kind: 'changed', fields: [...decidedFields] },
      { kind: 'changed', fields: [] },
    ],
    replaced: [{ kind: 'replaced' }],
    further: [{ kind: 'further' }],
    failed: [{ kind: 'failed', reference: text }],
  });

/** Those that only a holder reads, and a holder's words for those that a reviewer reads, too. */
export const holderRefusals = (text: string): readonly HolderActionRefusal[] => [
  ...samplesIn<Exclude<HolderActionRefusal, ReviewRefusal>>({
    'too-long': [{ kind: 'too-long', longestSeconds: 3_600 }],
    ended: [{ kind: 'ended' }],
    'granted-first': [{ kind: 'granted-first' }],
    'approved-first': [{ kind: 'approved-first' }],
    'left-to-nobody': [{ kind: 'left-to-nobody' }],
    'not-passed-on': [{ kind: 'not-passed-on' }],
    'nudged-already': [{ kind: 'nudged-already' }],
    uncertain: [{ kind: 'uncertain' }],
    restored: [{ kind: 'restored' }],
  }),
  { kind: 'not-yours' },
  { kind: 'closed' },
  { kind: 'gone' },
  { kind: 'not-offered' },
  { kind: 'failed', reference: text },
  ...ofService(text),
];
