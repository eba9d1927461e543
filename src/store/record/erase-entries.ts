/** Erases what entries of the audit trail say of a person; the trail still verifies. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type ForgottenPerson, namesPerson } from '../../domain/people/forgotten-person.ts';
import {
  blankedDetail,
  blankedHash,
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
import { detailColumns, instantColumn } from './audit-entry.ts';

export interface ErasureOrder {
  readonly now: Date;
  readonly sign: SignHead;
  readonly operator: string;
}

/** What `audit --verify` goes by stays readable; it names nobody but operators. */
const kindsAboutTrail = ['audit.begun', 'audit.chain-started', 'database.restored'];

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
  /** What stays of the texts beside it; null for an entry of format 1, whose detail is blanked. */
  readonly texts: SealedTexts | null;
}

/** An entry of format 1 that no seal covers yet: blanked now, its seal would cover nothing. */
export class UnsealedEntries extends Error {
  override readonly name = 'UnsealedEntries';
  constructor() {
    super('An earlier version of the bot wrote entries that are not sealed yet. Try again soon.');
  }
}

const keptEntry = z.object({
  seq: z.int(),
  kind: z.string(),
  at: z.date().transform((at) => at.toISOString()),
  requestId: z.string().nullable(),
  taskId: z.string().nullable(),
  actor: z.string().nullable(),
  app: z.string().nullable(),
  detail: z.string(),
  texts: z.string().nullable(),
  format: z.int(),
  instant: z.string(),
  seal: z.string().nullable(),
});
type KeptEntry = z.output<typeof keptEntry>;

/**
 * Erases the texts of all that the person did and of all about these requests, and those that name
 * them elsewhere. Signed entries say which. Returns how many entries lost a text. The number of
 * statements is the same however many entries there are.
 *
 * @throws UnsealedEntries where an entry of format 1 has no seal yet
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
    isBlanked: texts === null,
    texts: texts === null || Object.keys(texts).length === 0 ? null : JSON.stringify(texts),
  }));
  // One statement, because the trail's trigger reads all that was ever erased, once for each.
  await sql`
    update audit set detail = case when "isBlanked" then ${blankedDetail} else detail end,
      texts = case when "isBlanked" then audit.texts else change.texts end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (seq integer, "isBlanked" boolean, texts text)
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
    select audit.seq, kind, at, request_id, task_id, actor, app, detail, texts, audit.format, ${instantColumn} as instant,
      audit_seals.hash as seal
    from audit left join audit_seals on audit_seals.seq = audit.seq
    where kind <> 'audit.erased' and (actor in (${sql.join([...ids, ''])}) or request_id in (select jsonb_array_elements_text(${JSON.stringify(requestIds)}::jsonb))
      or exists (
        select from jsonb_array_elements_text(${words}::jsonb) as word
        where position(word in lower(detail)) > 0 or position(word in lower(texts)) > 0
      ))
    order by audit.seq`.execute(kysely);
  return rows.map((row) => keptEntry.parse(row));
}

/** null where nothing of it is personal, or erased already. */
function erasureOf(
  entry: KeptEntry,
  person: ForgottenPerson,
  isTheirs: boolean,
): EntryErasure | null {
  const { seq, kind, format, detail, texts, seal } = entry;
  if (format === 1) {
    if (kindsAboutTrail.includes(kind)) return null;
    if (detail === blankedDetail || !(isTheirs || namesPerson(detail, person))) return null;
    if (seal === null) throw new UnsealedEntries();
    const hash = blankedHash(seal, { ...entry, detail: blankedDetail });
    return { seq, erased: [{ seq, field: '', hash }], texts: null };
  }
  const hashes = hashesIn(Object(jsonIn(detail)));
  const beside = Object.entries(readTexts(texts) ?? {});
  const isPersonal = (json: string) => isTheirs || namesPerson(json, person);
  const personal = beside.filter(([, { json }]) => isPersonal(json));
  const others = beside.filter(([, { json }]) => !isPersonal(json));
  if (personal.length === 0) return null;
  const erased = personal.map(([field]) => ({ seq, field, hash: hashes.get(field) ?? '' }));
  return { seq, erased, texts: Object.fromEntries(others) };
}
