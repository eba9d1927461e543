import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { letEnd } from '../../../src/use-cases/action/accept-action.ts';
import { requestBackground } from '../../../src/use-cases/card/request-background.ts';
import { createResourceOwners } from '../../../src/use-cases/catalogue/service-facts.ts';
import { entitlementHelp } from '../../../src/use-cases/form/entitlement-help.ts';
import type { StoreTransaction } from '../../../src/use-cases/ports/store-ports.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { actor, closedSnapshot, entitlement, noon, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const granted: NoticeBody = { kind: 'ended', outcome: 'granted', byNames: [] };

interface Period {
  readonly startedAt: Date;
  readonly endsAt: Date | null;
}

/** The same access of the same person by an earlier or later request. */
async function other(period: Period): Promise<void> {
  await desk().ask({ id: 'request-2' });
  await desk().store.transaction(async (tx) => {
    await tx.requests.save('request-2', { state: 'created', identityUserId: 'user-ben', at: noon });
    await tx.grants.begin('request-2', period);
  });
}

/** What a person reads when access until 14:00 is granted at 13:00. */
async function told(reader: MessageReader = 'requester'): Promise<string> {
  const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
  const notice = { key: 'granted', requestId: 'request-1', target, body: granted };
  await desk().store.transaction(async (tx) => {
    await tx.grants.begin('request-1', { startedAt: minutes(60), endsAt: minutes(120) });
    await keepMessage(tx, notice);
  });
  await desk().runJobs('send-notice');
  const context = desk().chat.notices[0]?.context;
  return context === undefined ? '' : noticeMessage(textsFor('en'), context, reader).text;
}

beforeEach(async () => {
  await desk().opened(closedSnapshot());
});

describe('when access is granted for a shorter time than the person has it', () => {
  it('says until when it was to last, that it may end sooner, and what to do', async () => {
    await other({ startedAt: minutes(0), endsAt: minutes(240) });
    expect(await told()).toMatch(
      /✅ You have .* until .*\. An earlier grant was to last until .*16:00.*: .* may end it together with this one\. To be sure, ask for more time\./,
    );
  });

  it('the message says so of access without an end', async () => {
    await other({ startedAt: minutes(0), endsAt: null });
    expect(await told()).toContain(
      'An earlier grant had no end that I know of: the access service may end it',
    );
  });

  it('the message in the thread leaves it out, because it advises the holder', async () => {
    await other({ startedAt: minutes(0), endsAt: minutes(240) });
    expect(await told('anybody')).not.toContain('earlier grant');
  });
});

describe('the message about the earlier, longer grant', () => {
  /** What Ben reads now of the access that was granted to him until 16:00, or without an end. */
  async function read(): Promise<string> {
    await desk().runJobs('send-notice');
    const all = [...desk().chat.notices, ...desk().chat.noticesUpdated];
    const last = all.findLast(({ context }) => context.request.id === 'request-1')?.context;
    return last === undefined ? '' : noticeMessage(textsFor('en'), last, 'requester').text;
  }

  async function toldBefore(endsAt: Date | null): Promise<void> {
    const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
    await desk().store.transaction(async (tx) => {
      await tx.grants.begin('request-1', { startedAt: noon, endsAt });
      await keepMessage(tx, { key: 'granted', requestId: 'request-1', target, body: granted });
    });
  }

  /** The service grants it by a later request, for as long. */
  async function grantedLater(seconds: number | null): Promise<void> {
    await desk().ask({ id: 'request-2' });
    const outcomeAt = minutes(60).toISOString();
    const task = closedSnapshot({ id: 'task-2', outcomeAt, grantDurationSeconds: seconds });
    await desk().store.transaction(async (tx) => {
      const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
      await tx.requests.save('request-2', change);
      const request = await tx.requests.find('request-2');
      if (request !== null) await recordReading(tx, desk().deps, request, task);
    });
  }

  const later = async (change: (tx: StoreTransaction, request: AccessRequest) => Promise<void>) => {
    const request = await desk().request('request-2');
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) => change(tx, request));
  };

  it('says that it may end with a later, shorter one, until that one has ended and it goes on', async () => {
    await toldBefore(minutes(240));
    expect(await read()).toMatch(/✅ You have .* until .*16:00[^.]*\.$/m);
    await grantedLater(3_600);
    expect(await read()).toMatch(
      /✅ You have .* until .*14:00.*\. It was to last until .*16:00.*, but a later request is shorter: .* may end both together\. To be sure, ask for more time\./,
    );
    await later((tx, request) => endGrant(tx, request, { end: 'extended', at: minutes(120) }));
    expect(await read()).toMatch(/✅ You have .* until .*16:00[^.]*\.$/m);
  });

  it('says so of access without an end', async () => {
    await toldBefore(null);
    await read();
    await grantedLater(3_600);
    expect(await read()).toMatch(/until .*14:00.*\. As far as I know it had no end, but a later/);
  });

  it('stays as it is when the later one lasts at least as long', async () => {
    await toldBefore(minutes(120));
    await read();
    await grantedLater(3_600);
    await read();
    expect(desk().chat.noticesUpdated).toEqual([]);
  });

  it('stays as it is when the later one is being given back', async () => {
    await toldBefore(minutes(240));
    await grantedLater(3_600);
    await later((tx) => tx.grants.follow('request-2', { revocationPending: 'given-back' }));
    expect(await read()).toMatch(/✅ You have .* until .*16:00[^.]*\.$/m);
  });
});

it('the warning of an earlier, longer end names the sooner one', async () => {
  await other({ startedAt: minutes(60), endsAt: minutes(120) });
  const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
  const body = { kind: 'ending-soon', endsAt: minutes(240).toISOString() } as const;
  await desk().store.transaction(async (tx) => {
    await tx.grants.begin('request-1', { startedAt: noon, endsAt: minutes(240) });
    await keepMessage(tx, { key: 'ending', requestId: 'request-1', target, body });
  });
  await desk().runJobs('send-notice');
  const context = desk().chat.notices[0]?.context;
  const text =
    context === undefined ? '' : noticeMessage(textsFor('en'), context, 'requester').text;
  expect(text).toMatch(/ends .*14:00.*\. It was to last until .*16:00/);
});

it('who lets an earlier, longer grant end reads when it may end with the shorter one', async () => {
  await other({ startedAt: minutes(60), endsAt: minutes(120) });
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: minutes(240) }),
  );
  expect(await letEnd(desk().deps, 'request-1', actor('U0BEN'))).toEqual(minutes(120));
});

it('the form, and the card of a new request, say until when the access is expected to last', async () => {
  await other({ startedAt: minutes(60), endsAt: minutes(120) });
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: minutes(240) }),
  );
  const owners = createResourceOwners(desk().deps);
  const whoDecides = async () => ({ ordinary: null, emergency: null });
  const help = await entitlementHelp(
    { ...desk().deps, owners, whoDecides },
    { holderId: 'U0BEN', askerId: 'U0BEN' },
    entitlement(),
    Promise.resolve(),
  );
  expect(help.held).toMatchObject({ until: minutes(120), extendableId: 'request-2' });
  await desk().ask({ id: 'request-3' });
  const request = await desk().request('request-3');
  if (request === null) throw new Error('the request is there');
  const { held } = await requestBackground(desk().deps, { request, task: snapshot() });
  expect(held).toEqual({ endsAt: minutes(120) });
});

it('a shorter grant has a line of its own on Home beside an earlier, longer one', async () => {
  await other({ startedAt: minutes(0), endsAt: minutes(240) });
  await told();
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  expect(shown.map(({ grant }) => grant?.endsAt)).toEqual([minutes(120), minutes(240)]);
});

it('a longer grant takes the line of an earlier, shorter one on Home', async () => {
  await other({ startedAt: minutes(0), endsAt: minutes(90) });
  await told();
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  expect(shown.map(({ grant }) => grant?.endsAt)).toEqual([minutes(120)]);
});

it.each([
  ['is over sooner', { startedAt: minutes(0), endsAt: minutes(90) }],
  ['ends at the same time', { startedAt: minutes(0), endsAt: minutes(120) }],
  ['was granted later', { startedAt: minutes(61), endsAt: minutes(240) }],
])('is announced without the other grant when that one %s', async (_what, period) => {
  await other(period);
  expect(await told()).not.toContain('earlier grant');
});
