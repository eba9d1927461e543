/** Long because messages of every kind change, and each change is looked at here. */
import { describe, expect, it } from 'vitest';
import type { GrantEnd } from '../../../src/domain/access/grant.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { RequestState } from '../../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noon,
  noticeContext,
  snapshot,
} from '../../support/samples.ts';

/** The message that told Ben of his access, after it has ended. */
function afterEnd(endedBy: GrantEnd | null, language: 'en' | 'de' = 'en'): string {
  const next = { kind: 'ended', outcome: 'granted' } as const;
  const body = { kind: 'decided', verb: 'approve', by: actor('U0ANA'), reason: '', next } as const;
  const grant = { endsAt: noon, endedAt: noon, endedBy };
  return noticeMessage(textsFor(language), noticeContext({ body, grant }), 'requester').text;
}

describe('a message that told of access', () => {
  it('says that it was given back, and not that the person has it', () => {
    expect(afterEnd('given-back')).toMatch(
      /^Your access to \*GitHub · Platform: write\* was given back <!date\^1772452800\^[^>]*>\. <@U0ANA> approved your request\./,
    );
    expect(afterEnd('given-back', 'de')).toMatch(
      /^Dein Zugriff auf .* wurde zurückgegeben: <!date\^1772452800\^[^>]*>\./,
    );
  });

  it('says on which day its time was over: it may have been sent long before', () => {
    expect(afterEnd('expired')).toMatch(
      /^Your access to .* ended <!date\^\d+\^\{date_short_pretty\}/,
    );
  });

  it('says that it goes on with a later request', () => {
    expect(afterEnd(null)).toMatch(/^Your access to .* goes on with a later request\./);
  });
});

describe('the message before an end', () => {
  const said = (grant: NoticeContext['grant']) => {
    const body = { kind: 'ending-soon', endsAt: noon.toISOString() } as const;
    return noticeMessage(textsFor('en'), noticeContext({ body, grant }), 'target').text;
  };

  it('says how the access ended once it has', () => {
    expect(said({ endsAt: noon, endedAt: noon, endedBy: 'given-back' })).toMatch(
      /^Your access to .* was given back <!date\^1772452800\^[^>]*>\.$/,
    );
  });

  it('says the end of now', () => {
    const moved = new Date(noon.getTime() + 3_600_000);
    expect(said({ endsAt: moved, endedAt: null, endedBy: null })).toContain(
      `${moved.getTime() / 1_000}`,
    );
  });
});

describe('a message that a request waits for the service', () => {
  const said = (state: RequestState, task: TaskSnapshot | null = snapshot()) => {
    const context = noticeContext({
      body: { kind: 'request-waiting' },
      request: accessRequest({ state }),
      task,
    });
    return noticeMessage(textsFor('en'), context, 'requester').text;
  };

  it.each([
    [
      'en',
      'The access service refuses me, because my credentials are wrong. I kept your request for *GitHub · Platform: write* and will send it when that is mended. Tell <@U0HANA>.',
      'The access service refuses me, because my credentials are wrong. I kept it and will do it when that is mended. Tell <@U0HANA>.',
    ],
    [
      'de',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe deine Anfrage für *GitHub · Platform: write* gespeichert und schicke sie, sobald das behoben ist. Sag <@U0HANA> Bescheid.',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe das gespeichert und mache es, sobald das behoben ist. Sag <@U0HANA> Bescheid.',
    ],
  ] as const)('says that the service refuses the bot (%s)', (language, words, ofAct) => {
    const request = accessRequest({ state: 'submitted' });
    const textOf = (body: NoticeBody) =>
      noticeMessage(textsFor(language, ['U0HANA']), noticeContext({ body, request }), 'requester')
        .text;
    expect(textOf({ kind: 'request-waiting', system: 'governance', isBotRefused: true })).toBe(
      words,
    );
    const act = { kind: 'action-waiting', actionId: 'action-1', isBotRefused: true } as const;
    expect(textOf(act)).toContain(ofAct);
  });

  it('says that nothing is lost', () => {
    expect(said('submitted')).toMatch(
      /^The access service is not answering\. I kept your request for \*.*\* and will send/,
    );
  });

  it.each(['uncertain', 'abandoned', 'refused'] as const)(
    'says of one that is %s that it waits no more',
    (state) => {
      expect(said(state, null)).toMatch(
        /^Your request for \*.*\* had to wait\. It is no longer waiting\.$/,
      );
    },
  );

  it('says of one that the service has that it was sent', () => {
    expect(said('created')).toMatch(/^Your request for \*.*\* had to wait .* It was sent\.$/);
  });

  it('says how it ended', () => {
    expect(said('created', closedSnapshot())).toMatch(/was granted for 4 hours\.$/);
  });
});

describe('a request whose end was typed', () => {
  const typed = { timeText: 'until tomorrow 14:00', durationSeconds: 93_780 };
  const request = accessRequest({ ...typed, state: 'created' });
  const period = { kind: 'lasts', seconds: 93_780 } as const;
  const grant = { endsAt: noon, endedAt: null, endedBy: null };
  it.each([
    ['en', grant, /was granted until <!date\^1772452800\^[^>]*>\.$/],
    ['de', grant, /wurde bis <!date\^1772452800\^[^>]*> gewährt\.$/],
    ['en', null, /was granted for 1 day 2 hours\.$/],
  ] as const)('was granted until a moment, not for a length (%s)', (language, given, words) => {
    const body = { kind: 'request-waiting' } as const;
    const task = closedSnapshot({ grantDurationSeconds: 93_780 });
    const context = noticeContext({ body, request, task, period, grant: given });
    expect(noticeMessage(textsFor(language), context, 'requester').text).toMatch(words);
  });
});

it.each([
  ['en', /for more time with .* \(#1042\) was granted until <!date\^1772452800\^[^>]*>\.$/],
  ['de', /auf mehr Zeit mit .* \(#1042\) wurde bis <!date\^1772452800\^[^>]*> gewährt\.$/],
] as const)(
  'more time was granted until a moment: its length counts what was left (%s)',
  (language, words) => {
    const request = accessRequest({ extendsRequestId: 'request-0', state: 'created' });
    const task = closedSnapshot({ grantDurationSeconds: 93_780 });
    const period = { kind: 'lasts', seconds: 93_780 } as const;
    const grant = { endsAt: noon, endedAt: null, endedBy: null };
    const context = noticeContext({ body: { kind: 'request-open' }, request, task, period, grant });
    expect(noticeMessage(textsFor(language), context, 'requester').text.split('\n')[0]).toMatch(
      words,
    );
  },
);

describe('a message that a click waits', () => {
  const said = (actState: NoticeContext['actState'], language: 'en' | 'de' = 'en') => {
    const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
    const context = noticeContext({ body, actState, waitingVerb: 'approve' });
    return noticeMessage(textsFor(language), context, 'anybody').text;
  };

  it.each([
    [
      'en',
      'Your approval of the request by <@U0BEN> for *GitHub · Platform: write* (#1042): The access service is not answering. I kept it and will do it when it is back.',
    ],
    [
      'de',
      'Deine Genehmigung für die Anfrage von <@U0BEN> für *GitHub · Platform: write* (#1042): Der Zugriffsdienst antwortet nicht. Ich habe das gespeichert und mache es, sobald er wieder da ist.',
    ],
  ] as const)('names the act and the request (%s)', (language, words) => {
    expect(said('open', language)).toContain(words);
  });

  it.each([
    ['en', 'when it is back. I will try until <', '>, and not send it after that.'],
    ['de', 'wieder da ist. Ich versuche es bis <', '> und schicke es danach nicht mehr.'],
  ] as const)('says until when it is tried (%s)', (language, before, after) => {
    const triedUntil = '2026-03-02T15:04:00.000Z';
    const body = { kind: 'action-waiting', actionId: 'action-1', triedUntil } as const;
    const { text } = noticeMessage(textsFor(language), noticeContext({ body }), 'anybody');
    const when = '!date^1772463840^{date_short_pretty}, {time}|2026-03-02 15:04 UTC';
    expect(text).toContain(`${before}${when}${after}`);
  });

  it.each([
    ['en', 'withdraw', 'Your withdrawal of your request for *GitHub · Platform: write* (#1042): '],
    ['en', 'give-back', 'Giving back *GitHub · Platform: write* (#1042): '],
    ['de', 'withdraw', 'Dein Zurückziehen, es geht um deine Anfrage für *GitHub'],
    ['de', 'comment', 'Dein Kommentar, es geht um deine Anfrage für *GitHub'],
  ] as const)('addresses the requester, too (%s, %s)', (language, waitingVerb, words) => {
    const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
    const context = noticeContext({ body, waitingVerb });
    expect(noticeMessage(textsFor(language), context, 'requester').text).toContain(words);
  });

  it('names only the app of a confidential request to a stranger', () => {
    const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
    const context = noticeContext({ body, waitingVerb: 'approve', isHidden: true });
    const { text } = noticeMessage(textsFor('en'), context, 'anybody');
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

  it.each([
    ['en', 'is not answering', 'set the old key again, behind the new one'],
    ['de', 'antwortet nicht', 'den alten Schlüssel wieder gesetzt hat, hinter dem neuen'],
  ] as const)(
    'blames the key, not the service, for a callback that cannot be opened (%s)',
    (language, untrue, remedy) => {
      const body = { kind: 'action-waiting', actionId: 'action-1', isUnopened: true } as const;
      const context = noticeContext({ body, actState: 'open' });
      const { text } = noticeMessage(textsFor(language), context, 'anybody');
      expect(text).toContain(remedy);
      expect(text).not.toContain(untrue);
    },
  );

  it.each([
    [
      'overtaken',
      'en',
      'granted',
      '#1042 is granted. Whether your approval did it, I learn when the access service answers.',
    ],
    [
      'overtaken',
      'de',
      'granted',
      '#1042 ist gewährt. Ob deine Genehmigung den Ausschlag gab, erfahre ich, sobald der Zugriffsdienst antwortet.',
    ],
    ['overtaken-unsent', 'en', 'denied', '#1042 is denied. I have not sent your approval.'],
    [
      'overtaken-unsent',
      'de',
      'denied',
      '#1042 ist abgelehnt. Abgeschickt habe ich deine Genehmigung nicht.',
    ],
    [
      'overtaken-unknown',
      'en',
      'cancelled',
      '#1042 is over: Cancelled. The access service does not show that your approval did it.',
    ],
    [
      'overtaken-unknown',
      'de',
      'cancelled',
      '#1042 ist vorbei: Abgebrochen. Der Zugriffsdienst zeigt nicht, dass deine Genehmigung den Ausschlag gab.',
    ],
  ] as const)(
    'says how the request stands that was decided meanwhile: %s (%s)',
    (actState, language, outcome, words) => {
      const waiting = { kind: 'action-waiting', actionId: 'action-1' } as const;
      const refused = {
        kind: 'action-refused',
        refusal: { code: 'perhaps-sent', why: 'withdrawn' },
        actionId: 'action-1',
      } as const;
      const task = closedSnapshot({ outcome });
      for (const body of [waiting, refused]) {
        const context = noticeContext({ body, actState, task, waitingVerb: 'approve' });
        const { text } = noticeMessage(textsFor(language), context, 'anybody');
        expect(text).toContain(`(#1042): ${words}`);
        expect(text).not.toMatch(/kept it|may still arrive|noch ankommen/);
      }
    },
  );

  it('says that the step is over where the request goes on', () => {
    expect(said('overtaken')).toContain('#1042: this step is over. Whether your approval did it');
  });

  it('names a request without a number in words', () => {
    const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
    const task = closedSnapshot({ outcome: 'denied', numericId: '' });
    const context = noticeContext({ body, actState: 'overtaken-unsent', task });
    const { text } = noticeMessage(textsFor('en'), context, 'anybody');
    expect(text).toContain('*GitHub · Platform: write*: This request is denied. I have not sent');
  });

  it('does not say that it was not done where nobody knows', () => {
    expect(said('uncertain')).not.toContain('was not done');
    expect(said('uncertain', 'de')).toContain('weiß nicht, ob es ausgeführt wurde');
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
    const context = noticeContext({ body, actState, actRefusal, waitingVerb: 'approve' });
    const { text } = noticeMessage(textsFor('en'), context, 'anybody');
    expect(text).toContain(words);
  });
});
