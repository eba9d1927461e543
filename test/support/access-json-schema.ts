import { z } from 'zod';
import { accessShape } from '../../src/config/access-schema.ts';
import { writtenAlso } from '../../src/config/values.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** zod counts what has a default only after it was looked at as required. */
function optionalWhereMissingIsRight(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  json: JsonSchema,
): void {
  const required = Object.keys(shape).filter(
    (name) => !z.safeParse(shape[name] ?? z.unknown(), undefined).success,
  );
  delete json.required;
  if (required.length > 0) json.required = required;
}

/** `access.yaml` for editors, as JSON Schema of the version that they all know. */
export function accessJsonSchema(): z.core.JSONSchema.JSONSchema {
  const { $schema, ...settings } = z.toJSONSchema(accessShape, {
    io: 'input',
    target: 'draft-07',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodObject)
        optionalWhereMissingIsRight(zodSchema.shape, jsonSchema);
      // A list of any length.
      if (jsonSchema.maxItems === null || jsonSchema.maxItems === Number.POSITIVE_INFINITY)
        delete jsonSchema.maxItems;
      const ways = writtenAlso.get(zodSchema)?.ways ?? [];
      if (ways.length === 0) return;
      const usual = { ...jsonSchema };
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.anyOf = [usual, ...ways];
    },
  });
  return { $schema, title: 'access.yaml', ...settings };
}
