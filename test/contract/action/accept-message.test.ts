import { beforeEach, describe, expect, it } from 'vitest';
import { acceptMessage } from '../../../src/use-cases/action/accept-message.ts';
import { actor } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const message = { channel: 'C0REVIEWS', ts: '7.1' };
const add = (userId: string, place = message) =>
  acceptMessage(desk().deps, place, {
    requestId: 'request-1',
    by: actor(userId),
    reason: 'The ledger is locked',
    channel: 'C0REVIEWS',
  });
const comments = () => desk().governance.acted.map(({ act, comment }) => [act, comment]);

beforeEach(async () => {
  await desk().opened({ actions: ['TASK_ACTION_TYPE_COMMENT'] });
});

describe('a message that becomes a comment', () => {
  it('becomes one once, whoever adds it', async () => {
    expect(await Promise.all([add('U0ANA'), add('U0ANA')])).toEqual(
      expect.arrayContaining(['kept', 'repeated']),
    );
    await desk().runJobs('carry-out-action');
    expect(await add('U0BEN')).toBe('repeated');
    await desk().runJobs('carry-out-action');
    expect(comments()).toEqual([
      ['comment', expect.stringMatching(/^Commented in Slack by "Ana".* The ledger is locked$/)],
    ]);
    expect(await add('U0BEN', { ...message, ts: '7.2' })).toBe('kept');
  });

  it('can be added again where it came to nothing', async () => {
    expect(await add('U0GORAN')).toBe('kept');
    await desk().runJobs('carry-out-action');
    expect(comments()).toEqual([]);
    expect(await Promise.all([add('U0ANA'), add('U0BEN')])).toEqual(
      expect.arrayContaining(['kept', 'repeated']),
    );
    await desk().runJobs('carry-out-action');
    expect(comments()).toHaveLength(1);
    const tries = await desk().kysely.selectFrom('actions').select('id').orderBy('id').execute();
    const first = 'message:C0REVIEWS:7.1:request-1';
    expect(tries.map(({ id }) => id)).toEqual([first, `${first}:2`]);
  });

  it('is tried twenty times at most by one person, who uses up nobody else’s tries', async () => {
    for (let tries = 1; tries <= 20; tries += 1) {
      expect(await add('U0GORAN')).toBe('kept');
      await desk().runJobs('carry-out-action');
    }
    expect(await add('U0GORAN')).toBe('repeated');
    expect(await add('U0ANA')).toBe('kept');
    await desk().runJobs('carry-out-action');
    expect(comments()).toHaveLength(1);
    expect(await add('U0BEN')).toBe('repeated');
  });

  it('is not kept for a request that is not there', async () => {
    const click = { requestId: 'request-9', by: actor('U0ANA'), reason: 'x', channel: 'C0REVIEWS' };
    expect(await acceptMessage(desk().deps, message, click)).toBe('unknown');
  });
});
