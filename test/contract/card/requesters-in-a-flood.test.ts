import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

const turnIn = (retryAfterMs: number) =>
  new OutwardFailure({
    system: 'slack',
    kind: 'rate-limited',
    message: 'its turn comes later',
    certainlyNotDone: true,
    retryAfterMs,
  });

async function created(id: string, groupId: string | null = null): Promise<void> {
  await desk().wanted(snapshot({ id: `task of ${id}` }), { id, groupId });
}

/** Its card is posted this long after now. */
async function queued(id: string, waitMs: number): Promise<void> {
  desk().chat.posts.next(turnIn(waitMs));
  await expect(syncCard(desk().deps, `card of ${id}`)).rejects.toThrow('its turn comes later');
}

const texts = () => desk().chat.shown.map(({ text }) => text);

describe('a requester whose card waits for its turn in a flood', () => {
  it('hears after ten seconds that the request is with its reviewers, and gets the link later', async () => {
    await created('request-1');
    await queued('request-1', 120_000);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(10_001);
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(texts()).toEqual([expect.stringContaining('is with the reviewers')]);
    expect(texts()[0]).not.toContain('[See request]');

    await syncCard(desk().deps, 'card of request-1');
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(texts()).toEqual([expect.stringContaining('[See request]')]);
  });

  it('hears once, with the card, when the card waits less than ten seconds', async () => {
    await created('request-1');
    await queued('request-1', 9_000);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(9_000);
    await syncCard(desk().deps, 'card of request-1');
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(desk().chat.shown).toMatchObject([
      { text: expect.stringContaining('[See request]'), edits: 0 },
    ]);
  });

  it('hears once of what was asked for together, although one comes after the other', async () => {
    await desk().ask({ id: 'request-2', groupId: 'request-1' });
    await created('request-1', 'request-1');
    await syncCard(desk().deps, 'card of request-1');
    await desk().said();
    desk().world.pass(3_000);
    await created('request-2', 'request-1');
    await queued('request-2', 60_000);
    await desk().said();
    desk().world.pass(10_001);
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(texts()).toEqual([
      expect.stringMatching(/^Your 2 requests were sent:\n.*\n.*\n\[See request\]$/),
    ]);
  });
});
