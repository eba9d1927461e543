import { z } from 'zod';
import { type Connector, connector } from './entities/connector.ts';
import { type OwnerSource, ownerSource } from './entities/owner-source.ts';
import {
  type StoredGrant,
  type StoredTask,
  storedGrant,
  storedTask,
} from './entities/stored-task.ts';
import { DataFileError, StateFile } from './state-file.ts';

const firstNumericId = 1001;

const stateShape = z.object({
  version: z.literal(1),
  /** Whose tasks these are. */
  company: z.string().optional(),
  nextNumericId: z.int(),
  tasks: z.array(storedTask),
  grants: z.array(storedGrant),
  ownerSources: z.array(ownerSource),
  /** Only those that were changed since they were seeded. */
  connectors: z.array(connector),
});

/**
 * Everything that changes while the service runs. Changes happen inside `change`: they are in the
 * data file before it returns, and none of them has happened when it throws.
 */
export class State {
  readonly #tasks = new Map<string, StoredTask>();
  #grants: readonly StoredGrant[] = [];
  #ownerSources: readonly OwnerSource[] = [];
  #connectors: readonly Connector[] = [];
  #nextNumericId = firstNumericId;
  readonly #company: string;
  readonly #file: StateFile | null;
  #undo: (() => void)[] = [];

  /** @throws DataFileError when the file exists and cannot be used, or is another company's */
  constructor(
    company: string,
    dataFile: string | undefined,
    seededGrants: readonly StoredGrant[] = [],
  ) {
    this.#company = company;
    this.#grants = seededGrants;
    this.#file = dataFile === undefined ? null : new StateFile(dataFile);
    const content = this.#file?.read();
    if (content === undefined) {
      this.#file?.write(this.#serialised());
      return;
    }
    const kept = stateShape.safeParse(content);
    if (!kept.success) {
      throw new DataFileError(
        `The data file ${dataFile} is not from this version; move it away to start afresh.`,
        kept.error,
      );
    }
    if (kept.data.company !== undefined && kept.data.company !== company) {
      throw new DataFileError(
        `The data file ${dataFile} is of ${kept.data.company}, not of ${company}; move it away, or keep the data in another folder (DATA_DIR).`,
        null,
      );
    }
    for (const task of kept.data.tasks) this.#tasks.set(task.id, task);
    this.#grants = kept.data.grants;
    this.#ownerSources = kept.data.ownerSources;
    this.#connectors = kept.data.connectors;
    this.#nextNumericId = kept.data.nextNumericId;
  }

  /** All tasks, oldest first. */
  get tasks(): readonly StoredTask[] {
    return [...this.#tasks.values()];
  }

  get grants(): readonly StoredGrant[] {
    return this.#grants;
  }

  /** Ownership sources that were added, oldest first. */
  get ownerSources(): readonly OwnerSource[] {
    return this.#ownerSources;
  }

  /** A connector as it was changed; undefined while it is as it was seeded. */
  changedConnector(appId: string, id: string): Connector | undefined {
    return this.#connectors.find((one) => one.appId === appId && one.id === id);
  }

  task(id: string): StoredTask | undefined {
    return this.#tasks.get(id);
  }

  /**
   * Runs `work`, which may call the `put...` and `take...` methods, and keeps what it did.
   * @throws whatever `work` throws, or DataFileError; nothing has changed then
   */
  change<Result>(work: () => Result): Result {
    this.#undo = [];
    try {
      const result = work();
      if (this.#undo.length > 0) this.#file?.write(this.#serialised());
      return result;
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      throw error;
    } finally {
      this.#undo = [];
    }
  }

  putTask(task: StoredTask): void {
    const before = this.#tasks.get(task.id);
    this.#tasks.set(task.id, task);
    this.#undo.push(() => {
      if (before === undefined) this.#tasks.delete(task.id);
      else this.#tasks.set(task.id, before);
    });
  }

  putGrants(grants: readonly StoredGrant[]): void {
    const before = this.#grants;
    this.#grants = grants;
    this.#undo.push(() => {
      this.#grants = before;
    });
  }

  /**
   * Drops the tasks that closed before a moment, and what they granted, also where it has not
   * ended.
   */
  forget(before: Date): void {
    const all = this.tasks;
    const isKept = (task: StoredTask) =>
      task.state === 'open' || Date.parse(task.updatedAt) >= before.getTime();
    this.change(() => {
      this.#undo.push(() => this.#replaceTasks(all));
      this.#replaceTasks(all.filter(isKept));
      this.putGrants(this.#grants.filter((grant) => this.#tasks.has(grant.taskId)));
    });
  }

  #replaceTasks(tasks: readonly StoredTask[]): void {
    this.#tasks.clear();
    for (const task of tasks) this.#tasks.set(task.id, task);
  }

  addOwnerSource(source: OwnerSource): void {
    const before = this.#ownerSources;
    this.#ownerSources = [...before, source];
    this.#undo.push(() => {
      this.#ownerSources = before;
    });
  }

  putConnector(changed: Connector): void {
    const before = this.#connectors;
    const others = before.filter((one) => one.appId !== changed.appId || one.id !== changed.id);
    this.#connectors = [...others, changed];
    this.#undo.push(() => {
      this.#connectors = before;
    });
  }

  takeNumericId(): string {
    const taken = this.#nextNumericId;
    this.#nextNumericId += 1;
    this.#undo.push(() => {
      this.#nextNumericId = taken;
    });
    return String(taken);
  }

  #serialised(): string {
    return JSON.stringify({
      version: 1,
      company: this.#company,
      nextNumericId: this.#nextNumericId,
      tasks: [...this.#tasks.values()],
      grants: [...this.#grants],
      ownerSources: [...this.#ownerSources],
      connectors: [...this.#connectors],
    } satisfies z.infer<typeof stateShape>);
  }
}
