import { z } from 'zod';
import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import type { OpenedExtra } from '../../src/extra.ts';
import {
  deliveriesIn,
  type NewDelivery,
  pruneDeliveries,
} from '../../src/extras/webhooks/delivery-tables.ts';
import { type WebhookJobDeps, webhookJobs } from '../../src/extras/webhooks/index.ts';
import { readDeliveredSteps } from '../../src/extras/webhooks/read-delivered-steps.ts';
import type {
  StepAnswer,
  StepCallbacks,
  WaitingCallback,
} from '../../src/extras/webhooks/step-callbacks.ts';
import { stepsAnsweredHere } from '../../src/extras/webhooks/steps-answered-here.ts';
import { receiveDelivery } from '../../src/extras/webhooks/webhook-receiver.ts';
import { carryOutAction } from '../../src/use-cases/action/carry-out-action.ts';
import type { ActionOrder } from '../../src/use-cases/ports/ports.ts';
import type { Store } from '../../src/use-cases/ports/store-ports.ts';
import { Answers } from './answers.ts';
import { FakeReviewerLists } from './fake-reviewer-lists.ts';
import { FakeGovernance, failing } from './fakes.ts';
import { closedSnapshot, firstEntitlement, person, snapshot, stepPolicy } from './samples.ts';
import { testSettings } from './test-settings.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

/** The callbacks of the service as a test wrote them. */
export class FakeCallbacks implements StepCallbacks {
  readonly answers = new Answers<'accepted' | 'spent'>();
  readonly sent: { readonly sealed: string; readonly answer: StepAnswer }[] = [];
  /** Runs when an answer arrives, before it is taken. */
  onAnswer: (answer: StepAnswer) => void | Promise<void> = () => undefined;

  async answer({ sealed }: WaitingCallback, answer: StepAnswer) {
    this.sent.push({ sealed, answer });
    await this.onAnswer(answer);
    return this.answers.take('accepted');
  }
}

/** The service, which hands some of its steps to the bot. */
class DeliveringGovernance extends FakeGovernance {
  delivered: ReturnType<typeof readDeliveredSteps> | null = null;

  override async readTasks(
    ids: readonly string[],
    heard: Parameters<FakeGovernance['readTasks']>[1] = {},
  ) {
    if (this.delivered === null) return super.readTasks(ids, heard);
    return this.delivered.readTasks(ids, heard);
  }

  override async act(order: ActionOrder) {
    return this.delivered === null ? super.act(order) : this.delivered.act(order);
  }

  override readonly tasksToActOn: FakeGovernance['tasksToActOn'] = (ids, heard) =>
    this.delivered === null ? super.readTasks(ids, heard) : this.delivered.tasksToActOn(ids, heard);

  /** Connects it with the deliveries in this store. */
  connect(store: Store, callbacks: StepCallbacks): void {
    const own = {
      actionsOn: this.actionsOn,
      readTasks: (ids: readonly string[], heard: Parameters<FakeGovernance['readTasks']>[1] = {}) =>
        super.readTasks(ids, heard),
      act: (order: ActionOrder) => super.act(order),
    };
    const mayClose = () => !this.lacks('taskActions');
    const settings = testSettings();
    this.delivered = readDeliveredSteps(own, { store, callbacks, settings, taskIn, mayClose });
  }
}

class Killed extends Error {}

/** A payload of these tests has a snapshot in it, as it is kept and read again. */
const payloadWithTask = z.object({ task: z.custom<TaskSnapshot>() });

function taskIn(payload: unknown): TaskSnapshot | null {
  return payloadWithTask.safeParse(payload).data?.task ?? null;
}

/** A delivery of the step at which this task stands. */
export function deliveryOf(task: TaskSnapshot, at: Date): NewDelivery {
  const webhookId = `hook of ${task.id} ${task.currentStepId}`;
  return {
    webhookId,
    bodyHash: `hash of ${webhookId}`,
    event: 'approval-step',
    payload: { task },
    callback: `sealed callback of ${webhookId}`,
    receivedAt: at,
    signedAt: at,
    taskUpdatedAt: null,
  };
}

/** A task whose step waits for the answer of a webhook. */
export function webhookTask(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return snapshot({
    actions: ['TASK_ACTION_TYPE_COMMENT'],
    stepApprovers: [],
    stepPolicy: { ...stepPolicy, approver: 'service' },
    otherStep: { kind: 'decided-elsewhere' },
    decisions: [],
    ...change,
  });
}

/** What the catalogue knows of the entitlement, so that its owners are found. */
const catalogued: CatalogueEntitlement = {
  ...firstEntitlement(),
  riskLevel: '',
  resourceTypeId: 'team',
  resourceId: 'platform',
  resourceName: 'Platform',
  alias: 'write',
  emergencyGrantEnabled: true,
  longestSeconds: null,
  requestSchemaId: '',
  mayBePermanent: true,
};

/** The service hands steps to the bot of a use-case test. */
export function delivering(desk: () => UseCaseDesk) {
  let callbacks = new FakeCallbacks();
  let isReadable = true;
  const webhooks = (): WebhookJobDeps => ({
    callbacks,
    taskIn: (payload) => (isReadable ? taskIn(payload) : null),
    reviewerLists: new FakeReviewerLists(),
  });

  /** To be called in each test, after its desk was made empty. */
  function start(operations?: readonly string[]): FakeCallbacks {
    callbacks = new FakeCallbacks();
    isReadable = true;
    const governance = new DeliveringGovernance();
    for (const [email, known] of desk().governance.people) governance.people.set(email, known);
    governance.owners = [person('user-ana'), person('user-cho'), person('user-ben')];
    if (operations !== undefined)
      for (const one of governance.operations)
        if (!operations.includes(one)) governance.operations.delete(one);
    governance.connect(desk().store, callbacks);
    desk().governance = governance;
    const here: Partial<OpenedExtra> = {
      deliveredSteps: stepsAnsweredHere(() => new FakeReviewerLists()),
      jobs: (deps) => webhookJobs(deps, webhooks()),
      prune: pruneDeliveries,
    };
    desk().extras = [...desk().extras, here];
    desk().entitlements = [catalogued];
    return callbacks;
  }

  /**
   * The service takes one answer, as its callback does. `lost`: whether the first one is lost, on
   * its way there or on the way back.
   */
  function takesOne(lost: 'nothing' | 'there' | 'back' = 'nothing'): void {
    let taken: string | null = null;
    let loses = lost;
    callbacks.onAnswer = ({ kind }) => {
      const now = loses;
      loses = 'nothing';
      const isFirst = taken === null && now !== 'there';
      if (isFirst) taken = kind;
      if (isFirst) endTask(kind);
      const reply = isFirst ? 'accepted' : 'spent';
      callbacks.answers.next(now === 'nothing' ? reply : failing('timeout', false));
    };
  }

  function endTask(kind: StepAnswer['kind']): void {
    const outcome = { approve: 'granted', complete: 'granted', deny: 'denied', errored: 'error' }[
      kind
    ];
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome, decisions: [] }));
  }

  /**
   * A process that carries out the first waiting action, and is killed when it begins its
   * transaction after `lives` others.
   *
   * @returns whether it was killed
   */
  async function killedAfter(lives: number): Promise<boolean> {
    const { store, deps, governance } = desk();
    let left = lives;
    const dying: Store = {
      ...store,
      transaction(work) {
        if (left <= 0) throw new Killed();
        left -= 1;
        return store.transaction(work);
      },
    };
    const connect = (to: Store) =>
      governance instanceof DeliveringGovernance && governance.connect(to, callbacks);
    const [job] = await desk().takeJobs('carry-out-action');
    if (job?.kind !== 'carry-out-action') throw new Error('an action waits');
    connect(dying);
    try {
      await carryOutAction({ ...deps, store: dying }, job.actionId);
      return false;
    } catch (error) {
      if (left > 0 || !(error instanceof Killed)) throw error;
      return true;
    } finally {
      connect(store);
    }
  }

  /** The service carries out what the callback is told. */
  function carriesOut(outcome = 'granted'): void {
    callbacks.onAnswer = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome, decisions: [] }));
  }

  /** The jobs of all actions once more. */
  async function retry(): Promise<void> {
    const rows = await desk().kysely.selectFrom('actions').select('id').execute();
    for (const { id: actionId } of rows)
      await desk().store.transaction((tx) => tx.enqueue({ kind: 'carry-out-action', actionId }));
    await desk().runJobs('carry-out-action');
  }

  /** Delivers a step of this task, and has it shown. */
  async function deliver(task: TaskSnapshot, change: Partial<NewDelivery> = {}): Promise<void> {
    const webhookId = change.webhookId ?? deliveryOf(task, desk().world.now()).webhookId;
    await receiveDelivery(desk().deps, {
      ...deliveryOf(task, desk().world.now()),
      bodyHash: `hash of ${webhookId}`,
      callback: `sealed callback of ${webhookId}`,
      ...change,
    });
    await desk().runJobs('take-delivery');
  }

  const answers = (): readonly StepAnswer[] => callbacks.sent.map(({ answer }) => answer);
  const delivery = (webhookId: string) =>
    desk().store.transaction((tx) => deliveriesIn(tx).find(webhookId));
  return {
    start,
    deliver,
    answers,
    delivery,
    carriesOut,
    takesOne,
    killedAfter,
    retry,
    callbacks: () => callbacks,
    webhooks,
    /** From now on no task can be read in what is delivered. */
    makeUnreadable: () => {
      isReadable = false;
    },
  };
}
