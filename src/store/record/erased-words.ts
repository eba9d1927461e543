/** What readers of the trail see where a text was erased. */
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { AuditLine } from '../../domain/record/audit-filter.ts';
import { hashesIn, jsonIn, openTexts, readTexts } from '../../use-cases/trail/sealed-text.ts';
import type { Tables } from '../platform/tables.ts';
import { type LineRow, toLine } from './audit-entry.ts';

const erasing = z.object({
  at: z.string(),
  operator: z.string().catch(''),
  erased: z.array(z.object({ seq: z.int(), field: z.string() })),
});

/** The entries with their texts; where one was erased, when and by whom. */
export async function linesOf(
  kysely: Kysely<Tables>,
  rows: readonly LineRow[],
): Promise<readonly AuditLine[]> {
  const isAnyErased = rows.some((row) => erasedFields(row).length > 0);
  const words = isAnyErased ? await erasedWords(kysely) : new Map<string, string>();
  return rows.map((row) => {
    const detail = Object.fromEntries(
      erasedFields(row).flatMap((field) => {
        const sentence = words.get(keyOf(row.seq, field));
        return sentence === undefined ? [] : [[field, sentence]];
      }),
    );
    return withFields(toLine(row), detail);
  });
}

/** Paths of fields that have a hash and no text. */
function erasedFields({ detail, texts }: LineRow): readonly string[] {
  const beside = readTexts(texts) ?? {};
  return [...hashesIn(Object(jsonIn(detail))).keys()].filter((path) => !(path in beside));
}

async function erasedWords(kysely: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ detail: string; texts: string | null }>`
    select detail, texts from audit where kind = 'audit.erased' order by seq`.execute(kysely);
  const words = new Map<string, string>();
  for (const { detail, texts } of rows) {
    const parsed = erasing.safeParse(openTexts(Object(jsonIn(detail)), texts));
    if (!parsed.success) continue;
    const { at, operator, erased } = parsed.data;
    const by = operator === '' ? '' : `, by ${operator}`;
    for (const { seq, field } of erased)
      words.set(keyOf(seq, field), `erased on ${at.slice(0, 10)}${by}`);
  }
  return words;
}

const keyOf = (seq: number, field: string): string => `${seq} ${field}`;

/** Sets fields by their paths, like `refusal.email`. */
function withFields(line: AuditLine, fields: Readonly<Record<string, string>>): AuditLine {
  let { detail } = line;
  for (const [path, words] of Object.entries(fields)) detail = withField(detail, path, words);
  return { ...line, detail };
}

function withField(
  detail: AuditLine['detail'],
  path: string,
  words: string,
): Record<string, unknown> {
  const [name = '', ...inner] = path.split('.');
  if (inner.length === 0) return { ...detail, [name]: words };
  return { ...detail, [name]: withField(Object(detail[name]), inner.join('.'), words) };
}
