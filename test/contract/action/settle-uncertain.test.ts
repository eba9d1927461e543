import { describe, expect, it } from 'vitest';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { settleUncertain } from '../../../src/use-cases/request/stop-request.ts';
import { failing } from '../../support/fakes.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const send = (id = 'request-1') => createTask(desk().deps, id);

describe('the requester’s answer about an uncertain request', () => {
  const settle = (slackUserId: string, choice: 'again' | 'leave') =>
    settleUncertain(desk().deps, { requestId: 'request-1', slackUserId, choice });
  const uncertain = async () => {
    const id = await desk().ask();
    await desk().store.transaction((tx) =>
      tx.requests.save(id, { state: 'uncertain', at: desk().world.now() }),
    );
    await desk().told('uncertain request-1');
  };

  /** Beside what shows the answer in the message. */
  const otherJobs = async () =>
    (await desk().takeJobs()).filter(({ kind }) => kind !== 'show-asking' && kind !== 'sync-home');

  it('sends the request again', async () => {
    await uncertain();
    expect(await settle('U0BEN', 'again')).toBe('done');
    expect(await otherJobs()).toEqual([{ kind: 'create-task', requestId: 'request-1' }]);
    expect(await desk().request()).toMatchObject({ state: 'submitted' });
    expect(await desk().audited()).toEqual(['request.sent-again']);
  });

  it('gives the request up', async () => {
    await uncertain();
    expect(await settle('U0BEN', 'leave')).toBe('done');
    expect(await otherJobs()).toEqual([]);
    expect(await desk().request()).toMatchObject({ state: 'abandoned' });
    expect(await desk().audited()).toEqual(['request.abandoned']);
  });

  it('counts only once', async () => {
    await uncertain();
    const words = await Promise.all([
      settle('U0BEN', 'again'),
      settle('U0BEN', 'again'),
      settle('U0BEN', 'leave'),
    ]);
    expect(words.toSorted()).toEqual(['done', 'settled', 'settled']);
    expect((await otherJobs()).length).toBeLessThanOrEqual(1);
  });

  it('is accepted only from the requester', async () => {
    await uncertain();
    expect(await settle('U0ANA', 'again')).toBe('not-yours');
    expect(await desk().request()).toMatchObject({ state: 'uncertain' });
    expect(await desk().audited()).toContain('click.refused');
  });

  it('is asked for again if the second POST is uncertain, too', async () => {
    desk().governance.operations.delete('taskSearch');
    desk().governance.grants.next(failing('timeout', false), failing('timeout', false));
    await desk().ask();
    for (let round = 0; round < 2; round += 1) {
      await expect(send()).rejects.toThrow(/in a test/);
      await send();
      await desk().said();
      desk().world.pass(1_000);
      await settle('U0BEN', 'again');
    }
    expect(await desk().said()).toEqual(['uncertain -> U0BEN', 'uncertain -> U0BEN']);
  });
});
