import type { OutwardFailure } from '../domain/outward-failure.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';

const kinds: Readonly<Record<ServiceRefusal['kind'], string>> = {
  invalid: 'The governance service did not accept this.',
  closed: 'The governance service says that this is closed already.',
  forbidden: 'The governance service does not allow this to the bot’s credentials.',
  'step-moved-on': 'The governance service says that this has moved on already.',
  'not-found': 'The governance service does not know this.',
  duplicate: 'The governance service has this already.',
  conflict: 'The governance service says that this conflicts with what is there.',
};

/** What the service refused, in its own words; plain text. */
export function refusalWords(refusal: ServiceRefusal): string {
  const message = refusal.message.trim().replaceAll(/\s+/g, ' ');
  const words = message === '' ? '' : ` It says: “${message.slice(0, 500)}”`;
  const reference = refusal.serviceRequestId === null ? '' : ` Its reference: ${refusal.serviceRequestId}.`;
  return `${kinds[refusal.kind]}${words}${reference}`;
}

/** Why there is no answer, and for a change whether it may have been carried out all the same; plain text. */
export function failureWords(failure: OutwardFailure, effect: 'read' | 'change'): string {
  const outcome =
    effect === 'read'
      ? ''
      : failure.certainlyNotDone
        ? ' Nothing was changed.'
        : ' Whether the change was carried out is not known: please look before you repeat it.';
  return `${causeWords(failure)}${outcome}`;
}

function causeWords(failure: OutwardFailure): string {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
      return 'The governance service does not answer.';
    case 'rate-limited':
      return failure.retryAfterMs === null
        ? 'The governance service is asked too much just now. Please try again in a minute.'
        : `The governance service is asked too much just now. Please try again in ${Math.ceil(failure.retryAfterMs / 1_000)} s.`;
    case 'unauthorized':
      return 'The governance service does not accept the bot’s credentials (GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET).';
    case 'http':
      return `The governance service answered with an error (${failure.message}).`;
    case 'decode':
      return `The governance service answered something that cannot be read (${failure.message}).`;
  }
}
