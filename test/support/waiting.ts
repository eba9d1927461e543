import { sql } from 'kysely';
import type { AccessRequest } from '../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { actOnDue } from '../../src/use-cases/due/act-on-due.ts';
import { recordReading } from '../../src/use-cases/task/record-reading.ts';
import { snapshot } from './samples.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

export interface SentMessage {
  readonly at: Date;
  readonly kind: string;
  /** A person or a channel. */
  readonly to: string;
  /** Numbers of the requests that it names. */
  readonly numbers: readonly number[];
}

/** The minute, the kind, the recipient, and the numbers of its requests. */
function shown({ at, kind, to, numbers }: SentMessage): string {
  return `${at.toISOString().slice(5, 16)} ${kind} -> ${to}: ${numbers.join(' ')}`;
}

/** Numbers of the requests that a list names. */
export function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number) - 1_041);
}

/** Requests that wait for a decision, and the bot's clock moving on. */
export function waiting(desk: () => UseCaseDesk) {
  const toId = (number: number, what: string) => `${what}-${number}`;

  /** The service shows this task of the request, and the bot reads it. */
  async function reads(number: number, change: Partial<TaskSnapshot> = {}): Promise<void> {
    const { store, governance, deps } = desk();
    const ids = {
      id: toId(number, 'task'),
      numericId: `${1_041 + number}`,
      sourceRequestId: toId(number, 'request'),
    };
    const task = snapshot({ ...ids, ...change });
    governance.tasks.set(task.id, task);
    await store.transaction(async (tx) => {
      const request = await tx.requests.find(toId(number, 'request'));
      if (request !== null) await recordReading(tx, deps, request, task);
    });
  }

  /** A request of this number is made now, and waits for Ana and Cho if nothing else is said. */
  async function waits(
    number: number,
    task: Partial<TaskSnapshot> = {},
    asked: Partial<AccessRequest> = {},
  ) {
    const { store, world } = desk();
    const id = await desk().ask({ id: toId(number, 'request'), ...asked });
    const taskId = toId(number, 'task');
    const change = {
      state: 'created',
      identityUserId: 'user-ben',
      taskId,
      at: world.now(),
    } as const;
    await store.transaction(async (tx) => {
      await tx.requests.save(id, change);
      await tx.cards.want(toId(number, 'card'), id, 'C0REVIEWS');
    });
    await reads(number, task);
  }

  /** What was sent, in order. */
  const sent: SentMessage[] = [];
  async function turn(): Promise<void> {
    const { chat } = desk();
    const [before, listsBefore] = [chat.notices.length, chat.lists.length];
    await actOnDue(desk().deps);
    await desk().runJobs('send-notice');
    for (const { to, text } of chat.lists.slice(listsBefore))
      sent.push({ at: desk().world.now(), kind: 'list', to, numbers: numbersIn(text) });
    for (const { to, body, context } of desk().chat.notices.slice(before)) {
      const numbers = context.group.map(({ request }) =>
        Number(request.id.replace('request-', '')),
      );
      if ('about' in body) sent.push({ at: desk().world.now(), kind: body.kind, to, numbers });
    }
  }

  async function nextDue(): Promise<Date | null> {
    const found = await sql<{
      next: Date | null;
    }>`select min(due_at) as next from due_times`.execute(desk().kysely);
    return found.rows[0]?.next ?? null;
  }

  /**
   * Lets the time pass up to this instant, and acts at every due time on the way, as the bot does
   * every second.
   */
  async function live(to: string): Promise<readonly string[]> {
    const { world } = desk();
    const end = new Date(to);
    for (;;) {
      await turn();
      const due = await nextDue();
      if (due === null || due > end) break;
      world.pass(Math.max(1_000, due.getTime() - world.now().getTime()));
    }
    world.pass(Math.max(0, end.getTime() - world.now().getTime()));
    return sent.splice(0).map(shown);
  }

  /** Nothing runs meanwhile. */
  const standStill = (to: string) =>
    desk().world.pass(Date.parse(to) - desk().world.now().getTime());

  return { waits, reads, live, standStill, turn, sent, nextDue };
}
