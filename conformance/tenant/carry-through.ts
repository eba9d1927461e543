import { actionNames, type TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { createAccessGovernance } from '../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../src/service/capabilities.ts';
import type {
  AccessGovernance,
  AccessOfPerson,
  ActionOrder,
  GrantOrder,
} from '../../src/use-cases/ports/ports.ts';
import { at } from '../json-places.ts';
import type { Finding } from './finding.ts';
import { type Heard, listenTo, type TenantListener } from './tenant-listener.ts';
import type { TenantSettings } from './tenant-settings.ts';

const operations = new Set(['taskRead', 'taskActions', 'taskRevoke'] as const);
const description = 'Made by npm run conformance';
const mostRounds = 60;

/**
 * `--write`: one request for the given person and entitlement. It is approved if the credentials
 * may do that, otherwise closed, and read until it has ended. For a sandbox or a test tenant: the
 * granted access is given back if the tenant has taskRevoke.
 */
export async function carryThrough(
  settings: TenantSettings,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<readonly Finding[]> {
  const { appId = '', entitlementId = '', userId: identityUserId = '' } = settings.ids;
  const target = { appId, entitlementId, identityUserId };
  await using tenant = listenTo(settings);
  const written = new Written(tenant);
  const made = await written.carryOut(
    'grant',
    (governance) => governance.requestGrant(orderOf(target)),
    (answer) => (answer.ok ? `made ${answer.value.id}` : ''),
  );
  if (made?.ok !== true) return written.findings;
  const taskId = made.value.id;
  const ended = await decideUntilEnd(written, taskId, pause);
  written.findings.push(
    ended === null
      ? {
          what: 'end',
          verdict: 'not seen',
          found: `${taskId} has not ended; look at it in the console`,
        }
      : { what: 'end', verdict: 'ok', found: ended.outcome },
  );
  if (ended?.outcome === 'granted') {
    const revoke = { ...target, comment: description };
    await written.carryOut(
      'revoke',
      (governance) => governance.revoke(revoke),
      () => 'asked to be taken back',
    );
  }
  return written.findings;
}

function orderOf(target: AccessOfPerson): GrantOrder {
  return {
    ...target,
    justification: description,
    durationSeconds: null,
    emergency: false,
    requestData: null,
    source: {
      requestId: `conformance-${Date.now()}`,
      conversationId: '',
      externalUrl: '',
      integrationId: '',
      isExtension: false,
    },
  };
}

/** The task as it ended; null if it did not end in time, or if it could not be decided. */
async function decideUntilEnd(
  written: Written,
  taskId: string,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<TaskSnapshot | null> {
  for (let round = 0; round < mostRounds; round += 1) {
    const task = await written.read(taskId);
    if (task?.state === 'closed') return task;
    const decision = task === null ? null : decisionOn(task);
    if (decision !== null) {
      const done = await written.carryOut(
        decision.act,
        (governance) => governance.act(decision),
        () =>
          `${decision.act === 'approve' ? 'approved' : 'closed'} ${decision.stepId ?? ''}`.trim(),
      );
      if (done === undefined) return null;
    }
    await pause(1_000);
  }
  return null;
}

/** Functions of the bot that change something, and what became of each. */
class Written {
  readonly findings: Finding[] = [];
  readonly #tenant: TenantListener;

  constructor(tenant: TenantListener) {
    this.#tenant = tenant;
  }

  async read(taskId: string): Promise<TaskSnapshot | null> {
    let task: TaskSnapshot | null = null;
    await this.#tenant.hear(async (client) => {
      const tasks = await createAccessGovernance(client, {
        tenant: new TenantCapabilities(operations),
      }).readTasks([taskId]);
      task = tasks.get(taskId) ?? null;
    });
    return task;
  }

  /** What the function made of its call; undefined where it failed or was refused. */
  async carryOut<Value>(
    what: string,
    ask: (governance: AccessGovernance) => Promise<Value>,
    words: (value: Value) => string,
  ): Promise<Value | undefined> {
    let value: Value | undefined;
    const heard = await this.#tenant.hear(async (client) => {
      value = await ask(
        createAccessGovernance(client, { tenant: new TenantCapabilities(operations) }),
      );
    });
    if (value === undefined || heard.status !== 200) {
      this.findings.push({ what, verdict: 'differs', found: problemOf(heard) });
      return undefined;
    }
    this.findings.push({ what, verdict: 'ok', found: words(value) });
    return value;
  }
}

/** What the credentials do with a review; null where there is none. */
function decisionOn(task: TaskSnapshot): ActionOrder | null {
  const { id: taskId, currentStepId } = task;
  if (currentStepId === null || task.stepApprovers.length === 0) return null;
  const comment = 'conformance';
  if (actionNames(task).has('APPROVE'))
    return { taskId, act: 'approve', stepId: currentStepId, comment };
  return { taskId, act: 'close', comment };
}

function problemOf({ status, body, unreadable }: Heard): string {
  const message = at(body, 'message');
  return (
    unreadable ??
    `it answered ${status} ${typeof message === 'string' ? message.slice(0, 200) : ''}`.trim()
  );
}
