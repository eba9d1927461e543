import { describe, expect, it } from 'vitest';
import type { Called, Reminded } from '../../../src/domain/due/calls.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { wordsOf } from '../../support/notice-words.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noon,
  noticeContext,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';

type Case = readonly [string, NoticeBody, Partial<NoticeContext>, string];
type Listed = NoticeContext['group'][number];
type Settled = NoticeContext['settled'][number];

const listed = (...group: readonly Partial<Listed>[]): Pick<NoticeContext, 'group'> => ({
  group: group.map((one) => ({ request: accessRequest(), task: snapshot(), url: null, ...one })),
});
const settled = (change: Partial<Settled>): Pick<NoticeContext, 'settled'> => ({
  settled: [{ request: accessRequest(), task: snapshot(), decision: null, ...change }],
});
const receivedAt = noon.toISOString();
const setUp = snapshot({ delivered: { kind: 'provision', receivedAt, deniedAt: null } });
const untold = untoldSnapshot();
const about = [{ requestId: 'request-1', stepId: 'step-1' }];
const minutes = (count: number): number => noon.getTime() + count * 60_000;
const nobody: Called = { people: [], count: 0, channels: [] };
const hana: Called = { people: ['U0HANA'], count: 1, channels: [] };

describe('words about requests that wait', () => {
  const overdue: NoticeBody = { kind: 'overdue', about, group: null };
  const reminder: NoticeBody = { kind: 'reminder', about, group: null };
  const last = (next: Reminded['next']): Reminded => ({
    count: 3,
    waitedSeconds: 900,
    isLast: true,
    next,
  });
  const calls = (change: Partial<Called>): Partial<NoticeContext> =>
    listed({ reminded: last({ atMs: minutes(5), ...nobody, ...change }) });
  const first = { count: 1, waitedSeconds: 300, isLast: false, next: null };
  it.each<Case>([
    [
      'to be set up',
      overdue,
      listed({ task: setUp }),
      'Nobody has set this up yet:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'to be set up or decided',
      overdue,
      listed({ task: setUp }, {}),
      'Nobody has decided on this yet:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'of which one is not told',
      overdue,
      listed({ task: untold }, {}),
      'I do not know of a decision on this yet:\n• *GitHub · Platform: write*: The access service does not say who decides. · Asked by ben, DATE\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'of which nothing was read',
      reminder,
      listed({ task: null }),
      'This is waiting for your decision:\n• *GitHub · Platform: write* · Asked by ben, DATE',
    ],
    [
      'once reminded',
      reminder,
      listed({ reminded: first }),
      'Reminder 1, after 5 minutes without a decision. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'of which two are reminded of',
      reminder,
      listed({ reminded: first }, { reminded: first }),
      'This is waiting for your decision:\nReminder 1, after 5 minutes without a decision.\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE\nReminder 1, after 5 minutes without a decision.\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'with nobody next',
      reminder,
      calls({}),
      'Reminder 3, the last one, after 15 minutes without a decision. Nobody else is told after this. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'with a person next',
      reminder,
      calls(hana),
      'Reminder 3, the last one, after 15 minutes without a decision. If nobody decides by DATE, I tell <@U0HANA>. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'with a channel next',
      reminder,
      calls({ channels: ['C0SECURITY'] }),
      'Reminder 3, the last one, after 15 minutes without a decision. If nobody decides by DATE, I tell <#C0SECURITY>. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'with people next who are only counted',
      reminder,
      calls({ count: 2 }),
      'Reminder 3, the last one, after 15 minutes without a decision. If nobody decides by DATE, I tell 2 more. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
    [
      'without a next call',
      reminder,
      listed({ reminded: last(null) }),
      'Reminder 3, the last one, after 15 minutes without a decision. Nobody else is told after this. This is waiting for your decision:\n• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE',
    ],
  ])('%s', (_what, body, change, expected) => {
    expect(wordsOf(body, 'anybody', change)).toBe(expected);
  });

  it('begin with the reminder, where it is of one request', () => {
    const shown = (...group: readonly Partial<Listed>[]) => {
      const context = noticeContext({ body: reminder, ...listed(...group) });
      return noticeMessage(textsFor('en'), context, 'anybody').text.split('\n')[0];
    };
    const heading = 'This is waiting for your decision:';
    const again = 'Reminder 1, after 5 minutes without a decision.';
    expect(shown({ reminded: first })).toBe(`${again} ${heading}`);
    expect(shown({ reminded: first }, {})).toBe(heading);
  });
});

describe('words about requests that wait no more', () => {
  const overdue: NoticeBody = { kind: 'overdue', about, group: null };
  const by = (verb: 'approve' | 'deny'): Pick<Settled, 'decision'> => ({
    decision: { verb, by: actor('U0ANA'), at: noon },
  });
  const granted = closedSnapshot();
  const denied = closedSnapshot({ outcome: 'denied' });
  it.each<Case>([
    [
      'approved and granted',
      overdue,
      settled({ ...by('approve'), task: granted }),
      '*GitHub · Platform: write* (#1042): <@U0ANA> approved this DATE.',
    ],
    [
      'approved and denied',
      overdue,
      settled({ ...by('approve'), task: denied }),
      '*GitHub · Platform: write* (#1042): <@U0ANA> approved this DATE. Denied.',
    ],
    [
      'denied',
      overdue,
      settled({ ...by('deny'), task: denied }),
      '*GitHub · Platform: write* (#1042): <@U0ANA> denied this DATE.',
    ],
    [
      'denied and granted',
      overdue,
      settled({ ...by('deny'), task: granted }),
      '*GitHub · Platform: write* (#1042): <@U0ANA> denied this DATE. Granted.',
    ],
    [
      'approved',
      overdue,
      settled(by('approve')),
      '*GitHub · Platform: write* (#1042): <@U0ANA> approved this DATE.',
    ],
  ])('%s', (_what, body, change, expected) => {
    expect(wordsOf(body, 'anybody', change)).toBe(expected);
  });
});
