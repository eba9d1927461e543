import { expect, it } from 'vitest';
import { z } from 'zod';
import { pushedEntry } from '../../../src/extras/audit-push/pushed-entry.ts';

it('docs/audit-entry.schema.json describes what is sent (npm run schema writes it again)', async () => {
  // Receivers ignore members that later versions add.
  const schema = z.toJSONSchema(pushedEntry, {
    target: 'draft-2020-12',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The format says it in a word.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/audit-entry.schema.json',
  );
});
