/** Erases what entries of the audit trail say of a person; the trail still verifies. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type ForgottenPerson, namesPerson } from '../../domain/people/forgotten-person.ts';
import {
  erasureText,
  type SignHead,
  type TrailErasure,
} from '../../use-cases/trail/audit-chain.ts';
import {
  hashesIn,
  jsonIn,
  readTexts,
  type SealedTexts,
} from '../../use-cases/trail/sealed-text.ts';
import type { Tables } from '../platform/tables.ts';
import { detailColumns } from './audit.ts';

export interface ErasureOrder {
  readonly now: Date;
  readonly sign: SignHead;
  readonly operator: string;
}

type Erased = TrailErasure['erased'][number];

/**
 * Texts that one signed entry names at most: entries are sent to a receiver, which takes only so
 * much at once.
 */
const namedAtOnce = 1_000;

/** What goes of one entry. */
interface EntryErasure {
  readonly seq: number;
  readonly erased: readonly Erased[];
  /** What stays of the texts beside it. */
  readonly texts: SealedTexts;
}

const keptEntry = z.object({
  seq: z.int(),
  actor: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.string(),
  texts: z.string().nullable(),
});
type KeptEntry = z.output<typeof keptEntry>;

/**
 * Erases the texts of all that the person did and of all about these requests, and those that name
 * them elsewhere. Signed entries say which. Returns how many entries lost a text. The number of
 * statements is the same however many entries there are.
 */
export async function eraseEntries(
  trx: Transaction<Tables>,
  person: ForgottenPerson,
  requestIds: readonly string[],
  order: ErasureOrder,
): Promise<number> {
  const requests = new Set(requestIds);
  const erasures = (await entriesAbout(trx, person, requestIds)).flatMap((entry) => {
    const isActor = person.pseudonyms.has(entry.actor ?? '');
    const isTheirs = isActor || requests.has(entry.requestId ?? '');
    const erasure = erasureOf(entry, person, isTheirs);
    return erasure === null ? [] : [erasure];
  });
  if (erasures.length === 0) return 0;
  await nameErased(
    trx,
    erasures.flatMap(({ erased }) => erased),
    order,
  );
  const changes = erasures.map(({ seq, texts }) => ({
    seq,
    texts: Object.keys(texts).length === 0 ? null : JSON.stringify(texts),
  }));
  // One statement, because the trail's trigger reads all that was ever erased, once for each.
  await sql`
    update audit set texts = change.texts
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (seq integer, texts text)
    where audit.seq = change.seq`.execute(trx);
  return erasures.length;
}

/** Adds the signed entries by which a missing text is told from tampering. */
async function nameErased(
  trx: Transaction<Tables>,
  all: readonly Erased[],
  { now, sign, operator }: ErasureOrder,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(all.length / namedAtOnce) }, (_, index) => index);
  const entries = starts.map((index) => {
    const erased = all.slice(index * namedAtOnce, (index + 1) * namedAtOnce);
    const erasure = { at: now.toISOString(), erased };
    const detail = { ...erasure, signature: sign(erasureText(erasure)), operator };
    return { kind: 'audit.erased', at: now, ...detailColumns(detail) } as const;
  });
  await trx.insertInto('audit').values(entries).execute();
}

async function entriesAbout(
  kysely: Kysely<Tables>,
  { pseudonyms, emails, names }: ForgottenPerson,
  requestIds: readonly string[],
): Promise<readonly KeptEntry[]> {
  const ids = [...pseudonyms.keys()];
  const words = JSON.stringify([...ids, ...emails, ...names].map((word) => word.toLowerCase()));
  const { rows } = await sql`
    select seq, actor, request_id, detail, texts from audit
    where kind <> 'audit.erased' and (actor in (${sql.join([...ids, ''])}) or request_id in (select jsonb_array_elements_text(${JSON.stringify(requestIds)}::jsonb))
      or exists (
        select from jsonb_array_elements_text(${words}::jsonb) as word
        where position(word in lower(detail)) > 0 or position(word in lower(texts)) > 0
      ))
    order by seq`.execute(kysely);
  return rows.map((row) => keptEntry.parse(row));
}

/** What to erase of the entry; null where nothing of it is personal, or erased already. */
function erasureOf(
  entry: KeptEntry,
  person: ForgottenPerson,
  isTheirs: boolean,
): EntryErasure | null {
  const { seq, detail, texts } = entry;
  const hashes = hashesIn(Object(jsonIn(detail)));
  const beside = Object.entries(readTexts(texts) ?? {});
  const isPersonal = (json: string) => isTheirs || namesPerson(json, person);
  const personal = beside.filter(([, { json }]) => isPersonal(json));
  const others = beside.filter(([, { json }]) => !isPersonal(json));
  if (personal.length === 0) return null;
  const erased = personal.map(([field]) => ({ seq, field, hash: hashes.get(field) ?? '' }));
  return { seq, erased, texts: Object.fromEntries(others) };
}
