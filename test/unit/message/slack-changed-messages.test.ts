/** Long because messages of every kind change, and each change is looked at here. */
import { describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { closedSnapshot, noticeContext } from '../../support/samples.ts';

const texts = textsFor('en', ['U0HANA']);
const textOf = (change: Partial<NoticeContext>, reader: MessageReader = 'requester') =>
  noticeMessage(texts, noticeContext(change), reader).text;

describe('a message that a click waits', () => {
  const waiting = { kind: 'action-waiting', actionId: 'action-1' } as const;
  const ofOther = (change: Partial<NoticeContext>) =>
    textOf({ body: waiting, waitingVerb: 'approve', ...change }, 'anybody');
  const said = (actState: NoticeContext['actState']) => ofOther({ actState });

  it('names the act and the request', () => {
    expect(said('open')).toContain(
      'Your approval of the request by <@U0BEN> for *GitHub · Platform: write* (#1042): The access service is not answering. I kept it and will do it when it is back.',
    );
  });

  it('says that the service refuses the bot', () => {
    expect(ofOther({ body: { ...waiting, isBotRefused: true } })).toContain(
      'The access service refuses me, because my credentials are wrong. I kept it and will do it when that is mended. Tell <@U0HANA>.',
    );
  });

  it('says until when it is tried', () => {
    const body = { ...waiting, triedUntil: '2026-03-02T15:04:00.000Z' };
    expect(ofOther({ body })).toContain(
      'when it is back. I will try until <!date^1772463840^{date_short_pretty}, {time}|2026-03-02 15:04 UTC>, and not send it after that.',
    );
  });

  it.each([
    ['withdraw', 'Your withdrawal of your request for *GitHub · Platform: write* (#1042): '],
    ['give-back', 'Giving back *GitHub · Platform: write* (#1042): '],
  ] as const)('addresses the requester, too (%s)', (waitingVerb, words) => {
    expect(textOf({ body: waiting, waitingVerb })).toContain(words);
  });

  it('names only the app of a confidential request to a stranger', () => {
    const text = ofOther({ isHidden: true });
    expect(text).toContain('Your approval of a request for *GitHub* (#1042): ');
    expect(text).not.toMatch(/Platform|U0BEN/);
  });

  it.each([
    ['done', '(#1042): It had to wait and is done now.'],
    ['refused', 'It had to wait and was not done.'],
    ['uncertain', 'I sent it, and do not know whether it was done.'],
    ['perhaps-sent', 'an earlier attempt may still arrive.'],
    ['taken-back', 'You took it back while it waited. It was not sent.'],
  ] as const)('says what became of it: %s', (state, words) => {
    expect(said(state)).toContain(words);
  });

  it('blames the key, not the service, for a callback that cannot be opened', () => {
    const text = ofOther({ body: { ...waiting, isUnopened: true }, actState: 'open' });
    expect(text).toContain('set the old key again, behind the new one');
    expect(text).not.toContain('is not answering');
  });

  it.each([
    [
      'overtaken',
      'granted',
      '#1042 is granted. Whether your approval did it, I learn when the access service answers.',
    ],
    ['overtaken-unsent', 'denied', '#1042 is denied. I have not sent your approval.'],
    [
      'overtaken-unknown',
      'cancelled',
      '#1042 is over: Cancelled. The access service does not show that your approval did it.',
    ],
  ] as const)(
    'says how the request stands that was decided meanwhile: %s',
    (actState, outcome, words) => {
      const refusal = { code: 'perhaps-sent', why: 'withdrawn' } as const;
      const refused = { kind: 'action-refused', refusal, actionId: 'action-1' } as const;
      for (const body of [waiting, refused]) {
        const text = ofOther({ body, actState, task: closedSnapshot({ outcome }) });
        expect(text).toContain(`(#1042): ${words}`);
        expect(text).not.toMatch(/kept it|may still arrive/);
      }
    },
  );

  it('says that the step is over where the request goes on', () => {
    const words = 'this step is over. Whether your approval did it';
    expect(said('overtaken')).toContain(`#1042: ${words}`);
    expect(ofOther({ actState: 'overtaken', task: null })).toContain(`This request: ${words}`);
  });

  it('names a request without a number in words', () => {
    const task = closedSnapshot({ outcome: 'denied', numericId: '' });
    expect(ofOther({ actState: 'overtaken-unsent', task })).toContain(
      '*GitHub · Platform: write*: This request is denied. I have not sent',
    );
  });

  it('does not say that it was not done where nobody knows', () => {
    expect(said('uncertain')).not.toContain('was not done');
  });
});

describe('a message that a decision may still arrive', () => {
  const body = {
    kind: 'action-refused',
    refusal: { code: 'perhaps-sent', why: 'expired' },
    actionId: 'action-1',
  } as const;

  it.each([
    ['perhaps-sent', null, 'Reason: perhaps-sent.'],
    ['done', null, 'Your decision arrived after all, and it counts.'],
    ['refused', { code: 'decided-elsewhere' }, 'This changes nothing any more.'],
    ['uncertain', { code: 'perhaps-decided' }, 'Reason: perhaps-decided.'],
  ] as const)('says what came of it: %s', (actState, actRefusal, words) => {
    const change = { body, actState, actRefusal, waitingVerb: 'approve' } as const;
    expect(textOf(change, 'anybody')).toContain(words);
  });
});
