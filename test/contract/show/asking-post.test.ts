import { describe, expect, it } from 'vitest';
import { NotTaken } from '../../../src/domain/outward/outward-failure.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import { createHandlers } from '../../../src/queue/handlers.ts';
import { warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, closedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click } = reviewing(desk);
const hour = 3_600_000;

/** What the service, the card and the posts bring about. */
const jobs = () =>
  desk().runJobs('show-asking', 'sync-card', 'update-card', 'carry-out-action', 'create-task');

/** What somebody sees now in their conversation, in the order of the posts. */
const seen = (to: string) =>
  desk()
    .chat.shown.filter((one) => one.to === to)
    .map(({ text, buttons }) => ({ text: text.split('\n'), buttons }));
const texts = (to: string) => seen(to).map(({ text }) => text);

async function asked(): Promise<void> {
  await desk().ask();
  desk().governance.grants.next(ok(snapshot()));
  desk().governance.tasks.set('task-1', snapshot());
  await createTask(desk().deps, 'request-1');
  await jobs();
}

/** Somebody's act was carried out. */
async function did(
  verb: 'ask' | 'answer' | 'comment',
  userId: string,
  reason: string,
  question: string | null = null,
): Promise<void> {
  desk().world.pass(60_000);
  await desk().store.transaction(async (tx) => {
    const id = `${verb} ${reason}`;
    await tx.actions.insertOnce({
      id,
      requestId: 'request-1',
      taskId: 'task-1',
      stepId: '',
      occurrence: '',
      verb,
      by: actor(userId),
      reason,
      channel: '',
      at: tx.at,
      durationSeconds: null,
      shown: null,
      input: question === null ? null : { asked: question },
      likely: false,
    });
    await tx.actions.save(id, { state: 'done', at: tx.at });
  });
  await jobs();
}

async function decides(verb: 'approve' | 'deny', outcome: string): Promise<void> {
  desk().governance.onReview = () =>
    void desk().governance.tasks.set('task-1', closedSnapshot({ outcome }));
  const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
  if (card === undefined) throw new Error('the request has no card');
  const clicked = { channel: card.channel, ts: card.ts ?? '' };
  await click('U0ANA', { verb, cardId: card.id, clicked });
  await jobs();
}

describe('the one message about a request', () => {
  it('tells an ordinary life in as many posts as there is news, and leaves one current', async () => {
    await asked();
    expect(seen('U0BEN')).toEqual([
      {
        text: [
          'Your request for *GitHub · Platform: write* is with the reviewers. Ana or Cho will decide.',
          '[See request] · [Governance console]',
        ],
        buttons: ['request.withdraw', 'request.nudge'],
      },
    ]);
    await did('ask', 'U0ANA', 'Which cluster?');
    expect(texts('U0BEN')).toEqual([
      ['Your request for *GitHub · Platform: write* was sent. · TIME · [See request]'],
      [
        'Which cluster?',
        '<@U0ANA> asked about your request for *GitHub · Platform: write*. Ana or Cho will decide.',
        expect.any(String),
      ],
    ]);
    expect(seen('U0BEN').map(({ buttons }) => buttons[0])).toEqual([undefined, 'request.answer']);
    await did('answer', 'U0BEN', 'The blue one', 'ask Which cluster?');
    // Whoever answered knows it: the post changes in place.
    expect(texts('U0BEN')).toHaveLength(2);
    expect(texts('U0BEN')[1]).toEqual([
      'Which cluster?',
      '<@U0ANA> asked about your request for *GitHub · Platform: write*. Ana or Cho will decide.',
      '<@U0BEN>: The blue one',
      expect.any(String),
    ]);
    await decides('approve', 'granted');
    expect(texts('U0BEN').at(-1)?.[0]).toBe(
      '✅ You have *GitHub · Platform: write* until TIME. <@U0ANA> approved your request.',
    );
    const [grant] = await desk().kysely.selectFrom('grants').selectAll().execute();
    desk().world.pass((grant?.endsAt?.getTime() ?? 0) - desk().world.now().getTime() - 60_000);
    await warnOfEnds(desk().deps);
    await jobs();
    expect(seen('U0BEN').at(-1)).toMatchObject({
      text: expect.arrayContaining(['Your access to *GitHub · Platform: write* ends TIME.']),
      buttons: expect.arrayContaining(['request.extend']),
    });
    desk().world.pass(2 * hour);
    await jobs();
    expect(texts('U0BEN').at(-1)?.[0]).toBe(
      'Your access to *GitHub · Platform: write* should have ended TIME, as granted. <@U0ANA> approved your request.',
    );
    await desk().store.transaction((tx) =>
      tx.grants.end('request-1', 'expired', tx.at).then(() => undefined),
    );
    await jobs();
    expect(texts('U0BEN').map(([first]) => first)).toEqual([
      'Your request for *GitHub · Platform: write* was sent. · TIME · [See request]',
      '<@U0ANA> asked about your request for *GitHub · Platform: write*. · TIME · [See request]',
      'Your request for *GitHub · Platform: write* was granted. · TIME · [See request]',
      'Your access to *GitHub · Platform: write* was about to end. · TIME · [See request]',
      'Your access to *GitHub · Platform: write* ended TIME.',
    ]);
    expect(seen('U0BEN').filter(({ buttons }) => buttons.length > 0)).toHaveLength(1);
  });

  it('waits in place while the service is down, and says when it is there', async () => {
    desk().governance.grants.next(failing('network', true));
    await desk().ask();
    await expect(createTask(desk().deps, 'request-1')).rejects.toMatchObject({ kind: 'network' });
    await jobs();
    expect(texts('U0BEN')).toEqual([[expect.stringContaining('is not answering. I kept')]]);
    desk().governance.grants.next(ok(snapshot()));
    desk().governance.tasks.set('task-1', snapshot());
    await createTask(desk().deps, 'request-1');
    await jobs();
    expect(texts('U0BEN').map(([first]) => first)).toEqual([
      'Your request for *GitHub · Platform: write* had to wait. · TIME · [See request]',
      'Your request for *GitHub · Platform: write* is with the reviewers. Ana or Cho will decide.',
    ]);
  });

  it.each(['denied', 'granted'])(
    'says it in two posts when it is over at once: %s',
    async (outcome) => {
      await asked();
      await decides(outcome === 'denied' ? 'deny' : 'approve', outcome);
      expect(texts('U0BEN')).toHaveLength(2);
    },
  );

  it('posts nothing twice, however often it is shown, and whoever shows it', async () => {
    await asked();
    await Promise.all([1, 2, 3].map(() => showAsking(desk().deps, 'request-1')));
    await showAsking(desk().deps, 'request-1');
    expect(texts('U0BEN')).toHaveLength(1);
    expect(desk().chat.shown.every(({ edits }) => edits === 0)).toBe(true);
  });

  it('takes its own copy away where another process posted meanwhile', async () => {
    await desk().ask();
    desk().governance.grants.next(ok(snapshot()));
    desk().governance.tasks.set('task-1', snapshot());
    await createTask(desk().deps, 'request-1');
    await desk().runJobs('sync-card');
    await desk().takeJobs('show-asking');
    await Promise.all([showAsking(desk().deps, 'request-1'), showAsking(desk().deps, 'request-1')]);
    await desk().runJobs('retire-copy');
    const deleted = desk().chat.deleted.map(({ ts }) => ts);
    const left = desk().chat.shown.filter(
      ({ to, place }) => to === 'U0BEN' && !deleted.includes(place.ts),
    );
    expect(left).toHaveLength(1);
  });

  it('does not come again after its row was lost between Slack and the database, but once', async () => {
    await asked();
    const { chat } = desk();
    chat.directs.next(failing('network', true));
    await expect(did('comment', 'U0ANA', 'Soon')).rejects.toMatchObject({ kind: 'network' });
    await showAsking(desk().deps, 'request-1');
    expect(texts('U0BEN')).toHaveLength(2);
  });

  it('comes again where Slack does not let it be edited, as often as it says something else', async () => {
    await asked();
    const { chat } = desk();
    chat.updatePost = async () => refuse({ kind: 'message-fixed', code: 'cant_update_message' });
    await did('comment', 'U0ANA', 'Soon');
    await jobs();
    expect(texts('U0BEN').at(-1)?.[0]).toContain('commented');
    await did('answer', 'U0BEN', 'Thanks');
    await desk().runJobs();
    expect(texts('U0BEN')).not.toEqual([]);
    expect(chat.deleted.length).toBeGreaterThan(0);
    const before = chat.shown.length;
    await showAsking(desk().deps, 'request-1');
    expect(chat.shown).toHaveLength(before);
  });

  it('is tried for a quarter of an hour where Slack answers with a code that nobody listed', async () => {
    await asked();
    desk().chat.sendPost = async () => {
      throw new NotTaken('chat.postMessage', 'org_login_required', 'U0BEN');
    };
    const code = 'org_login_required';
    await expect(did('comment', 'U0ANA', 'Soon')).rejects.toMatchObject({ code });
    const handlers = createHandlers(desk().handlerDeps);
    const again = (slackFailedForMs: number) =>
      handlers.run(
        { kind: 'show-asking', askingId: 'request-1' },
        { mayBeDone: false, hasServiceFailed: false, slackFailedForMs },
      );
    const quarterMs = 15 * 60_000;
    await expect(again(quarterMs)).rejects.toMatchObject({ code });
    expect(await desk().said()).not.toContain('undelivered -> U0HANA');
    await again(quarterMs + 1);
    expect(await desk().said()).toContain('undelivered -> U0HANA');
    const entries = desk().kysely.selectFrom('audit').select('detail');
    const [undeliverable] = await entries.where('kind', '=', 'notice.undeliverable').execute();
    expect(undeliverable?.detail).toContain(code);
    await showAsking(desk().deps, 'request-1');
    expect(texts('U0BEN')).toHaveLength(1);
  });
});
