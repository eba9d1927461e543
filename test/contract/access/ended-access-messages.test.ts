import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { closeForLater, endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { record } from '../../../src/use-cases/record/record.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { closedSnapshot, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

async function own(): Promise<AccessRequest> {
  const request = await desk().request('request-1');
  if (request === null) throw new Error('the request is there');
  return request;
}

async function end(end: 'expired' | 'given-back' | 'taken-away', minutes: number): Promise<void> {
  const request = await own();
  await desk().store.transaction((tx) => endGrant(tx, request, { end, at: later(minutes) }));
}

/** The holder has read that the access is going to end. */
async function warned(): Promise<void> {
  desk().world.pass(later(180).getTime() - noon.getTime());
  await warnOfEnds(desk().deps);
  expect(await desk().said()).toContain('ending-soon -> U0BEN');
}

const inBothPlaces = ['access-ended -> U0BEN', 'access-ended -> thread of C0REVIEWS'];
const ended = async () => (await desk().said()).filter((one) => one.startsWith('access-ended'));

const updates = () =>
  desk().chat.noticesUpdated.map(({ to, body, context }) => [
    to,
    body.kind,
    context.grant?.endedBy,
  ]);

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: later(200) }),
  );
});

describe('when access has ended', () => {
  it('says so in the message that announced it, even when nobody could give it back', async () => {
    desk().governance.operations.delete('taskRevoke');
    const body = { kind: 'ended', outcome: 'granted', byNames: [] } as const;
    const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
    await desk().store.transaction((tx) =>
      keepMessage(tx, { key: 'granted', requestId: 'request-1', target, body }),
    );
    expect(await desk().said()).toContain('ended -> U0BEN');
    await end('taken-away', 30);
    expect(await desk().said()).toContain('access-ended -> U0BEN');
    expect(updates()).toEqual([['U0BEN', 'ended', 'taken-away']]);
  });

  it('says so in the message that somebody was taking it away', async () => {
    const body = { kind: 'acted', act: 'take-away', by: null, text: 'left' } as const;
    const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
    await desk().store.transaction((tx) =>
      keepMessage(tx, { key: 'taking', requestId: 'request-1', target, body }),
    );
    await desk().said();
    await end('taken-away', 30);
    await desk().said();
    expect(updates()).toEqual([['U0BEN', 'acted', 'taken-away']]);
  });

  it('sends one new message to its holder, who was warned before, because an edit notifies nobody', async () => {
    await warned();
    await end('expired', 200);
    await end('expired', 200);
    expect(await ended()).toEqual(inBothPlaces);
    expect(updates()).toContainEqual(['U0BEN', 'ending-soon', 'expired']);
  });

  it('sends it when the bot was cut off while it noted the end', async () => {
    await warned();
    const request = await own();
    const cutOff = desk().store.transaction(async (tx) => {
      await endGrant(tx, request, { end: 'expired', at: later(200) });
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await ended()).toEqual([]);
    await end('expired', 200);
    expect(await ended()).toEqual(inBothPlaces);
  });

  it('does not send the warning any more that was still to be sent', async () => {
    desk().world.pass(later(180).getTime() - noon.getTime());
    await warnOfEnds(desk().deps);
    await end('expired', 200);
    expect((await desk().said()).filter((one) => one.endsWith('U0BEN'))).toEqual([
      'access-ended -> U0BEN',
    ]);
  });

  it('sends nothing about access that goes on with a later request', async () => {
    await warned();
    await desk().store.transaction(async (tx) => closeForLater(tx, await own()));
    expect(await ended()).toEqual([]);
  });

  it('sends nothing to a holder who gave it back', async () => {
    await end('given-back', 30);
    expect(await ended()).toEqual(['access-ended -> thread of C0REVIEWS']);
  });
});

describe('the message before an end', () => {
  beforeEach(async () => {
    desk().world.pass(later(180).getTime() - noon.getTime());
    await warnOfEnds(desk().deps);
    await desk().said();
  });

  it('says that the access was given back instead of that it will end', async () => {
    await end('given-back', 185);
    await desk().said();
    expect(updates()).toContainEqual(['U0BEN', 'ending-soon', 'given-back']);
  });

  it('is updated when the service moves the end', async () => {
    const request = await own();
    await desk().store.transaction(async (tx) => {
      await tx.grants.follow('request-1', { endsAt: later(300) });
      await record(tx, { kind: 'access.changed', requestId: 'request-1' }, request);
    });
    await desk().said();
    expect(desk().chat.noticesUpdated.at(-1)).toMatchObject({
      body: { kind: 'ending-soon' },
      context: { grant: { endsAt: later(300) } },
    });
  });
});
