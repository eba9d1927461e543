import { sql, type UpdateObject } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { CardRow } from '../../use-cases/ports/rows/card-rows.ts';
import { first, Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

const notPosted = {
  ts: null,
  permalink: null,
  postingSince: null,
  sentFingerprint: null,
  state: 'wanted',
  lineClaim: null,
} as const;

/** `permalink`: where it is known already; `told`: keys of the lines that the card itself says. */
interface PostedAs {
  readonly permalink?: string | null;
  readonly told?: readonly string[];
}

export class CardRows extends Rows {
  /** The card of this request in this channel, made if it is not there. */
  async want(
    id: string,
    requestId: string,
    channel: string,
    threadOf: string | null = null,
  ): Promise<CardRow> {
    this.scope.changes.askings.add(requestId);
    const card = await this.trx
      .insertInto('cards')
      .values({ id, requestId, channel, threadOf, ...notPosted, told: [] })
      .onConflict((conflict) => conflict.columns(['requestId', 'channel']).doNothing())
      .returningAll()
      .executeTakeFirst();
    const standing = this.#cards()
      .where('requestId', '=', requestId)
      .where('channel', '=', channel);
    return card ?? standing.executeTakeFirstOrThrow();
  }

  /**
   * The card that others of the same group hang on in this channel; hold the group's lock while it
   * decides anything.
   */
  rootOfGroup(groupId: string, channel: string): Promise<CardRow | null> {
    const roots = this.#cards()
      .innerJoin('requests', 'requests.id', 'cards.requestId')
      .where('cards.threadOf', 'is', null);
    const ofGroup = roots
      .where('requests.groupId', '=', groupId)
      .where('cards.channel', '=', channel);
    return first(ofGroup.orderBy('requests.createdAt'));
  }

  /**
   * Since when the oldest undecided emergency waits that no posted card and no posted list shows, or that
   * the service does not have yet; null without one. One of more than a week ago counts no more. A call that
   * is over without a list, as Slack refused it or its reader may not be shown it, told nobody.
   */
  async untoldEmergencySince(): Promise<Date | null> {
    const { rows } = await sql<{ since: Date | null }>`
      select min(requests.created_at) as since
      from requests left join tasks on tasks.id = requests.task_id
      where requests.created_at > now() - interval '7 days' and requests.emergency
        and requests.state not in ('refused', 'abandoned', 'withdrawn') and tasks.is_open is not false
        and (requests.task_id is null
          or not exists (select from cards where cards.request_id = requests.id and cards.ts is not null)
          and not exists (select from list_calls join posts on posts.asking_id is null and posts.reader_id = slack_user_id
            where list_calls.request_id = requests.id and posts.posted_at >= told_at))`.execute(
      this.trx,
    );
    return rows[0]?.since ?? null;
  }

  find(id: string): Promise<CardRow | null> {
    return first(this.#byId(id));
  }

  /** Like find, and holds the row until the transaction ends. */
  lock(id: string): Promise<CardRow | null> {
    return first(this.#byId(id).forUpdate());
  }

  /** The card that was posted at this place; null if none was. */
  postedAt({ channel, ts }: Place): Promise<CardRow | null> {
    return first(this.#cards().where('cards.channel', '=', channel).where('cards.ts', '=', ts));
  }

  ofRequest(requestId: string): Promise<readonly CardRow[]> {
    return this.#cards().where('requestId', '=', requestId).orderBy('id').execute();
  }

  // What becomes of its message.

  async save(id: string, values: Partial<Pick<CardRow, 'state' | 'postingSince'>>): Promise<void> {
    const requestId = await this.#change(id, values);
    if (values.state !== undefined) this.#show(requestId);
  }

  async markPosted(
    id: string,
    { ts }: Place,
    sentFingerprint: string,
    { permalink = null, told = [] }: PostedAs = {},
  ): Promise<void> {
    const lines = sql<readonly string[]>`told || ${JSON.stringify(told)}::jsonb`;
    const posted = {
      ts,
      permalink,
      postingSince: null,
      sentFingerprint,
      state: 'posted',
      told: lines,
    } as const;
    this.#show(await this.#change(id, posted));
  }

  /**
   * False where another process has changed what it shows since: then nobody knows which of the two
   * edits came last.
   */
  async markUpdated(
    id: string,
    { before, fingerprint }: { before: string | null; fingerprint: string },
  ): Promise<boolean> {
    const isSame = sql`sent_fingerprint is not distinct from ${before}`;
    const row = await this.trx
      .updateTable('cards')
      .set({ sentFingerprint: sql<string>`case when ${isSame} then ${fingerprint} else '' end` })
      .where('id', '=', id)
      .returning('sentFingerprint')
      .executeTakeFirst();
    return row?.sentFingerprint !== '';
  }

  /** Does nothing where the card was posted anew since. */
  async keepPermalink(id: string, ts: string, permalink: string): Promise<void> {
    await this.trx
      .updateTable('cards')
      .set({ permalink })
      .where('id', '=', id)
      .where('ts', '=', ts)
      .execute();
  }

  /**
   * The message was deleted in Slack: the card may be posted again. Does nothing where it was since.
   */
  async markGone(id: string, ts: string): Promise<void> {
    this.#show(await this.#change(id, notPosted, ts));
  }

  // The lines in the thread of a posted card.

  /** The last claim is the one that counts. False where the line was told meanwhile. */
  async claimLine(id: string, key: string, lineClaim: string): Promise<boolean> {
    const isNew = sql<boolean>`not jsonb_exists(told, ${key})`;
    const { numUpdatedRows } = await this.#byIdToChange(id)
      .set({ lineClaim })
      .where(isNew)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** False, changing nothing, where another process has claimed or marked it since. */
  async markLine(id: string, keys: readonly string[], lineClaim: string): Promise<boolean> {
    const allKeys = sql<readonly string[]>`told || ${JSON.stringify(keys)}::jsonb`;
    const marking = this.#byIdToChange(id)
      .set({ told: allKeys, lineClaim: null })
      .where('lineClaim', '=', lineClaim);
    return (await marking.executeTakeFirst()).numUpdatedRows > 0n;
  }

  #cards() {
    return this.trx.selectFrom('cards').selectAll('cards');
  }

  #byId(id: string) {
    return this.#cards().where('cards.id', '=', id);
  }

  #byIdToChange(id: string) {
    return this.trx.updateTable('cards').where('id', '=', id);
  }

  /** `ts`: only where that is still its message. Returns the id of its request; null where nothing is changed. */
  #change(id: string, values: UpdateObject<Tables, 'cards'>, ts?: string): Promise<string | null> {
    const saved = this.#byIdToChange(id)
      .set(values)
      .$if(ts !== undefined, (query) => query.where('ts', '=', ts ?? ''));
    return first(saved.returning('requestId'), ({ requestId }) => requestId);
  }

  #show(requestId: string | null): void {
    if (requestId !== null) this.scope.changes.askings.add(requestId);
  }
}
