import { beforeEach, describe, expect, it } from 'vitest';
import { syncCard, updateCard } from '../../../src/use-cases/card/sync-card.ts';
import { failing } from '../../support/fakes.ts';
import { actor, closedSnapshot, newAction, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const stray = { channel: 'C0REVIEWS', ts: '1772452900.000100' };

/** Somebody did this, and it was carried out. */
async function does(verb: 'comment' | 'nudge', by = 'U0BEN', id = `${verb} of ${by}`) {
  const action = newAction({
    id,
    verb,
    by: actor(by),
    reason: verb === 'nudge' ? '' : 'It is urgent',
  });
  await desk().store.transaction(async (tx) => {
    await tx.actions.insertOnce(action);
    await tx.actions.save(id, { state: 'done', at: tx.at });
  });
}

const reads = (task = snapshot()) =>
  desk().store.transaction((tx) => tx.tasks.save('request-1', task, tx.at));

async function lines(): Promise<readonly string[]> {
  await desk().runJobs('update-card', 'sync-card');
  return desk().chat.lines.map(({ key, to }) => `${key} -> ${to}`);
}

const keysTold = async () =>
  (await desk().store.transaction((tx) => tx.cards.find('card-1')))?.told ?? [];

beforeEach(async () => {
  await desk().opened();
});

describe('a line in the thread of a card', () => {
  it('is posted once, however often the card is brought up to date', async () => {
    await does('comment');
    expect(await lines()).toEqual(['deed comment of U0BEN -> thread of C0REVIEWS']);
    await updateCard(desk().deps, 'card-1');
    expect(await lines()).toHaveLength(1);
  });

  it('calls the reviewers of the next step, once, and says nothing of the first', async () => {
    expect(await lines()).toEqual([]);
    const next = { currentStepId: 'step-2', stepApprovers: [person('user-dee')] };
    await reads(snapshot(next));
    await reads(snapshot({ ...next, appName: 'Renamed' }));
    expect(await lines()).toEqual(['step step-2  -> thread of C0REVIEWS']);
    expect(desk().chat.lines[0]?.text).toContain('It reached the reviewers: <@U0DEE>.');
  });

  it('calls on-call once its request is an emergency, not before', async () => {
    await desk().store.transaction(async (tx) => {
      const { id } = await tx.cards.want('card-2', 'request-1', 'C0INCIDENTS');
      await tx.cards.markPosted(id, { channel: 'C0INCIDENTS', ts: '1.1' }, '', {
        told: ['step step-1 '],
      });
    });
    await reads(snapshot({ appName: 'Renamed' }));
    expect(await lines()).toEqual([]);
    await reads(snapshot({ emergency: true }));
    expect(await lines()).toEqual(['arrived -> thread of C0INCIDENTS']);
    expect(desk().chat.lines[0]?.text).toMatch(/^<!subteam\^S0ONCALL>: /);
  });

  it('is not about what happened before the card was posted, because the card says it', async () => {
    await does('comment');
    await desk().takeJobs();
    await desk().store.transaction(async (tx) =>
      tx.cards.markGone('card-1', (await tx.cards.find('card-1'))?.ts ?? ''),
    );
    await syncCard(desk().deps, 'card-1');
    expect(await lines()).toEqual([]);
    expect(await keysTold()).toContain('deed comment of U0BEN');
  });

  it('comes again after a failure, and after it the next', async () => {
    await does('comment');
    await does('nudge');
    desk().chat.threads.next(failing('network', true, 'slack'));
    await expect(lines()).rejects.toMatchObject({ kind: 'network' });
    await updateCard(desk().deps, 'card-1');
    expect(await lines()).toEqual([
      'deed comment of U0BEN -> thread of C0REVIEWS',
      'deed nudge of U0BEN -> thread of C0REVIEWS',
    ]);
  });

  it('whose answer was lost is looked for before it is posted again', async () => {
    await does('comment');
    const { chat } = desk();
    const postLine = chat.postLine.bind(chat);
    chat.postLine = async (...line) => {
      chat.postLine = postLine;
      await postLine(...line);
      throw failing('timeout', false, 'slack');
    };
    await expect(lines()).rejects.toMatchObject({ kind: 'timeout' });
    chat.found = 'none';
    await updateCard(desk().deps, 'card-1');
    expect(await lines()).toHaveLength(1);
    expect(await keysTold()).toContain('deed comment of U0BEN');
  });

  it('stays where another process found it, and went on, before the first noted it', async () => {
    await does('comment');
    const { chat } = desk();
    chat.found = 'none';
    const postLine = chat.postLine.bind(chat);
    chat.postLine = async (...line) => {
      chat.postLine = postLine;
      const answer = await postLine(...line);
      await syncCard(desk().deps, 'card-1');
      await does('nudge');
      await syncCard(desk().deps, 'card-1');
      return answer;
    };
    expect(await lines()).toHaveLength(2);
    await desk().runJobs('retire-copy');
    expect(desk().chat.deleted).toEqual([]);
  });

  it('is taken away where another process has posted it meanwhile', async () => {
    await does('comment');
    const { chat } = desk();
    const postLine = chat.postLine.bind(chat);
    chat.postLine = async (...line) => {
      chat.postLine = postLine;
      const claim = 'other deed comment of U0BEN';
      await desk().store.transaction(async (tx) => {
        await tx.cards.claimLine('card-1', 'deed comment of U0BEN', claim);
        await tx.cards.markLine('card-1', ['deed comment of U0BEN'], claim);
      });
      return postLine(...line);
    };
    await lines();
    await desk().runJobs('retire-copy');
    expect(desk().chat.deleted).toContainEqual(desk().chat.lines[0]?.place);
  });

  it('that has no thread any more is taken out of the channel, and its reviewers are called directly', async () => {
    const refusal = { kind: 'thread-gone', code: 'thread_gone', place: stray } as const;
    desk().chat.threads.next({ ok: false, refusal });
    await does('nudge');
    expect(await lines()).toEqual([]);
    await desk().runJobs('retire-copy');
    expect(desk().chat.deleted).toContainEqual(stray);
    expect(await desk().said()).toEqual(expect.arrayContaining(['list -> U0ANA', 'list -> U0CHO']));
  });

  it('waits for its turn behind no update of the card', async () => {
    await does('comment');
    desk().chat.threads.next(failing('rate-limited', true, 'slack'));
    await reads(closedSnapshot());
    await desk().runJobs('update-card');
    expect(desk().chat.updated.at(-1)?.card.task.state).toBe('closed');
  });
});
