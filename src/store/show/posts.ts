import { sql, type Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { KeptNews, RequestWait } from '../../domain/telling/told-request.ts';
import type { EarlierPost, ToldTo } from '../../use-cases/ports/rows/post-rows.ts';
import { insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import type { Changes } from './marks.ts';

/** What was posted, and for which headlines. */
interface Posted {
  /** Where it is; null if Slack took nothing, and never will. */
  readonly place: Place | null;
  readonly headlines: readonly string[];
  readonly hash: string;
  readonly at: Date;
}

const of = ({ askingId, workspaceId, readerId }: ToldTo) =>
  sql<boolean>`asking_id = ${askingId} and workspace_id = ${workspaceId} and reader_id = ${readerId}`;

export function postRows(trx: Transaction<Tables>, changes: Changes) {
  return {
    ...waitRows(trx, changes),
    ...endedPostRows(trx),
    /**
     * Whoever claims a post last is the one whose post counts. False, changing nothing, where one of
     * these headlines was told meanwhile.
     */
    async claim(to: ToldTo, claim: string, headlines: readonly string[]): Promise<boolean> {
      const isNews = sql<boolean>`not jsonb_exists_any(posts.told, array[${sql.join(headlines)}])`;
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('posts')
        .values({ ...to, ...unposted, claim })
        .onConflict((conflict) =>
          conflict
            .columns(['askingId', 'workspaceId', 'readerId'])
            .doUpdateSet({ claim })
            .where(isNews),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
    /**
     * Notes where it was posted, and for what. Returns the earlier posts, which have to be closed;
     * null, changing nothing, where somebody else has claimed it since.
     */
    async markPosted(
      to: ToldTo,
      claim: string,
      { place, headlines, hash, at }: Posted,
    ): Promise<readonly EarlierPost[] | null> {
      const [headline = ''] = headlines;
      const news = JSON.stringify(headlines);
      const { rows } = await sql<{ toClose: readonly EarlierPost[] }>`
        update posts set claim = null, headline = ${headline}, told = told || ${news}::jsonb, hash = ${hash}, posted_at = ${at},
          channel = ${place?.channel ?? null}, ts = ${place?.ts ?? null},
          to_close = case when ts is null then to_close else to_close || jsonb_build_array(jsonb_build_object(
            'channel', channel, 'ts', ts, 'headline', headline, 'postedAt', posted_at)) end
        where ${of(to)} and claim = ${claim} returning to_close`.execute(trx);
      return rows[0]?.toClose ?? null;
    },
    async isAt(to: ToldTo, { ts }: Place): Promise<boolean> {
      const rows = trx.selectFrom('posts').select('ts').where(of(to)).where('ts', '=', ts);
      return (await rows.execute()).length > 0;
    },
    /**
     * False where another process has changed what it shows since: then nobody knows which of the two
     * edits came last.
     */
    async markUpdated(
      to: ToldTo,
      { ts }: Place,
      { before, hash }: { before: string | null; hash: string },
    ): Promise<boolean> {
      const isSame = sql`hash is not distinct from ${before}`;
      const row = await trx
        .updateTable('posts')
        .set({ hash: sql<string | null>`case when ${isSame} then ${hash} end` })
        .where(of(to))
        .where('ts', '=', ts)
        .returning('hash')
        .executeTakeFirst();
      return row === undefined || row.hash !== null;
    },
  };
}

/** Posts that are gone, or became a line. */
function endedPostRows(trx: Transaction<Tables>) {
  return {
    /**
     * This message is to be closed where it is no post that is known. While one is being posted, it may
     * be that one. Returns the id of the asking; null, changing nothing, otherwise.
     */
    async addCopy(
      requestId: string,
      readerId: string,
      { channel, ts }: Place,
    ): Promise<string | null> {
      const { rows } = await sql<{ askingId: string }>`
        update posts set to_close = to_close || jsonb_build_array(jsonb_build_object(
          'channel', ${channel}::text, 'ts', ${ts}::text, 'headline', headline, 'postedAt', posted_at, 'isCopy', true))
        from requests where requests.id = ${requestId} and asking_id = coalesce(group_id, requests.id)
          and reader_id = ${readerId} and claim is null and ts is distinct from ${ts}
          and not jsonb_path_exists(to_close, '$[*] ? (@.ts == $ts)', jsonb_build_object('ts', ${ts}::text))
        returning asking_id`.execute(trx);
      return rows[0]?.askingId ?? null;
    },
    /** There is no current post any more: the next headline makes one. */
    async markGone(to: ToldTo, { ts }: Place): Promise<void> {
      await trx
        .updateTable('posts')
        .set({ channel: null, ts: null, hash: null })
        .where(of(to))
        .where('ts', '=', ts)
        .execute();
    },
    async markClosed(to: ToldTo, { ts }: Place): Promise<void> {
      await sql`
        update posts set to_close = coalesce((select jsonb_agg(one) from jsonb_array_elements(to_close) as one
          where one ->> 'ts' <> ${ts}), '[]') where ${of(to)}`.execute(trx);
    },
  };
}

const unposted = {
  channel: null,
  ts: null,
  postedAt: null,
  headline: null,
  hash: null,
  told: sql<readonly string[]>`'[]'`,
  toClose: sql<readonly EarlierPost[]>`'[]'`,
};

function waitRows(trx: Transaction<Tables>, changes: Changes) {
  return {
    /** False, changing nothing, where it was kept before. */
    async keepNews(
      requestId: string,
      { kind, detail, occurrence }: Omit<KeptNews, 'at'>,
      at: Date,
    ): Promise<boolean> {
      const isNew = await insertOnce(
        trx.insertInto('accessNews').values({ requestId, kind, detail, occurrence, at }),
      );
      if (isNew) changes.requests.add(requestId);
      return isNew;
    },
    /** The order came to nothing: nobody takes the access away by it. */
    async dropOrder(requestId: string, order: string): Promise<void> {
      changes.requests.add(requestId);
      await trx
        .deleteFrom('accessNews')
        .where('requestId', '=', requestId)
        .where('kind', '=', 'taking-away')
        .where('occurrence', '=', order)
        .execute();
    },
    /** The first time counts, and the last cause. */
    async keepWait(requestId: string, { cause, since }: RequestWait): Promise<void> {
      const isOther = sql<boolean>`request_waits.cause <> excluded.cause`;
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('requestWaits')
        .values({ requestId, cause, since })
        .onConflict((conflict) =>
          conflict.column('requestId').doUpdateSet({ cause }).where(isOther),
        )
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows > 0n) changes.requests.add(requestId);
    },
    /** Why it waits, or waited; null where it never did. */
    async causeOfWait(requestId: string): Promise<RequestWait['cause'] | null> {
      const row = trx.selectFrom('requestWaits').select('cause').where('requestId', '=', requestId);
      return (await row.executeTakeFirst())?.cause ?? null;
    },
    /** It waits no more: another wait is another headline. */
    async endWait(requestId: string): Promise<void> {
      await trx.deleteFrom('requestWaits').where('requestId', '=', requestId).execute();
    },
  };
}
