/** Answers to the extra fields of a request. */
import type { AnswerRule } from './answer-rules.ts';

/**
 * People who were picked in Slack, one or a list. When it is sent, their identities, which keep
 * these rules, are the answer.
 */
export interface PickedPeople {
  readonly slackUserIds: string | readonly string[];
  readonly among: readonly AnswerRule[];
}

/** Answers to extra fields, by field id. */
export type RequestData = Readonly<
  Record<string, string | number | boolean | readonly string[] | PickedPeople>
>;

export function isPicked(answer: RequestData[string]): answer is PickedPeople {
  return typeof answer === 'object' && 'slackUserIds' in answer;
}
