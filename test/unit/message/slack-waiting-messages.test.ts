import { describe, expect, it } from 'vitest';
import { called } from '../../../src/domain/due/calls.ts';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { snoozeModal } from '../../../src/slack/modals.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext, NoticeSubject } from '../../../src/use-cases/ports/chat-ports.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  cardModel,
  closedSnapshot,
  noon,
  noticeContext,
  people,
  person,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn, textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en', ['U0HANA']);
const askedAt = 'Asked by Ben, <!date^1772452800^{date_short_pretty}, {time}|2026-03-02 12:00 UTC>';
const url = 'https://acme.slack.com/p1';

const subject = (change: Partial<NoticeSubject> = {}): NoticeSubject => ({
  request: accessRequest(),
  task: snapshot(),
  url,
  ...change,
});
const about = [{ requestId: 'request-1', stepId: 'step-1' }];
const reminder = { kind: 'reminder', about, group: null } as const;
const overdue = { kind: 'overdue', about, group: 'S0SECURITY' } as const;
const many = called(
  people(30).map((_one, index) => `U0N${index}`),
  ['C0SECURITY'],
);
const next = { atMs: noon.getTime() + 600_000, ...many };
const messageOf = (context: Partial<NoticeContext>, reader: MessageReader = 'anybody') =>
  noticeMessage(texts, noticeContext(context), reader);

describe('messages about what waits', () => {
  it('remind a reviewer of each request with justification, risk, step and buttons, and offer to snooze', () => {
    const card = cardModel({
      task: snapshot({ approvalStep: { number: 2, of: 2 } }),
      riskName: 'High',
    });
    const group = [
      subject({ review: { card, cardUrl: url } }),
      subject({ task: snapshot({ emergency: true, numericId: '' }), url: null, review: null }),
    ];
    const offered = ['decide', 'decide', 'snooze'] as const;
    const message = messageOf({ body: reminder, group, offered });
    expect(message.text.split('\n')).toEqual([
      'This is waiting for your decision:',
      `• *GitHub · Platform: write* (#1042): Ana or Cho · ${askedAt} · <${url}|See request>`,
      `• *GitHub · Platform: write*: Ana or Cho · Emergency · ${askedAt}`,
    ]);
    const words = textsIn(message.blocks).join('\n');
    expect(words).toContain('#1042 · Risk: high · Step 2 of 2');
    expect(words).toContain('INC-42: the timetable build is red');
    const ids = [...JSON.stringify(message.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toEqual(['review.approve', 'review.deny', 'card.details', 'reminder.snooze']);
  });

  it('say how many requests of a reminder do not fit into the message', () => {
    const long = 'w'.repeat(3_000);
    const group = Array.from({ length: 12 }, (_, index) => {
      const task = snapshot({ justification: long, appName: long });
      return subject({
        task,
        review: { card: cardModel({ cardId: `card-${index}`, task }), cardUrl: url },
      });
    });
    const offered = [...group.map(() => 'decide' as const), 'snooze' as const];
    const message = messageOf({ body: reminder, group, offered });
    expect(messageMistakes(message)).toEqual([]);
    const shown = JSON.stringify(message.blocks).match(/review\.approve/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(3);
    expect(textsIn(message.blocks).join('\n')).toContain(`… ${12 - shown} more`);
  });

  it('say of each request in a reminder of emergencies how often it was told', () => {
    const reminded = { count: 2, waitedSeconds: 930, isLast: false, next: null };
    const group = [
      subject({ reminded }),
      subject({ reminded: { ...reminded, count: 3, isLast: true } }),
    ];
    const message = messageOf({ body: reminder, group });
    const [head, first, second] = message.text.split('\n');
    expect(head).toBe('This is waiting for your decision:');
    expect(first).toMatch(/ · Reminder 2, after 15 minutes without a decision\.$/);
    expect(second).toMatch(
      / · Reminder 3, the last one, after 15 minutes .*\. Nobody else is told after this\.$/,
    );
    const words = textsIn(message.blocks).join('\n');
    expect(words).toContain('Reminder 2, after 15 minutes');
  });

  it('replace a reminder when none of its requests waits any more', () => {
    const { request, task } = subject();
    const by = { userId: 'U0CHO', teamId: 'T0ACME', userName: 'cho' };
    const decision = { verb: 'approve', by, at: noon } as const;
    const withdrawn = accessRequest({ state: 'withdrawn' });
    const handedOn = snapshot({ stepApprovers: [person('user-cho'), person('user-dee')] });
    const nobodys = snapshot({ stepApprovers: [] });
    const settled = [
      { request, task, decision },
      { request, task: closedSnapshot({ outcome: 'denied' }), decision },
      { request, task: closedSnapshot({ outcome: 'wait-timed-out' }), decision: null },
      { request, task, decision: null },
      { request: withdrawn, task, decision: null },
      { request: withdrawn, task: snapshot({ state: 'unread' }), decision: null },
      { request, task: handedOn, decision: null, isHandedOn: true },
      { request, task: nobodys, decision: null, isHandedOn: true },
      { request, task, decision, isHidden: true },
    ];
    const context = noticeContext({ body: reminder, group: [], settled });
    const what = '*GitHub · Platform: write* (#1042)';
    const message = noticeMessage(texts, context, 'anybody');
    expect(message.text.replaceAll(/<!date[^>]*>/g, 'TIME').split('\n')).toEqual([
      `${what}: <@U0CHO> approved this TIME.`,
      `${what}: <@U0CHO> approved this TIME. Denied.`,
      `${what}: Ran out of time.`,
      `${what}: this step is over, and the next one waits.`,
      `${what}: Withdrawn here, still open in the access service.`,
      `${what}: Withdrawn.`,
      `${what}: Cho or Dee will decide.`,
      `${what}: this step is over, and the next one waits.`,
      '🔒 #1042 · GitHub: Waiting for a decision',
    ]);
    expect(message.blocks).toHaveLength(1);
  });

  it('mention the group in a channel, and count what is too many to list', () => {
    const group = Array.from({ length: 12 }, () => subject());
    const lines = messageOf({ body: overdue, group }).text.split('\n');
    expect(lines[0]).toBe('<!subteam^S0SECURITY>: Nobody has decided on this yet:');
    expect(lines.at(-1)).toBe('… 2 more');
    const message = messageOf({ body: { ...overdue, group: null }, group: [subject()] });
    expect(message.text.split('\n')[0]).toBe('Nobody has decided on this yet:');
    expect(message.blocks).toHaveLength(1);
  });

  it.each([
    [reminder, 'As far as I know, this is waiting for your decision:'],
    [overdue, '<!subteam^S0SECURITY>: I do not know of a decision on this yet:'],
  ] as const)('do not say what nobody told: %#', (body, words) => {
    const task = snapshot({ stepApprovers: [], emergency: null, untold: ['step', 'reviewers'] });
    const request = accessRequest({ emergency: true });
    const group = [subject({ task, request })];
    const context = noticeContext({ body, task, request, group });
    const { text } = noticeMessage(texts, context, 'requester');
    expect(text).toContain(words);
    expect(text).not.toMatch(/[Nn]obody has|This is waiting|will decide|with the reviewers/);
  });

  it('call an emergency one where the service does not tell that it is', () => {
    const request = accessRequest({ emergency: true });
    const group = [subject({ task: snapshot({ emergency: null }), request })];
    const { text } = messageOf({ body: reminder, group }, 'requester');
    expect(text).toContain(' · Emergency · ');
  });

  it('keep Slack’s limits and mention nobody in both languages, for any text of the service', () => {
    for (const [, words] of allTexts) {
      for (const text of nastyTexts) {
        const request = accessRequest({ appName: text, entitlementName: text });
        const task = snapshot({
          appName: text,
          stepApprovers: people(300).map((one) => person(one.id, { name: text })),
        });
        const reminded = { count: 6, waitedSeconds: 20_000, isLast: true, next };
        const group = Array.from({ length: 40 }, () => subject({ request, task, reminded }));
        const messages = [reminder, { ...overdue, group: null }].map((body) =>
          noticeMessage(words, noticeContext({ body, request, task, group }), 'requester'),
        );
        for (const message of messages) {
          expect(messageMistakes(message)).toEqual([]);
          expect([...pingsIn(message)].filter((ping) => !/^<[@#][UC]0/.test(ping))).toEqual([]);
        }
      }
      expect(snoozeModal(words, '{}').title.text.length).toBeLessThanOrEqual(24);
    }
  });
});
