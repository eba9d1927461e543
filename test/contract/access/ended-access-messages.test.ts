import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { closeForLater } from '../../../src/use-cases/access/begin-access.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
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
  expect(await desk().said()).toEqual(['ending -> U0BEN']);
}

const inThread = 'access-ended -> thread of C0REVIEWS';
const toldBen = async () => (await desk().said()).filter((one) => one.endsWith('U0BEN'));
const shown = () => desk().chat.shown.at(-1);

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: later(200) }),
  );
  await desk().told('granted request-1');
});

describe('when access has ended', () => {
  it('is told to its holder, even when nobody could give it back', async () => {
    desk().governance.operations.delete('taskRevoke');
    await end('taken-away', 30);
    expect(await desk().said()).toEqual(['ended -> U0BEN', inThread]);
    expect(shown()?.text).toContain('was taken away TIME.');
  });

  it('is told once to its holder, who was warned before, because an edit notifies nobody', async () => {
    await warned();
    await end('expired', 200);
    await end('expired', 200);
    expect(await desk().said()).toEqual(['ending -> U0BEN', 'ended -> U0BEN', inThread]);
  });

  it('is told when the bot was cut off while it noted the end', async () => {
    const request = await own();
    const cutOff = desk().store.transaction(async (tx) => {
      await endGrant(tx, request, { end: 'expired', at: later(200) });
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await desk().said()).toEqual([]);
    await end('expired', 200);
    expect(await desk().said()).toEqual(['ended -> U0BEN', inThread]);
  });

  it('is not announced any more', async () => {
    desk().world.pass(later(180).getTime() - noon.getTime());
    await warnOfEnds(desk().deps);
    await end('expired', 200);
    expect(await toldBen()).toEqual(['ended -> U0BEN']);
  });

  it('is not told where it went on with a later request', async () => {
    await warned();
    await desk().store.transaction(async (tx) => closeForLater(tx, await own()));
    expect(await desk().said()).toEqual(['ending -> U0BEN']);
    expect(shown()?.text).toContain('went on with a later request');
  });

  it('is not told to a holder who gave it back, and whose message says so', async () => {
    await end('given-back', 30);
    expect(await desk().said()).toEqual([inThread]);
    expect(shown()?.text).toContain('was given back TIME.');
  });
});

describe('the message before an end', () => {
  beforeEach(warned);

  it('says that the access was given back instead of that it will end', async () => {
    await end('given-back', 185);
    expect(await toldBen()).toEqual(['ending -> U0BEN']);
    expect(shown()?.text).toContain('was given back TIME');
  });

  it('is followed by another before a later end, and says until then that the person has it', async () => {
    await desk().store.transaction((tx) =>
      tx.grants.follow('request-1', { endsAt: later(300), warnAt: null, isWarned: false }),
    );
    expect(await toldBen()).toEqual(['ending -> U0BEN']);
    expect(shown()?.text).toContain('You have *GitHub · Platform: write* until TIME.');
    desk().world.pass(later(290).getTime() - desk().world.now().getTime());
    await warnOfEnds(desk().deps);
    expect(await toldBen()).toEqual(['ending -> U0BEN', 'ending -> U0BEN']);
  });
});
