/** What is wrong with a draft, field by field, in the words of the request form. */

import { mistakeWords } from '../../../slack/action/refusal-words.ts';
import { duplicateRequestWords } from '../../../slack/form/blocks/entitlement-facts.ts';
import { answerMistakeWords } from '../../../slack/form/blocks/request-form-fields.ts';
import { link, name } from '../../../slack/platform/text.ts';
import type { Texts } from '../../../slack/texts.ts';
import type { FormMistake, SubmissionRefusal } from '../../../use-cases/form/submit-request.ts';

/** `field`: as the tools call it. */
export interface DraftMistake {
  readonly field: string;
  readonly says: string;
  /** Whether `says` is marked text; else nothing in it is escaped. */
  readonly isMarked: boolean;
}

const fieldNames = {
  app: 'app',
  entitlement: 'access',
  duration: 'duration',
  time: 'duration',
  justification: 'reason',
  emergency: 'emergency',
} as const;

export function mistakesOf(texts: Texts, refusal: SubmissionRefusal): readonly DraftMistake[] {
  if (refusal.kind === 'mistakes') return refusal.mistakes.map((one) => mistakeOf(texts, one));
  const { open, url } = refusal.duplicate;
  const words = duplicateRequestWords(texts, open);
  const says = url === null ? words : `${words} ${link(url, texts.notices.seeRequest)}`;
  return [{ field: 'access', says, isMarked: true }];
}

function mistakeOf(texts: Texts, mistake: FormMistake): DraftMistake {
  if ('fieldId' in mistake)
    return plainMistake(`answers.${mistake.fieldId}`, answerMistakeWords(texts, mistake));
  return plainMistake(fieldNames[mistake.field], mistakeWords(texts, mistake));
}

export const plainMistake = (field: string, says: string): DraftMistake => ({
  field,
  says,
  isMarked: false,
});

/** Each as a line. */
export function submissionMistakeWords(
  texts: Texts,
  refusal: SubmissionRefusal,
): readonly string[] {
  return mistakesOf(texts, refusal).map(
    ({ says, isMarked }) => `• ${isMarked ? says : name(says, 500)}`,
  );
}
