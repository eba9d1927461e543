import { expect, it } from 'vitest';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import type { NoticeContext, NoticeSubject } from '../../../src/use-cases/ports/chat-ports.ts';
import { allTexts } from '../../support/languages.ts';
import { said } from '../../support/notice-words.ts';
import {
  accessRequest,
  noon,
  noticeContext,
  people,
  person,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn } from '../../support/slack-limits.ts';

const overdue = {
  kind: 'overdue',
  about: [],
  group: null,
  at: '2026-03-02T16:00:00.000Z',
} as const;
const listed = (
  ...group: readonly Partial<NoticeSubject>[]
): Pick<NoticeContext, 'group'> & { readonly group: readonly NoticeSubject[] } => ({
  group: group.map((one) => ({ request: accessRequest(), task: snapshot(), ...one })),
});
const receivedAt = noon.toISOString();
const setUp = { task: snapshot({ delivered: { kind: 'provision', receivedAt, deniedAt: null } }) };
const line = '• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE';
const untold =
  '• *GitHub · Platform: write*: I cannot tell safely how this stands now. Look in the governance console.';

it.each<[string, readonly Partial<NoticeSubject>[], string, string, string]>([
  [
    'to be decided',
    [{}],
    'Nobody had decided on this by DATE:',
    'Bis DATE hat darüber niemand entschieden:',
    line,
  ],
  [
    'to be set up',
    [setUp],
    'Nobody had set this up by DATE:',
    'Bis DATE hat das niemand eingerichtet:',
    line,
  ],
  [
    'to be set up or decided',
    [setUp, {}],
    'Nobody had decided on this by DATE:',
    'Bis DATE hat darüber niemand entschieden:',
    `${line}\n${line}`,
  ],
  [
    'of which one is not told',
    [{ task: untoldSnapshot() }, {}],
    'By DATE I did not know of a decision on this:',
    'Bis DATE war mir hierzu keine Entscheidung bekannt:',
    `${untold} · Asked by ben, DATE\n${line}`,
  ],
  [
    'of which nothing was read',
    [{ task: null }],
    'Nobody had decided on this by DATE:',
    'Bis DATE hat darüber niemand entschieden:',
    '• *GitHub · Platform: write*: Sent, no answer · Asked by ben, DATE',
  ],
  [
    'as an emergency of which the service does not tell',
    [{ request: accessRequest({ emergency: true }), task: snapshot({ emergency: null }) }],
    'Nobody had decided on this by DATE:',
    'Bis DATE hat darüber niemand entschieden:',
    line.replace(' · Asked', ' · Emergency · Asked'),
  ],
])('requests that nobody decides, %s', (_what, group, english, german, lines) => {
  expect(said(overdue, 'anybody', listed(...group))).toBe(`${english}\n${lines}`);
  expect(said(overdue, 'anybody', listed(...group), 'de').split('\n')[0]).toBe(german);
});

it('mentions the group of a tier, and counts what is too many to list', () => {
  const body = { ...overdue, group: 'S0SECURITY' };
  const lines = said(body, 'anybody', listed(...Array<object>(12).fill({}))).split('\n');
  expect(lines[0]).toBe('<!subteam^S0SECURITY>: Nobody had decided on this by DATE:');
  expect(lines.at(-1)).toBe('… 2 more');
});

it.each(allTexts)(
  'fits and mentions nobody in %s, for any text of the service',
  (_language, words) => {
    for (const text of nastyTexts) {
      const request = accessRequest({ appName: text, entitlementName: text });
      const stepApprovers = people(30).map((one) => person(one.id, { name: text }));
      const task = snapshot({ appName: text, stepApprovers });
      const { group } = listed(...Array<object>(40).fill({ request, task }));
      const message = noticeMessage(words, noticeContext({ body: overdue, group }), 'anybody');
      expect(messageMistakes(message)).toEqual([]);
      expect([...pingsIn(message)]).toEqual([]);
    }
  },
);
