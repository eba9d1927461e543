/**
 * Long because most measures need all of it: the two stand-ins, a company of any size in them, and
 * the bot between them, a process of its own.
 */
import { Pool } from 'undici';
import type { Outcome, ShownMessage } from '../sandbox/workspace/client.ts';
import { clickCard, fieldId, fillForm } from '../test/support/asking.ts';
import { ClickableWorld, temporaryFolder, until } from '../test/support/bot-world.ts';
import { postgresBinaries } from '../test/support/embedded-postgres.ts';
import { startStandIns } from '../test/support/stand-ins.ts';
import { Bot } from './bot.ts';
import {
  appName,
  type CompanySize,
  channelId,
  directMessageId,
  entitlementName,
  personId,
  reviewer,
  writeCompany,
} from './company.ts';
import { type DatabasePlace, placeOf } from './database-place.ts';
import { type Asking, type Recorded, type SignedPayload, signedPayload } from './payloads.ts';
import { catalogueRead, seenIn } from './waiting.ts';

export type Engine = DatabasePlace['settings']['kind'];

export interface StageOptions extends Partial<CompanySize> {
  readonly engine: Engine;
  /** Whether the bot keeps the pace that Slack wants; it does where nothing is said. */
  readonly isPaced?: boolean;
  /** Whether Slack enforces its limits now. */
  readonly rateLimits?: () => boolean;
}

/** Engines that this machine has. */
export const engines: readonly Engine[] =
  postgresBinaries() === null ? ['embedded'] : ['embedded', 'postgres'];

export interface EndToEnd {
  /** From the submission until its card is in the channel. */
  readonly cardMs: number;
  /** From the click until the card shows it. */
  readonly clickMs: number;
  /** From the submission until the requester has heard that it is granted. */
  readonly grantedMs: number;
}

const attempts = 5;

interface Parts {
  readonly size: CompanySize;
  readonly world: ClickableWorld;
  readonly database: DatabasePlace['settings'];
  readonly bot: Bot;
  readonly pool: Pool;
}

export class Stage {
  readonly world: ClickableWorld;
  readonly database: DatabasePlace['settings'];
  readonly bot: Bot;
  readonly pool: Pool;
  readonly #size: CompanySize;
  #recorded: Recorded = { command: '', keystroke: '', submission: '' };
  #views = 0;

  private constructor({ size, world, database, bot, pool }: Parts) {
    this.#size = size;
    this.world = world;
    this.database = database;
    this.bot = bot;
    this.pool = pool;
  }

  /** Does the work on a stage of its own, where a bot runs, and takes everything away again. */
  static async with<T>(options: StageOptions, work: (stage: Stage) => Promise<T>): Promise<T> {
    const closing: (() => unknown)[] = [];
    try {
      const folder = await temporaryFolder();
      closing.push(() => folder.remove());
      const { people = 400, apps = 40, entitlementsOfAnApp = 20, hasAgents = false } = options;
      const { rateLimits, isPaced = true } = options;
      const size = { people, apps, entitlementsOfAnApp, hasAgents };
      const { seedFile, accessFile } = await writeCompany(folder.path, size);
      const { slack, governance } = await startStandIns({
        governance: { seedFile },
        slack: { seedFile, rateLimits },
      });
      closing.push(
        () => governance.close(),
        () => slack.close(),
      );
      const { settings: database, remove } = await placeOf(options.engine, { isDurable: true });
      closing.push(remove);
      const at = { slackApiUrl: slack.apiUrl, governanceUrl: governance.url, accessFile };
      const bot = await Bot.start({ ...at, database, isPaced });
      const pool = new Pool(new URL(bot.eventsUrl).origin);
      closing.push(
        () => bot.stop(),
        () => pool.close(),
      );
      slack.setRequestUrl(bot.eventsUrl);
      const world = new ClickableWorld({ slack, governance });
      await catalogueRead(world);
      return await work(new Stage({ size, world, database, bot, pool }));
    } finally {
      for (const close of closing.toReversed()) await close();
    }
  }

  /** One request by hand, to have something to send again; its card waits in the first channel. */
  async record(): Promise<void> {
    const { client, slack } = this.world;
    const person = personId(0);
    const form = await fillForm(this.world, {
      person,
      app: appName(0),
      entitlement: entitlementName(0, 0),
    });
    // As long as it can be, so that nothing ends while a measure runs.
    const duration = {
      [fieldId(this.world, person, 'duration') ?? '']: { 'request.duration': '604800' },
    };
    await client.submitView(person, form.viewId, { ...form.values, ...duration });
    await client.closeView(person, this.world.form(person).id);
    await until('its card', () => this.world.cards(reviewer, channelId(0)).at(-1), 60_000);
    const payloadOf = (name: string) =>
      JSON.stringify(slack.deliveries().findLast((one) => one.name === name)?.payload ?? '');
    this.#recorded = {
      command: payloadOf('/request-access'),
      keystroke: payloadOf('block_suggestion'),
      submission: payloadOf('view_submission'),
    };
  }

  /** The recorded payload as Slack would send it for somebody else. */
  #signed(kind: keyof Recorded, asking: Asking): SignedPayload {
    this.#views += 1;
    return signedPayload(this.#recorded, kind, { ...asking, view: this.#views });
  }

  /** Milliseconds until the ack; throws where it says no. */
  async send(kind: keyof Recorded, asking: Asking, pool: Pool = this.pool): Promise<number> {
    const request = this.#signed(kind, asking);
    const startedMs = performance.now();
    const answer = await pool.request(request);
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"errors"'))
      throw new Error(`${answer.statusCode} ${text}`);
    return performance.now() - startedMs;
  }

  /**
   * Sends a submission. It may come when the database is too busy to keep it in time, which the
   * person is told.
   */
  async submit(asking: Asking, pool: Pool = this.pool): Promise<number | 'not kept'> {
    try {
      return await this.send('submission', asking, pool);
    } catch (error) {
      if (error instanceof Error && error.message.includes('Press Submit again')) return 'not kept';
      throw error;
    }
  }

  /** From the submission until the requester has heard that it is granted: what each part took. */
  async endToEnd(asking: Asking): Promise<EndToEnd> {
    const channel = channelId(asking.app);
    const name = entitlementName(asking.app, asking.entitlement);
    const before = this.world.cards(reviewer, channel).at(-1)?.ts ?? '';
    const submittedMs = performance.now();
    await this.#submitKept(asking);
    const own = ({ ts, text }: ShownMessage) => ts > before && text.includes(name);
    const newest = () => this.world.cards(reviewer, channel).findLast(own);
    const card = await seenIn(this.world, channel, 'its card', newest);
    const clickedMs = performance.now();
    const click = this.#approve(card);
    const shown = JSON.stringify(card.blocks);
    const isChanged = () => JSON.stringify(newest()?.blocks) !== shown;
    await seenIn(this.world, channel, 'the card shows the click', isChanged);
    const cardShowsMs = performance.now();
    const outcome = await click;
    if (!outcome.ok) throw new Error(outcome.sentence);
    await this.#seeGrant(asking);
    const grantedMs = performance.now();
    return {
      cardMs: clickedMs - submittedMs,
      clickMs: cardShowsMs - clickedMs,
      grantedMs: grantedMs - submittedMs,
    };
  }

  /** Presses Submit again where it was not kept, as a person does. */
  async #submitKept(asking: Asking): Promise<void> {
    for (let attempt = 1; (await this.submit(asking)) === 'not kept'; attempt += 1) {
      if (attempt === attempts) throw new Error(`not kept in ${attempts} attempts`);
    }
  }

  /** Clicks again where the bot did not answer in time, as a person does. */
  async #approve(card: ShownMessage): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await clickCard(this.world, reviewer, card, 'review.approve');
      if (outcome.ok || attempt === attempts) return outcome;
      // The click before was taken after all.
      if (attempt > 1 && outcome.code === 'stale') return { ok: true };
    }
  }

  /** The requester has heard of the grant. */
  async #seeGrant({ person, app, entitlement }: Asking): Promise<void> {
    const [id, name] = [personId(person), entitlementName(app, entitlement)];
    const isGrant = (text: string) => text.includes('✅ You have') && text.includes(name);
    const hasHeard = () => this.world.directMessages(id).some(isGrant);
    await seenIn(this.world, directMessageId(id), 'it is granted', hasHeard);
  }

  /** `count` requests from end to end, so many at once, each lane in a channel of its own. */
  async throughput(count: number, lanes: number, onDone: (done: number) => void): Promise<void> {
    const { people } = this.#size;
    let begun = 0;
    let done = 0;
    const lane = async (_: unknown, app: number) => {
      while (begun < count) {
        begun += 1;
        const number = this.#asked.get(app) ?? 1;
        this.#asked.set(app, number + 1);
        // The lanes are at different people.
        const person = (number + app * Math.floor(people / lanes)) % people;
        await this.endToEnd({ person, app, entitlement: 1 + Math.floor(number / people) });
        done += 1;
        onDone(done);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  readonly #asked = new Map<number, number>();

  /** Lets the stand-ins drop what was over so many seconds ago. */
  forget(seconds: number): void {
    const before = new Date(Date.now() - seconds * 1_000);
    this.world.slack.forget(before);
    this.world.governance.forget(before);
  }
}
