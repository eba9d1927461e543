import { invalidArgument } from '../errors.ts';

/** What a receiver says at a callback. */
export interface Answer {
  readonly verb: string;
  readonly comment: string;
  readonly newStepUserIds: readonly string[];
}

/** @throws ServiceError 400 */
export function readAnswer(document: unknown): Answer {
  const { version, ...verbs } = Object(document);
  const [[verb, said] = ['', null], ...more] = Object.entries(verbs);
  if (version !== 'v1' || verb === '' || more.length > 0)
    throw invalidArgument('an answer has a version and one verb');
  const { comment = '', newStepUserIds = [] } = Object(said);
  return { verb, comment: String(comment), newStepUserIds: [newStepUserIds].flat().map(String) };
}
