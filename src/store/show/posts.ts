import { sql } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { KeptNews, RequestWait } from '../../domain/telling/told-request.ts';
import type {
  EarlierPost,
  ListCall,
  PostRow,
  ToldTo,
} from '../../use-cases/ports/rows/post-rows.ts';
import { insertOnce, Rows } from '../platform/rows.ts';

/** What was posted, and for which headlines. */
interface Posted {
  /** Where it is; null if Slack took nothing, and never will: the one before stays. */
  readonly place: Place | null;
  readonly headlines: readonly string[];
  readonly hash: string;
  readonly at: Date;
}

const of = ({ askingId, workspaceId, readerId }: ToldTo) =>
  sql<boolean>`coalesce(asking_id, '') = ${askingId ?? ''} and workspace_id = ${workspaceId} and reader_id = ${readerId}`;

/** So many messages that were closed stay known, and one. */
const keptClosed = 9;

const onePerReader = sql`coalesce(asking_id, ''), workspace_id, reader_id`;

const unposted = {
  channel: null,
  ts: null,
  postedAt: null,
  headline: null,
  hash: null,
  told: sql<readonly string[]>`'[]'`,
  toClose: sql<readonly EarlierPost[]>`'[]'`,
  closed: sql<readonly string[]>`'[]'`,
  shown: sql<readonly string[]>`'[]'`,
};

export class PostRows extends Rows {
  async find(to: ToldTo): Promise<PostRow | null> {
    const row = await this.trx.selectFrom('posts').selectAll().where(of(to)).executeTakeFirst();
    if (row === undefined) return null;
    const { channel, ts } = row;
    return { ...row, place: channel === null || ts === null ? null : { channel, ts } };
  }

  /** What a list is about to show: a change of it from now on is shown by another job. */
  async keepShown(to: ToldTo, shown: readonly string[]): Promise<void> {
    const isOther = sql<boolean>`posts.shown <> excluded.shown`;
    await this.trx
      .insertInto('posts')
      .values({ ...to, ...unposted, claim: null, shown })
      .onConflict((one) => one.expression(onePerReader).doUpdateSet({ shown }).where(isOther))
      .execute();
  }

  /**
   * The last claim of a post counts. Returns false and changes nothing where it was posted anew, or one
   * of these headlines was told, meanwhile.
   *
   * @param before where it is, as far as the caller knows
   */
  async claim(
    to: ToldTo,
    claim: string,
    { before, headlines }: { before: Place | null; headlines: readonly string[] },
  ): Promise<boolean> {
    const isNews = sql<boolean>`posts.ts is not distinct from ${before?.ts ?? null}
      and not jsonb_exists_any(posts.told, array[${sql.join(headlines)}]::text[])`;
    const { numInsertedOrUpdatedRows = 0n } = await this.trx
      .insertInto('posts')
      .values({ ...to, ...unposted, claim })
      .onConflict((one) => one.expression(onePerReader).doUpdateSet({ claim }).where(isNews))
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }

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
    const there =
      place === null
        ? sql``
        : sql`, headline = ${headline}, hash = ${hash}, posted_at = ${at}, channel = ${place.channel}, ts = ${place.ts},
        to_close = case when ts is null then to_close else to_close || jsonb_build_array(jsonb_build_object(
          'channel', channel, 'ts', ts, 'headline', headline, 'postedAt', posted_at)) end`;
    const { rows } = await sql<{ toClose: readonly EarlierPost[] }>`
      update posts set claim = null, told = told || ${news}::jsonb${there}
      where ${of(to)} and claim = ${claim} returning to_close`.execute(this.trx);
    return rows[0]?.toClose ?? null;
  }

  // What becomes of posts.

  async isAt(to: ToldTo, { ts }: Place): Promise<boolean> {
    const rows = this.trx.selectFrom('posts').select('ts').where(of(to)).where('ts', '=', ts);
    return (await rows.execute()).length > 0;
  }

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
    const row = await this.#one(to)
      .set({ hash: sql<string | null>`case when ${isSame} then ${hash} end` })
      .where('ts', '=', ts)
      .returning('hash')
      .executeTakeFirst();
    return row === undefined || row.hash !== null;
  }

  /**
   * This message is to be closed where it is no post that is known. While one is being posted, it may
   * be that one. Returns whether it is, changing nothing otherwise.
   */
  async addCopy(
    { askingId, readerId }: Pick<ToldTo, 'askingId' | 'readerId'>,
    { channel, ts }: Place,
  ): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update posts set to_close = to_close || jsonb_build_array(jsonb_build_object(
        'channel', ${channel}::text, 'ts', ${ts}::text, 'headline', headline, 'postedAt', posted_at, 'isCopy', true))
      where coalesce(asking_id, '') = ${askingId ?? ''} and reader_id = ${readerId}
        and claim is null and ts is distinct from ${ts} and not jsonb_exists(closed, ${ts}::text)
        and not jsonb_path_exists(to_close, '$[*] ? (@.ts == $ts)', jsonb_build_object('ts', ${ts}::text))`.execute(
      this.trx,
    );
    return numAffectedRows > 0n;
  }

  /** There is no current post any more: the next headline makes one. */
  async markGone(to: ToldTo, { ts }: Place): Promise<void> {
    await this.#one(to).set({ ts: null, hash: null }).where('ts', '=', ts).execute();
  }

  /** What it told is news again. */
  async untell(to: ToldTo, keys: readonly string[]): Promise<void> {
    const otherKeys = sql<readonly string[]>`coalesce((
      select jsonb_agg(key order by place) from jsonb_array_elements_text(told) with ordinality as all_told (key, place)
      where not ${JSON.stringify(keys)}::jsonb ? key), '[]')`;
    await this.#one(to).set({ told: otherKeys }).execute();
  }

  /** It stays known for a while: a click that was under way meanwhile makes no copy of it. */
  async markClosed(to: ToldTo, { ts }: Place): Promise<void> {
    await sql`
      update posts set to_close = coalesce((select jsonb_agg(one order by one ->> 'ts') from jsonb_array_elements(to_close) as one
          where one ->> 'ts' <> ${ts}), '[]'),
        closed = jsonb_path_query_array(closed || jsonb_build_array(${ts}::text), '$[last - ${sql.lit(keptClosed)} to last]')
      where ${of(to)}`.execute(this.trx);
  }

  /** The post of this claim was taken away again. */
  async dropClaim(to: ToldTo, claim: string): Promise<void> {
    await this.#one(to).set({ claim: null }).where('claim', '=', claim).execute();
  }

  // What is told beside what the rows of a request say.

  /** False, changing nothing, where it was kept before. */
  async keepNews(
    requestId: string,
    { kind, detail, occurrence }: Omit<KeptNews, 'at'>,
    at: Date,
  ): Promise<boolean> {
    const isNew = await insertOnce(
      this.trx.insertInto('accessNews').values({ requestId, kind, detail, occurrence, at }),
    );
    if (isNew) this.scope.changes.requests.add(requestId);
    return isNew;
  }

  /** The order came to nothing: nobody takes the access away by it. */
  async dropOrder(requestId: string, order: string): Promise<void> {
    this.scope.changes.requests.add(requestId);
    await this.trx
      .deleteFrom('accessNews')
      .where('requestId', '=', requestId)
      .where('kind', '=', 'taking-away')
      .where('occurrence', '=', order)
      .execute();
  }

  /** The first time counts, and the last cause. */
  async keepWait(requestId: string, { cause, since }: RequestWait): Promise<void> {
    const isOther = sql<boolean>`request_waits.cause <> excluded.cause`;
    const { numInsertedOrUpdatedRows = 0n } = await this.trx
      .insertInto('requestWaits')
      .values({ requestId, cause, since })
      .onConflict((conflict) => conflict.column('requestId').doUpdateSet({ cause }).where(isOther))
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) this.scope.changes.requests.add(requestId);
  }

  /** Why it waits, or waited; null where it never did. */
  async causeOfWait(requestId: string): Promise<RequestWait['cause'] | null> {
    const row = this.trx
      .selectFrom('requestWaits')
      .select('cause')
      .where('requestId', '=', requestId);
    return (await row.executeTakeFirst())?.cause ?? null;
  }

  /** It waits no more: another wait is another headline. */
  async endWait(requestId: string): Promise<void> {
    await this.trx.deleteFrom('requestWaits').where('requestId', '=', requestId).execute();
  }

  #one(to: ToldTo) {
    return this.trx.updateTable('posts').where(of(to));
  }
}

/** More than these are told with the next list. */
const mostCalls = 100;

/** Why reviewers are called. */
export class CallRows extends Rows {
  /**
   * Has what waits for these people posted anew; once for each occasion, whose name may have grown since,
   * because the service tells more of it.
   */
  async call(
    slackUserIds: readonly string[],
    { requestId, occasion, at }: ListCall,
  ): Promise<void> {
    if (slackUserIds.length === 0) return;
    const { rows: newCalls } = await sql<{ slackUserId: string }>`
      insert into list_calls (slack_user_id, request_id, occasion, at)
      select one.slack_user_id, ${requestId}, ${occasion}::text, ${at} from unnest(array[${sql.join(slackUserIds)}]::text[]) as one(slack_user_id)
      where not exists (select from list_calls as earlier where earlier.slack_user_id = one.slack_user_id
        and earlier.request_id = ${requestId} and starts_with(${occasion}::text, earlier.occasion))
      on conflict do nothing returning slack_user_id`.execute(this.trx);
    for (const { slackUserId } of newCalls) this.scope.changes.lists.add(slackUserId);
  }

  /** Also long ago. */
  async isAnybodyCalled(requestId: string): Promise<boolean> {
    const rows = this.trx.selectFrom('listCalls').select('at').where('requestId', '=', requestId);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  /** Those that the person was not told, the oldest first. */
  callsToTell(slackUserId: string): Promise<readonly ListCall[]> {
    return this.trx
      .selectFrom('listCalls')
      .select(['requestId', 'occasion', 'at'])
      .where('slackUserId', '=', slackUserId)
      .where('toldAt', 'is', null)
      .orderBy('at')
      .orderBy('requestId')
      .limit(mostCalls)
      .execute();
  }

  /** Not to be told again: told, over, or refused by Slack. */
  async markTold(slackUserId: string, calls: readonly ListCall[], toldAt: Date): Promise<void> {
    if (calls.length === 0) return;
    const keys = calls.map(({ requestId, occasion }) => sql`(${requestId}, ${occasion})`);
    await this.trx
      .updateTable('listCalls')
      .set({ toldAt })
      .where('slackUserId', '=', slackUserId)
      .where(sql<boolean>`(request_id, occasion) in (${sql.join(keys)})`)
      .execute();
  }
}
