import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { said } from '../../support/notice-words.ts';
import { noticeContext } from '../../support/samples.ts';

type Cause = NoticeBody<'action-waiting'>['cause'];

const waitsFor = (
  cause: Cause,
  change: Partial<NoticeBody<'action-waiting'>> = {},
): NoticeBody => ({
  kind: 'action-waiting',
  actionId: 'action-1',
  verb: 'approve',
  cause,
  ...change,
});
const english =
  'Your “Approve” for the request by <@U0BEN> for *GitHub · Platform: write* (#1042): ';
const german =
  'Dein „Genehmigen“, es geht um die Anfrage von <@U0BEN> für *GitHub · Platform: write* (#1042): ';

describe('a message that a click waits', () => {
  it.each<[Cause, string, string]>([
    [
      'governance',
      'The access service did not answer.',
      'Der Zugriffsdienst hat nicht geantwortet.',
    ],
    [
      'otherwise',
      'That could not be settled at once. I kept it, to go on with it.',
      'Das ließ sich nicht sofort erledigen. Ich habe es gespeichert, um weiterzumachen.',
    ],
  ])('names the act and the request, and why: %s', (cause, why, warum) => {
    expect(said(waitsFor(cause), 'anybody')).toContain(`${english}${why}`);
    expect(said(waitsFor(cause), 'anybody', {}, 'de')).toContain(`${german}${warum}`);
  });

  it.each([
    ['withdraw', 'Your “Withdraw” for your request for *GitHub · Platform: write* (#1042): '],
    ['give-back', 'Your “Give back” for your request for *GitHub · Platform: write* (#1042): '],
    ['escalate', 'Your “Ask for emergency access” for your request for '],
  ] as const)('addresses the requester, too (%s)', (verb, words) => {
    expect(said(waitsFor('governance', { verb }), 'requester')).toContain(words);
  });

  it('names only the app of a confidential request to a stranger', () => {
    const context = noticeContext({ body: waitsFor('governance') });
    const { text } = noticeMessage(textsFor('en'), context, 'anybody', true);
    expect(text).toContain('Your “Approve” for a request for *GitHub* (#1042): ');
    expect(text).not.toMatch(/Platform|U0BEN/);
  });

  it('of an earlier version names the request, and gives no cause that nobody knows any more', () => {
    const body = { kind: 'action-waiting', actionId: 'action-1', cause: 'late' };
    const message = said(Object.assign(waitsFor('governance'), { verb: undefined }, body));
    expect(message).toContain('*GitHub · Platform: write* (#1042): That could not be settled');
  });
});

it('a message that a click is done names it', () => {
  const body = { kind: 'action-done', verb: 'approve' } as const;
  expect(said(body, 'anybody')).toContain(`${english}It is done now, and it counts.`);
  expect(said(body, 'anybody', {}, 'de')).toContain(`${german}Das ist jetzt erledigt und zählt.`);
});
