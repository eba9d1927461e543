import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
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

const sent = () => desk().chat.notices.map(({ body }) => body.kind);
const linkOf = (cardUrl: string | null) => (cardUrl === null ? 'no link' : 'a link');

describe('a requester whose card waits for its turn in a flood', () => {
  it('hears at once that the request is with its reviewers, and gets the link later', async () => {
    await created('request-1');
    await queued('request-1', 120_000);
    await desk().runJobs('send-notice');
    expect(sent()).toEqual(['request-open']);
    const [early] = desk().chat.notices;
    expect(linkOf(early?.context.cardUrl ?? null)).toBe('no link');
    const { text } = noticeMessage(textsFor('en', []), early?.context ?? never(), 'requester');
    expect(text).toContain('is with the reviewers');

    await syncCard(desk().deps, 'card of request-1');
    await desk().runJobs('send-notice');
    expect(sent()).toEqual(['request-open']);
    const updates = desk().chat.noticesUpdated.map(({ context }) => linkOf(context.cardUrl));
    expect(updates).toEqual(['a link']);
  });

  it('hears once, with the card, when the card waits ten seconds or less', async () => {
    await created('request-1');
    await queued('request-1', 10_000);
    await desk().runJobs('send-notice');
    expect(sent()).toEqual([]);
    await syncCard(desk().deps, 'card of request-1');
    await desk().runJobs('send-notice');
    expect([sent(), desk().chat.noticesUpdated]).toEqual([['request-open'], []]);
  });

  it('hears of a group when every request has a card, even a queued one', async () => {
    await desk().ask({ id: 'request-2', groupId: 'group-1' });
    await created('request-1', 'group-1');
    await queued('request-1', 120_000);
    await desk().runJobs('send-notice');
    expect(sent()).toEqual([]);
    await created('request-2', 'group-1');
    await queued('request-1', 60_000);
    await desk().runJobs('send-notice');
    expect(sent()).toEqual(['group-open']);
  });
});

function never(): never {
  throw new Error('nothing was sent');
}
