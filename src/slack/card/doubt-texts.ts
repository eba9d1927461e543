/**
 * What is said where it cannot be known what a request or an access is now: one sentence for what
 * the reader is. `code`: of `domain/request/doubt.ts`; `console`: a link, or its words alone.
 */
export const doubtSentences = {
  decider: [
    'I cannot tell safely what this request is now. Decide it in the {console}. Reason: {code}.',
    'Ich kann nicht sicher sagen, was diese Anfrage jetzt ist. Entscheide in der {console}. Grund: {code}.',
  ],
  asker: [
    'I cannot tell safely how this request stands now: see the {console}. Reason: {code}.',
    'Ich kann nicht sicher sagen, wie es um diese Anfrage steht: siehe {console}. Grund: {code}.',
  ],
  holder: [
    'I cannot tell safely how this access stands now: see the {console}. Reason: {code}.',
    'Ich kann nicht sicher sagen, wie es um diesen Zugriff steht: siehe {console}. Grund: {code}.',
  ],
} as const;
