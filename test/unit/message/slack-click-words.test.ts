import { describe, expect, it } from 'vitest';
import type { ActWait, NoticeBody } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { said } from '../../support/notice-words.ts';
import { noticeContext } from '../../support/samples.ts';

const waitsFor = (
  cause: ActWait,
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
  it.each<[ActWait, string, string]>([
    [
      'governance',
      'The access service did not answer.',
      'Der Zugriffsdienst hat nicht geantwortet.',
    ],
    [
      'refused',
      'The access service refused me, because my credentials were wrong. I kept it, to do it once that is mended. Tell <@U0HANA>.',
      'Der Zugriffsdienst hat mich abgewiesen, weil meine Zugangsdaten nicht stimmten.',
    ],
    [
      'slack',
      'Slack did not let me look people up.',
      'Slack hat mich keine Personen nachschlagen lassen.',
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

  it('says until when it is tried', () => {
    const limited = waitsFor('governance', {
      triedUntil: '2026-03-02T15:04:00.000Z',
    });
    expect(said(limited, 'anybody')).toContain(
      'once it answers. After DATE I no longer send it.\n',
    );
    expect(said(limited, 'anybody', {}, 'de')).toContain(
      'Nach DATE schicke ich es nicht mehr ab.\n',
    );
    const endless = waitsFor('governance');
    expect(said(endless, 'anybody')).not.toContain('no longer send');
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

it.each([
  [{}, 'It had to wait and is done now.', 'Das musste warten und ist jetzt erledigt.'],
  [
    { isLate: true },
    'It arrived after all, and it counts. The request shows where it stands.',
    'Das ist doch noch angekommen und zählt. Wie es steht, zeigt die Anfrage.',
  ],
])('a message that a click is done names it: %j', (change, done, erledigt) => {
  const body = { kind: 'action-done', verb: 'approve', ...change } as const;
  expect(said(body, 'anybody')).toContain(`${english}${done}`);
  expect(said(body, 'anybody', {}, 'de')).toContain(`${german}${erledigt}`);
});
