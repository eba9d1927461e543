import { z } from 'zod';
import { type RequestField, requestFieldTypes } from '../domain/request-field.ts';
import type { ConfigMistake } from './mistakes.ts';
import { expecting, filledListOf, matching, oneOf, repeats, settings, textThat } from './shape-mistakes.ts';
import type { SettingPath, YamlSource } from './yaml-source.ts';

/** Slack takes 100 blocks in a form and 100 options of 75 characters in a select; ten questions are enough for people. */
const mostFields = 10;
const mostOptions = 100;

const upTo = (most: number) => (text: string) =>
  text.trim() !== '' && text.trim().length <= most ? text.trim() : null;

const field = settings({
  id: textThat(
    matching(/^[A-Za-z0-9_.-]{1,64}$/),
    'a plain key of letters, digits, _ . and -, at most 64, like ticket',
  ),
  label: textThat(upTo(150), 'what the form says above the field, 1 to 150 characters, like Ticket'),
  type: oneOf(requestFieldTypes),
  required: z.boolean(expecting('true or false')).nullish(),
  hint: textThat(upTo(2_000), 'a sentence below the field of at most 2000 characters, or leave it out').nullish(),
  options: filledListOf(
    textThat(upTo(75), 'a text of 1 to 75 characters (a number or yes/no in quotes)'),
    'a list of what can be chosen, like [production, staging]',
  )
    .max(mostOptions, `has more than ${mostOptions} options; write at most ${mostOptions}.`)
    .nullish(),
  entitlements: filledListOf(
    textThat(upTo(1_000), 'the id of an entitlement of this app'),
    'a list of entitlement ids of this app, or leave it out for all of them',
  ).nullish(),
}).transform(
  (written): RequestField => ({
    id: written.id,
    label: written.label,
    type: written.type,
    required: written.required ?? false,
    hint: written.hint ?? null,
    options: written.options ?? [],
    entitlements: written.entitlements ? [...new Set(written.entitlements)] : null,
  }),
);

/** `apps[].fields` as the operator writes it. What one field means beside another is checked by `requestFieldMistakes`. */
export const requestFields = z
  .array(field, expecting('a list of fields, like [{ id: ticket, label: Ticket, type: text }], or leave it out'))
  .max(mostFields, `has more than ${mostFields} fields; write at most ${mostFields}.`);

/** What is looked at apart from the whole shape, so that it is checked even where something else is wrong. */
const lenient = {
  file: z.object({ apps: z.array(z.unknown()) }),
  app: z.object({ fields: z.array(z.unknown()) }),
  id: z.object({ id: z.string() }),
  choice: z.object({ type: z.enum(requestFieldTypes), options: z.unknown().optional() }),
  options: z.object({ options: z.array(z.unknown()) }),
  option: z.string().trim(),
};

/** What is wrong with the fields of all apps beyond the shape of each: what stands there twice, options where none belong or none are. */
export function requestFieldMistakes(source: YamlSource): ConfigMistake[] {
  const apps = lenient.file.safeParse(source.value).data?.apps ?? [];
  return apps.flatMap((app, appIndex) => {
    const path = ['apps', appIndex, 'fields'];
    const fields = lenient.app.safeParse(app).data?.fields ?? [];
    const ids = fields.map((one) => lenient.id.safeParse(one).data?.id ?? null);
    return [
      ...repeats(ids).map((repeat) =>
        source.at([...path, repeat.index, 'id'], `is the id of fields[${repeat.firstIndex}] already; choose another.`),
      ),
      ...fields.flatMap((one, index) => optionMistakes(source, [...path, index], one)),
    ];
  });
}

function optionMistakes(source: YamlSource, path: SettingPath, one: unknown): ConfigMistake[] {
  const written = lenient.choice.safeParse(one).data;
  const hasOptions = written?.options !== undefined && written.options !== null;
  if (written?.type === 'choice' && !hasOptions) {
    return [source.at([...path, 'options'], 'is missing; write what can be chosen, like [production, staging].')];
  }
  if (written !== undefined && written.type !== 'choice' && hasOptions) {
    return [
      source.atName(
        [...path, 'options'],
        'stands beside another type than choice; leave it out or write type: choice.',
      ),
    ];
  }
  const options = lenient.options.safeParse(one).data?.options ?? [];
  return repeats(options.map((option) => lenient.option.safeParse(option).data ?? null)).map((repeat) =>
    source.at(
      [...path, 'options', repeat.index],
      `stands in options[${repeat.firstIndex}] already; keep one of the two.`,
    ),
  );
}
