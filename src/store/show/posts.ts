import { sql, type Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { KeptNews, RequestWait } from '../../domain/telling/told-request.ts';
import type {
  EarlierPost,
  ListCall,
  ToldTo,
  WaitingListRow,
} from '../../use-cases/ports/rows/post-rows.ts';
import { insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import type { Changes } from './marks.ts';

interface PostedList {
  /** Where it is; null if Slack took nothing, and never will. */
  readonly place: Place | null;
  readonly hash: string;
  readonly at: Date;
}

/** What was posted, and for which headlines. */
interface Posted extends PostedList {
  readonly headlines: readonly string[];
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
    /** False, changing nothing, where another process has changed what it shows since. */
    async markUpdated(
      to: ToldTo,
      { before, hash }: { before: string | null; hash: string },
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('posts')
        .set({ hash })
        .where(of(to))
        .where('hash', 'is not distinct from', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
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

const unpostedList = { channel: null, ts: null, postedAt: null, hash: null };

const unposted = {
  ...unpostedList,
  headline: null,
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

export function listRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
  const of = (slackUserId: string) =>
    trx.updateTable('lists').where('slackUserId', '=', slackUserId);
  return {
    ...callRows(trx, changes),
    async find(slackUserId: string): Promise<WaitingListRow | null> {
      const row = await trx
        .selectFrom('lists')
        .selectAll()
        .where('slackUserId', '=', slackUserId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { channel, ts } = row;
      return { ...row, place: channel === null || ts === null ? null : { channel, ts } };
    },
    /** What is about to be shown: a change of it from now on is shown by another job. */
    async keepShown(slackUserId: string, shown: readonly string[]): Promise<void> {
      const isOther = sql<boolean>`lists.shown <> excluded.shown`;
      await trx
        .insertInto('lists')
        .values({ slackUserId, ...unpostedList, claim: null, shown })
        .onConflict((conflict) =>
          conflict.column('slackUserId').doUpdateSet({ shown }).where(isOther),
        )
        .execute();
    },
    /**
     * Whoever claims it last is the one whose post counts. False, changing nothing, where it was posted
     * since.
     *
     * @param before when it was posted last, as far as the caller knows
     */
    async claim(slackUserId: string, claim: string, before: Date | null): Promise<boolean> {
      const { numUpdatedRows } = await of(slackUserId)
        .set({ claim })
        .where('postedAt', 'is not distinct from', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** False, changing nothing, where somebody else has claimed it since. */
    async markPosted(slackUserId: string, claim: string, posted: PostedList): Promise<boolean> {
      const { place, at: postedAt, hash } = posted;
      // Where Slack took nothing, the one before stays.
      const there = place === null ? {} : { ...place, hash, postedAt };
      const { numUpdatedRows } = await of(slackUserId)
        .set({ ...there, claim: null })
        .where('claim', '=', claim)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** False, changing nothing, where another process has changed what it shows since. */
    async markUpdated(slackUserId: string, before: string | null, hash: string): Promise<boolean> {
      const { numUpdatedRows } = await of(slackUserId)
        .set({ hash })
        .where('hash', 'is not distinct from', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** The next call makes another one. */
    async markGone(slackUserId: string, { ts }: Place): Promise<void> {
      await of(slackUserId).set({ ts: null, hash: null }).where('ts', '=', ts).execute();
    },
  };
}

function callRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
  return {
    /** Has what waits for these people posted anew; once for each occasion. */
    async call(
      slackUserIds: readonly string[],
      { requestId, occasion, at }: ListCall,
    ): Promise<void> {
      if (slackUserIds.length === 0) return;
      const newCalls = await trx
        .insertInto('listCalls')
        .values(
          slackUserIds.map((slackUserId) => ({
            slackUserId,
            requestId,
            occasion,
            at,
            toldAt: null,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['slackUserId', 'requestId', 'occasion']).doNothing(),
        )
        .returning('slackUserId')
        .execute();
      for (const { slackUserId } of newCalls) changes.lists.add(slackUserId);
    },
    /** Those that the person was not told, the oldest first. */
    callsToTell: (slackUserId: string): Promise<readonly ListCall[]> =>
      trx
        .selectFrom('listCalls')
        .select(['requestId', 'occasion', 'at'])
        .where('slackUserId', '=', slackUserId)
        .where('toldAt', 'is', null)
        .orderBy('at')
        .orderBy('requestId')
        .execute(),
    /** They are told, or nothing of them waits any more. */
    async markTold(slackUserId: string, calls: readonly ListCall[], toldAt: Date): Promise<void> {
      if (calls.length === 0) return;
      const keys = calls.map(({ requestId, occasion }) => sql`(${requestId}, ${occasion})`);
      await trx
        .updateTable('listCalls')
        .set({ toldAt })
        .where('slackUserId', '=', slackUserId)
        .where(sql<boolean>`(request_id, occasion) in (${sql.join(keys)})`)
        .execute();
    },
  };
}
