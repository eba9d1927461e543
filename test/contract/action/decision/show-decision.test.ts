import { beforeEach, describe, expect, it } from 'vitest';
import { acceptReview } from '../../../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { createShowUnlessOver } from '../../../../src/use-cases/action/settle-action.ts';
import { FakeTimers, failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { actor, person } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, closing, shownNow } = reviewing(desk);

const areKnown = async (...slackUserIds: readonly string[]) => {
  for (const slackUserId of slackUserIds)
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId,
        person: person(`user-${slackUserId.slice(2).toLowerCase()}`),
        checkedAt: new Date(0),
      }),
    );
};

beforeEach(async () => {
  await desk().opened();
  await areKnown('U0ANA', 'U0CHO');
});

async function pass(ms: number): Promise<void> {
  desk().world.pass(ms);
  await desk().timers.ring();
}

/** Has what waits for its turn in Slack done; who the card then shows as deciding, each time that it changed. */
async function shown(): Promise<readonly (readonly string[])[]> {
  await desk().runJobs('sync-card', 'update-card');
  return desk().chat.updated.map(({ card }) =>
    card.reviews.map(({ by, state }) => `${by.userId} ${state}`),
  );
}

const updatesWaiting = async () => (await desk().takeJobs('update-card')).length;

describe('a card', () => {
  it('changes once if the decision is over in a moment', async () => {
    closing();
    await click('U0ANA');
    desk().world.pass(299);
    await carryOut();
    expect(await shown()).toEqual([['U0ANA done']]);
    await pass(1);
    expect(await updatesWaiting()).toBe(0);
  });

  it('says that somebody is deciding though it took longer to keep the click', async () => {
    const shownAtClick = await shownNow('card-1');
    const onHome = { by: actor('U0ANA'), reason: '', stepId: 'step-1', clicked: null } as const;
    const what = { ...onHome, verb: 'approve', cardId: 'card-1', shown: shownAtClick } as const;
    const { deps } = desk();
    const slow: typeof deps.store = {
      ...deps.store,
      transaction: (work) =>
        deps.store.transaction(async (tx) => {
          const kept = await work(tx);
          await pass(1_000);
          return kept;
        }),
    };
    await acceptReview({ ...deps, store: slow }, what);
    await pass(300);
    expect(await shown()).toEqual([['U0ANA accepted']]);
  });

  it('says that somebody is deciding if it takes longer, with no worker free for the decision', async () => {
    await click('U0ANA');
    await pass(299);
    expect(await updatesWaiting()).toBe(0);
    await pass(1);
    expect(await shown()).toEqual([['U0ANA accepted']]);
    closing();
    await carryOut();
    expect(await shown()).toEqual([['U0ANA accepted'], ['U0ANA done']]);
  });

  it('says it while the decision is on its way, also of somebody who was not known as a reviewer', async () => {
    await desk().kysely.deleteFrom('identities').execute();
    desk().governance.onReview = async () => {
      await pass(300);
      expect(await shown()).toEqual([['U0ANA sending']]);
    };
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('says it a moment after the check if only that shows who may decide, and took long', async () => {
    await desk().kysely.deleteFrom('identities').execute();
    const { directory } = desk();
    const { person: lookUp } = directory;
    directory.person = async (...who) => {
      await pass(300);
      return lookUp(...who);
    };
    await click('U0ANA');
    desk().governance.onReview = async () => {
      await pass(299);
      expect(await updatesWaiting()).toBe(0);
      await pass(1);
      expect(await shown()).toEqual([['U0ANA sending']]);
    };
    await carryOut();
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('never says it of somebody who may not decide', async () => {
    await click('U0DEE');
    await pass(300);
    await carryOut();
    await pass(300);
    expect((await shown()).flat()).toEqual([]);
  });

  it('is rendered for it once, whichever processes look', async () => {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    const otherTimers = new FakeTimers(() => desk().world.now());
    createShowUnlessOver(desk().deps, otherTimers)(actionId);
    desk().world.pass(300);
    await Promise.all([desk().timers.ring(), otherTimers.ring()]);
    expect(await updatesWaiting()).toBe(1);
  });

  it('says who is being heard where two are deciding', async () => {
    await click('U0ANA');
    await click('U0CHO');
    await pass(300);
    expect((await shown()).at(-1)).toEqual(['U0ANA accepted', 'U0CHO accepted']);
    desk().governance.onReview = async () => {
      expect((await shown()).at(-1)).toContain('U0CHO sending');
    };
    const jobs = (await desk().takeJobs('carry-out-action')).flatMap((job) =>
      job.kind === 'carry-out-action' ? [job.actionId] : [],
    );
    const second = jobs.at(-1) ?? '';
    await carryOutAction(desk().deps, second);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });
});

describe('after the process of the click has ended', () => {
  it('the card says that somebody is deciding once the late job takes longer, and is rendered for it once', async () => {
    await click('U0ANA');
    desk().timers.forget();
    await pass(60_000);
    expect(await updatesWaiting()).toBe(0);
    const { actionId } = await clickedJob();
    for (const _ of [1, 2, 3]) {
      desk().governance.readings.next(failing('timeout', true));
      await expect(carryOutAction(desk().deps, actionId)).rejects.toThrow('timeout');
      await pass(300);
    }
    expect(await updatesWaiting()).toBe(1);
  });

  it('a decision that was sent without an answer is shown by the process that looks it up', async () => {
    await desk().kysely.deleteFrom('identities').execute();
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toThrow('timeout');
    desk().timers.forget();
    desk().governance.readings.next(failing('timeout', true));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toThrow('timeout');
    await pass(300);
    expect(await shown()).toEqual([['U0ANA sending']]);
  });

  it('the card changes once if the late job is quick', async () => {
    closing();
    await click('U0ANA');
    desk().timers.forget();
    await pass(60_000);
    await carryOut();
    await pass(300);
    expect(await shown()).toEqual([['U0ANA done']]);
  });
});
