/** Lines and posts under attack: clicks, crashes and frozen processes at the wrong moment. */
import { describe, expect, it } from 'vitest';
import type { EscalationTier } from '../../../src/domain/settings/reminders.ts';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { actor, newAction, person, snapshot } from '../../support/samples.ts';
import { waiting as defaults, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits } = waiting(desk);
const nobody = { people: [], channel: null, group: null, owners: false, offersEmergency: false };

it('a tier is told although somebody was deciding at that moment, and it came to nothing', async () => {
  const tier: EscalationTier = { ...nobody, afterSeconds: 600, people: ['U0DEE'] };
  desk().settings = testSettings({
    reminders: { ...defaults.reminders, emergency: { ...defaults.reminders.emergency, atMost: 0 } },
    escalation: [tier],
  });
  await waits(1, { emergency: true });
  await desk().runJobs('send-notice');
  await actOnDue(desk().deps);
  desk().world.pass(600_000);
  await actOnDue(desk().deps);
  // The line is about to be sent, and Cho clicks.
  const action = newAction({ id: 'action-1', by: actor('U0CHO') });
  await desk().store.transaction((tx) => tx.actions.insertOnce(action));
  await desk().kysely.updateTable('actions').set({ state: 'sending' }).execute();
  await desk().runJobs('send-notice');
  await desk().store.transaction((tx) => tx.actions.save('action-1', { state: 'refused' }));
  for (let hour = 0; hour < 24; hour += 1) {
    desk().world.pass(3_600_000);
    await actOnDue(desk().deps);
    await desk().runJobs('send-notice');
  }
  // Its requester reads "I told @dee".
  expect(desk().chat.notices.map(({ to, body }) => `${body.kind} -> ${to}`)).toContain(
    'overdue -> U0DEE',
  );
});

/** As in cut-off.test.ts */
async function news(): Promise<void> {
  await desk().ask();
  await desk().store.transaction((tx) =>
    tx.posts.keepWait('request-1', { cause: 'governance', since: tx.at }),
  );
  await desk().runJobs('show-asking');
  const task = snapshot();
  await desk().store.transaction(async (tx) => {
    const saved = { state: 'created', taskId: task.id, identityUserId: 'user-ben' } as const;
    await tx.requests.save('request-1', { ...saved, at: tx.at });
    await tx.tasks.save('request-1', task, tx.at);
    await tx.cards.want('card-1', 'request-1', 'C0REVIEWS');
    await tx.cards.markPosted('card-1', { channel: 'C0REVIEWS', ts: '1.1' }, '');
  });
}
describe('posts about what was asked for', () => {
  it('a lost post that is found says what is so now', async () => {
    await news();
    desk().chat.found = 'none';
    const { store, chat } = desk();
    const count = chat.shown.length;
    const dying: Store = {
      async transaction(work, how) {
        if (chat.shown.length > count) throw new Error('the process ended');
        return store.transaction(work, how);
      },
    };
    await showAsking({ ...desk().deps, store: dying }, 'request-1').catch(() => undefined);
    expect(chat.shown).toHaveLength(count + 1);
    // The reviewers changed since.
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-1', snapshot({ stepApprovers: [person('user-dee')] }), tx.at),
    );
    await desk().runJobs('show-asking');
    await showAsking(desk().deps, 'request-1');
    expect(chat.shown).toHaveLength(count + 1);
    expect(chat.shown.at(-1)?.text).toContain('Dee');
    expect(chat.shown.at(-1)?.text).not.toContain('Cho');
  });

  it('an old edit that arrives last does not stay (asking)', async () => {
    await news();
    await desk().runJobs('show-asking');
    const { chat } = desk();
    const saves = (who: string) =>
      desk().store.transaction((tx) =>
        tx.tasks.save('request-1', snapshot({ stepApprovers: [person(who)] }), tx.at),
      );
    await saves('user-ana');
    const update = chat.updatePost.bind(chat);
    let done = false;
    chat.updatePost = async (place, post, ...more) => {
      if (!done) {
        done = true;
        await saves('user-dee');
        await showAsking(desk().deps, 'request-1');
      }
      return update(place, post, ...more);
    };
    await showAsking(desk().deps, 'request-1');
    await desk().runJobs('show-asking');
    await desk().runJobs('show-asking');
    expect(chat.shown.at(-1)?.text).toContain('Dee');
  });
});
