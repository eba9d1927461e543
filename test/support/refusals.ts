import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import {
  decidedFields,
  type Refusal,
  refusalKinds,
  refusals,
} from '../../src/domain/refusals/refusals.ts';
import { noon } from './samples.ts';

export const serviceRefusal = (kind: ServiceRefusal['kind'], message: string): ServiceRefusal => ({
  kind,
  message,
  existingTaskId: kind === 'duplicate' ? message || null : null,
  serviceRequestId: null,
});

/** For every code a refusal with nothing but it, and one with everything that its kind says. */
const samplesOf = (kinds: readonly (keyof typeof refusals)[], text: string): readonly Refusal[] =>
  kinds.flatMap((kind) =>
    refusals[kind].codes.flatMap((code) => [{ code }, { ...everything(text), code }]),
  );

const everything = (text: string) => ({
  reviewers: Array<string>(300).fill(text),
  slackUserId: 'U0CHO',
  at: noon.toISOString(),
  email: text,
  status: text,
  message: text,
  reference: text,
  account: text,
  numericId: text,
  longestSeconds: 3_600,
  waitSeconds: 60,
  secondsBefore: 3_600,
  names: [text],
  typed: [text],
  leftSeconds: 60,
  fields: [...decidedFields],
});

export const allRefusals = (text: string): readonly Refusal[] => samplesOf(refusalKinds(), text);
