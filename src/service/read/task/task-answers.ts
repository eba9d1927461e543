import { z } from 'zod';
import type { TaskAnswerValue } from '../../../domain/task/task-snapshot.ts';
import { readFormQuestions } from '../catalogue/form-questions.ts';

const answered = z.record(z.string(), z.unknown());
const plainValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const formFields = z.object({
  fields: z.array(
    z
      .object({
        name: z.string(),
        stringField: z.looseObject({ passwordField: z.unknown() }).nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
});

/**
 * The answers of a task (`Task.data`) with their questions (`Task.form`) if known; undefined if the
 * service does not tell them. Values of an unknown shape are kept as JSON. Passwords are left out,
 * because the snapshot is stored and shown.
 */
export function readTaskAnswers(
  data: unknown,
  form: unknown,
): readonly TaskAnswerValue[] | undefined {
  // An empty object tells that there are none; null tells nothing.
  const answers = answered.safeParse(data).data;
  if (answers === undefined) return undefined;
  const labels = new Map(readFormQuestions(form).questions.map(({ id, label }) => [id, label]));
  const secret = passwordNames(form);
  return Object.entries(answers)
    .filter(([id, value]) => !secret.has(id) && value !== null)
    .map(([id, value]) => ({ id, label: labels.get(id) ?? null, value: readValue(value) }));
}

function readValue(value: unknown): TaskAnswerValue['value'] {
  return plainValue.safeParse(value).data ?? JSON.stringify(value);
}

function passwordNames(form: unknown): ReadonlySet<string> {
  const { fields = [] } = formFields.safeParse(form).data ?? {};
  const isPassword = (one: (typeof fields)[number]): boolean =>
    (one?.stringField?.passwordField ?? null) !== null;
  return new Set(fields.flatMap((one) => (one !== null && isPassword(one) ? [one.name] : [])));
}
