/** Long because each choice between the words of a message has its row. */
import { describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { wordsOf } from '../../support/notice-words.ts';
import {
  accessRequest,
  closedSnapshot,
  noon,
  noticeContext,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';

type Case = readonly [string, NoticeBody, MessageReader, Partial<NoticeContext>, string];

const later = new Date('2026-03-02T16:00:00.000Z');
const grant = { endsAt: later, endedAt: null, endedBy: null };
const unsent = accessRequest({ state: 'submitted', taskId: null });
const forCho = accessRequest({ targetSlackId: 'U0CHO', identityUserId: 'user-cho' });
const policy = snapshot({ stepApprovers: [], otherStep: { kind: 'set-up' } });
const listed = (
  ...group: readonly Partial<NoticeContext['group'][number]>[]
): Pick<NoticeContext, 'group'> => ({
  group: group.map((one) => ({ ...noticeContext(), url: null, ...one })),
});
const waits = { request: unsent, task: null };

describe('words about a request under way', () => {
  const open: NoticeBody = { kind: 'request-open' };
  const group: NoticeBody = { kind: 'group-open' };
  const none = snapshot({ stepApprovers: [] });
  const over = closedSnapshot({ outcome: 'denied' });
  it.each<Case>([
    [
      'of which nothing was read',
      open,
      'requester',
      { task: null },
      'Your request for *GitHub · Platform: write* is with the reviewers.',
    ],
    [
      'of an emergency of which nothing was read',
      open,
      'requester',
      { task: null, request: accessRequest({ emergency: true }) },
      'Your request for *GitHub · Platform: write* is with the reviewers. It is an emergency.',
    ],
    [
      'without reviewers',
      open,
      'requester',
      { task: none },
      'Your request for *GitHub · Platform: write* is with the reviewers.',
    ],
    [
      'at a step that is no review',
      open,
      'requester',
      { task: policy },
      'Your request for *GitHub · Platform: write* was sent. Access is being set up.',
    ],
    [
      'that was granted, with the time that was asked for',
      open,
      'requester',
      { task: closedSnapshot(), grant },
      'Your request for *GitHub · Platform: write* (#1042) was granted for 4 hours.',
    ],
    [
      'of a group, if the decision on one is not told',
      group,
      'requester',
      listed({ task: untoldSnapshot() }, {}),
      'Your 2 requests were sent:\n• *GitHub · Platform: write*: The access service does not say who decides.\n• *GitHub · Platform: write* (#1042): Ana or Cho',
    ],
    [
      'of a group for another, all over',
      group,
      'requester',
      { request: forCho, ...listed({ request: forCho, task: over }) },
      'What became of these requests for <@U0CHO>:\n• *GitHub · Platform: write* (#1042): Denied',
    ],
    [
      'of a group, all over',
      group,
      'requester',
      listed({ task: over }),
      'What became of these requests:\n• *GitHub · Platform: write* (#1042): Denied',
    ],
    [
      'with a form, of which nothing was read',
      { kind: 'form-due' },
      'requester',
      { task: null },
      'Your request for *GitHub · Platform: write* continues after you fill in a form.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});

describe('words about what was not sent', () => {
  const waiting: NoticeBody = { kind: 'request-waiting' };
  const denied = closedSnapshot({ outcome: 'denied' });
  const correction: NoticeBody = { kind: 'correction-waiting', numericId: '1041' };
  const stopped: NoticeBody = {
    kind: 'trouble',
    what: 'request-stopped',
    refusal: { code: 'external' },
  };
  const forbidden: NoticeBody = {
    kind: 'request-refused',
    refusal: { code: 'forbidden', message: '', existingTaskId: null, serviceRequestId: null },
  };
  it.each<Case>([
    [
      'that waits',
      waiting,
      'requester',
      waits,
      'The access service is not answering. I kept your request for *GitHub · Platform: write* and will send it when it is back.',
    ],
    [
      'of which one of a group waits',
      waiting,
      'requester',
      listed(waits, {}),
      'The access service is not answering. I kept your request for *GitHub · Platform: write, Platform: write* and will send it when it is back.',
    ],
    [
      'of a group of which one was not sent',
      waiting,
      'requester',
      listed({}, { request: accessRequest({ state: 'refused' }), task: null }),
      'Your request for *GitHub · Platform: write, Platform: write* had to wait. It is no longer waiting.',
    ],
    [
      'of a group that was sent and is over',
      waiting,
      'requester',
      { task: denied, ...listed({ task: denied }) },
      'Your request for *GitHub · Platform: write* had to wait for the access service. It was sent.',
    ],
    [
      'a correction that waits',
      correction,
      'requester',
      waits,
      'Your corrected request for *GitHub · Platform: write* has to wait: the access service has not closed your first one (#1041) yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
    ],
    [
      'a correction that waits no more',
      correction,
      'requester',
      {},
      'Your corrected request for *GitHub · Platform: write* had to wait until your first one (#1041) was over. It is not waiting for that any more.',
    ],
    [
      'to administrators, naming the requester',
      stopped,
      'anybody',
      {},
      'I did not send the request by <@U0BEN> for *GitHub · Platform: write*. <@U0BEN>: I cannot take this Slack account for the right person here. Ask <@U0HANA>. Reason: external.',
    ],
    [
      'if it is not allowed',
      forbidden,
      'requester',
      {},
      'Your request for *GitHub · Platform: write* did not go through. The access service refuses this. Ask <@U0HANA> if you do not know why.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});

describe('words about an emergency', () => {
  const waiting: NoticeBody = { kind: 'emergency-waiting' };
  const elsewhere: NoticeBody = { kind: 'emergency-elsewhere' };
  const ended: NoticeBody = {
    kind: 'emergency-ended',
    end: 'expired',
    startedAt: noon.toISOString(),
    endedAt: later.toISOString(),
  };
  it.each<Case>([
    [
      'that waits',
      waiting,
      'anybody',
      waits,
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write* for 4 hours. The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.\nINC-42: the timetable build is red',
    ],
    [
      'that waits because the bot is refused',
      { kind: 'emergency-waiting', isBotRefused: true },
      'anybody',
      waits,
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write* for 4 hours. The access service refuses me, because my credentials are wrong, so nobody can approve it yet. If it cannot wait, help another way. Tell <@U0HANA>.\nINC-42: the timetable build is red',
    ],
    [
      'for more time, that waits',
      waiting,
      'anybody',
      { ...waits, request: { ...unsent, extendsRequestId: 'request-0' } },
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write* for 4 hours more. The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.\nINC-42: the timetable build is red',
    ],
    [
      'for more time, of which a reviewer has changed the whole time',
      waiting,
      'anybody',
      {
        ...waits,
        request: { ...unsent, state: 'created', extendsRequestId: 'request-0' },
        task: snapshot({ grantDurationSeconds: 7_200 }),
        period: { kind: 'lasts', seconds: 7_200 },
      },
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write* for 2 hours. The access service has this request now. Its card says how it stands.\nINC-42: the timetable build is red',
    ],
    [
      'of which one of a group waits',
      waiting,
      'anybody',
      listed(waits, {}),
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write, Platform: write* for 4 hours. The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.\nINC-42: the timetable build is red',
    ],
    [
      'of which one of a group was sent',
      waiting,
      'anybody',
      listed({ task: null }, {}),
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write, Platform: write* for 4 hours. The access service has this request now. Its card says how it stands.\nINC-42: the timetable build is red',
    ],
    [
      'that was not sent',
      waiting,
      'anybody',
      { task: null },
      '<!subteam^S0ONCALL>: <@U0BEN> needs *GitHub · Platform: write* for 4 hours. This was not sent to the access service. There is nothing to decide on.\nINC-42: the timetable build is red',
    ],
    [
      'in a channel of two companies',
      elsewhere,
      'anybody',
      {},
      '<!subteam^S0ONCALL>: An emergency request is waiting for a decision. I sent it to its reviewers directly, because this channel may be shared with another company.',
    ],
    [
      'that is over, in a channel of two companies',
      elsewhere,
      'anybody',
      { task: closedSnapshot() },
      'An emergency request was waiting for a decision. It is no longer waiting.',
    ],
    [
      'that ended',
      ended,
      'anybody',
      {},
      '<@U0BEN> had emergency access to *GitHub · Platform: write* for 4 hours, from DATE: ended DATE.\nINC-42: the timetable build is red',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});

describe('words about access that is over', () => {
  const removed = (change: Partial<NoticeBody<'access-removed'>>): NoticeBody => ({
    kind: 'access-removed',
    by: ['U0ANA'],
    byNames: ['Cho'],
    removedAt: noon.toISOString(),
    taken: [
      { id: 'ent-write', name: 'Platform: write' },
      { id: 'ent-read', name: 'Platform: read' },
    ],
    ...change,
  });
  const moreTime = snapshot({ numericId: '1050' });
  const soon: NoticeBody = { kind: 'ending-soon', endsAt: later.toISOString() };
  it.each<Case>([
    [
      'removed',
      removed({}),
      'requester',
      {},
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA> and Cho. Taken away as well: Platform: read.',
    ],
    [
      'removed, approved by more than are named',
      removed({ byNames: ['Cho', 'Dee', 'Eve', 'Fay', 'Gil'], taken: [] }),
      'requester',
      {},
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA>, Cho, Dee, Eve and Fay.',
    ],
    [
      'removed, approved by nobody who is known',
      removed({ by: [], byNames: [] }),
      'requester',
      { task: null },
      'Your access to *GitHub · Platform: write* was taken away DATE. Taken away as well: Platform: read.',
    ],
    [
      'to be removed, at a time that is not told',
      removed({ removedAt: null }),
      'requester',
      { moreTime },
      'Your access to *GitHub · Platform: write* is to be taken away, approved by <@U0ANA> and Cho. The access service does not tell me when that is done. The same goes for Platform: read. A request for more time (#1050) is open. Nobody has decided yet.',
    ],
    [
      'removed with what the task names',
      removed({}),
      'requester',
      { request: accessRequest({ entitlementId: 'ent-other' }) },
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA> and Cho. Taken away as well: Platform: read.',
    ],
    [
      'goes on with a later request, with more time asked for',
      soon,
      'requester',
      { moreTime, grant: { ...grant, endedAt: noon, endedBy: null } },
      'Your access to *GitHub · Platform: write* goes on with a later request. A request for more time (#1050) is open. Nobody has decided yet.',
    ],
    [
      'over, and asked for again',
      soon,
      'requester',
      { moreTime, grant: { ...grant, endedAt: noon, endedBy: 'expired' } },
      'Your access to *GitHub · Platform: write* ended DATE. A request for it (#1050) is open. Nobody has decided yet.',
    ],
    [
      'of a profile',
      { kind: 'profile-settled', given: 4, of: 4, refused: [], unknown: [] },
      'requester',
      {},
      'Everything in *GitHub · Platform: write* is decided: 4 of 4 given.',
    ],
    [
      'of a profile in part',
      { kind: 'profile-settled', given: 2, of: 4, refused: ['VPN'], unknown: ['Staff'] },
      'requester',
      {},
      'I no longer follow what is in *GitHub · Platform: write*: 2 of 4 given. Not given: VPN. I do not know whether Staff will be granted.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});
