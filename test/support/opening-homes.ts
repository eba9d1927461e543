import type { AccessRequest } from '../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { syncHome } from '../../src/use-cases/home/sync-home.ts';
import type { FakeChat } from './fake-chat.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

type ShownHome = FakeChat['homes'][number]['home'];

interface OpenedHomes {
  readonly asked: (task: TaskSnapshot, change?: Partial<AccessRequest>) => Promise<string>;
  readonly home: (slackUserId?: string) => Promise<ShownHome>;
  /** The requests that wait for a reviewer on their Home. */
  readonly waiting: (slackUserId: string) => Promise<readonly string[]>;
}

/** Requests, and the Homes of people who opened them, in a use-case test. */
export function openingHomes(desk: () => UseCaseDesk): OpenedHomes {
  /** A request with a task and a card in the channel of reviewers. */
  async function asked(task: TaskSnapshot, change: Partial<AccessRequest> = {}): Promise<string> {
    await desk().wanted(task, change);
    desk().world.pass(1_000);
    return change.id ?? 'request-1';
  }

  /** What Home shows once it was published. */
  async function home(slackUserId = 'U0BEN'): Promise<ShownHome> {
    await desk().store.transaction((tx) => tx.homes.markOpened(slackUserId, desk().world.now()));
    desk().world.pass(3_000);
    await syncHome(desk().deps, slackUserId);
    const shown = desk().chat.homes.at(-1);
    if (shown === undefined || shown.slackUserId !== slackUserId)
      throw new Error('Home is published');
    return shown.home;
  }

  const waiting = async (slackUserId: string): Promise<readonly string[]> =>
    (await home(slackUserId)).reviews.shown.map((review) => review.card.request.id);

  return { asked, home, waiting };
}
