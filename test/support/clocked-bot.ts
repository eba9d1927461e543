import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { OutwardJob } from '../../src/domain/outward/job.ts';
import { isConfidential } from '../../src/domain/settings/access-settings.ts';
import { createHandlers } from '../../src/queue/handlers.ts';
import { createChat, type SlackChat } from '../../src/slack/chat.ts';
import { createDirectory, createOwnTeamId } from '../../src/slack/people/directory.ts';
import { createAccounts, createLanguages } from '../../src/slack/people/languages.ts';
import { Pacer } from '../../src/slack/platform/pacer.ts';
import { WorkspaceAddress } from '../../src/slack/platform/web-clients.ts';
import { isAnythingDue } from '../../src/use-cases/due/act-on-due.ts';
import type { ChatDirectory } from '../../src/use-cases/ports/chat-ports.ts';
import type { Store } from '../../src/use-cases/ports/store-ports.ts';
import { ClockedJobs } from './clocked-jobs.ts';
import { RecordedSlack } from './recorded-slack.ts';
import { openSharedDatabase } from './shared-database.ts';
import { UseCaseDesk } from './use-case-desk.ts';

/** A job that ran, with how many transactions it began. */
export interface JobRun {
  readonly job: OutwardJob;
  readonly at: Date;
  readonly transactions: number;
}

/** What a process calls Slack by, in its pace. */
export interface OpenedToSlack {
  readonly chat: SlackChat;
  readonly directory: ChatDirectory;
}

/**
 * The bot with its jobs, its pace and its words, between a service that a test wrote and a Slack
 * that writes down what it gets; all of it by one clock. The service, Slack and the database
 * answer at once.
 */
export class ClockedBot {
  readonly desk: UseCaseDesk;
  readonly jobs: ClockedJobs;
  readonly slack: RecordedSlack;
  readonly runs: JobRun[] = [];
  /**
   * Jobs of which only the calls to Slack count, because nothing is stored about them; null for all
   * others.
   */
  others: (job: OutwardJob, slack: OpenedToSlack) => Promise<void> | null = () => null;
  #opened: OpenedToSlack;

  constructor(kysely: UseCaseDesk['kysely']) {
    const jobs: ClockedJobs = new ClockedJobs({
      now: () => this.desk.world.now(),
      pass: (ms) => this.desk.world.pass(ms),
      run: async (job, earlier) => {
        const { store, count } = counted(this.desk.store);
        const at = this.desk.world.now();
        const other = this.others(job, this.#opened);
        if (other !== null) return other;
        const deps = { ...this.desk.handlerDeps, ...this.#opened, store };
        try {
          return await createHandlers(deps).run(job, earlier);
        } finally {
          this.runs.push({ job, at, transactions: count() });
        }
      },
    });
    this.jobs = jobs;
    this.desk = new UseCaseDesk(kysely, [], jobs.enqueueIn);
    const { timers } = this.desk;
    const after = timers.after.bind(timers);
    timers.after = (ms, key, work) => {
      after(ms, key, work);
      jobs.at(new Date(this.desk.world.now().getTime() + ms), () => timers.ring());
    };
    this.slack = new RecordedSlack(() => this.desk.world.now());
    this.#opened = this.#open();
  }

  /** A process with an empty memory: it has spoken to nobody yet. */
  restart(): void {
    this.#opened = this.#open();
    const { jobs, desk } = this;
    jobs.stopRepeating();
    jobs.every(15_000, async () => jobs.addOnce({ kind: 'refresh-tasks' }));
    jobs.every(4_000, async () => jobs.addOnce({ kind: 'end-grants' }));
    // The bot looks each second; what is due begins within five seconds.
    jobs.every(4_000, async () => {
      if (await isAnythingDue(desk)) jobs.addOnce({ kind: 'act-on-due' });
    });
  }

  #open(): OpenedToSlack {
    const { client } = this.slack;
    const { world, settings } = this.desk;
    const now = (): Date => this.desk.world.now();
    const pacer = new Pacer({ spacingMs: 1_000, now, sleep: this.jobs.sleep });
    const account = createAccounts(client, {
      pacer,
      now,
      heard: (...accounts) => languages.heard(...accounts),
    });
    const languages = createLanguages(account, {
      workspace: 'en',
      admins: settings.admins,
      now,
      wait: async () => undefined,
    });
    const address = new WorkspaceAddress();
    address.heard({ url: 'https://acme.slack.com/' });
    const ownTeamId = createOwnTeamId(client, (answer) => address.heard(answer));
    const { identity, absence } = settings;
    const asking = { account, pacer, ownTeamId, now, log: world.log };
    return {
      directory: createDirectory(client, { ...identity, absence, ...asking }),
      chat: createChat(client, {
        pacer,
        languages,
        now,
        address,
        isConfidential: (appId) => isConfidential(this.desk.settings, appId),
      }),
    };
  }
}

function counted(store: Store): { readonly store: Store; readonly count: () => number } {
  let transactions = 0;
  return {
    store: {
      transaction(work, how) {
        transactions += 1;
        return store.transaction(work, how);
      },
    },
    count: () => transactions,
  };
}

/** A database for the file, empty for each test, and a bot that has just started. */
export function useClockedBot(): () => ClockedBot {
  let bot: ClockedBot | null = null;
  let opened: Awaited<ReturnType<typeof openSharedDatabase>> | null = null;
  beforeAll(async () => {
    opened = await openSharedDatabase();
  });
  beforeEach(async () => {
    if (opened === null) return;
    bot = new ClockedBot(opened.background);
    await bot.desk.clear();
    // Nobody has opened their Home.
    await bot.desk.kysely.deleteFrom('homes').execute();
    bot.restart();
  });
  afterAll(() => opened?.close());
  return () => {
    if (bot === null) throw new Error('the bot is there from the first test on');
    return bot;
  };
}
