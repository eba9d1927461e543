import { describe, expect, it } from 'vitest';
import type { ActWait } from '../../../src/domain/message/kinds/click-messages.ts';
import { said } from '../../support/notice-words.ts';

const waitsFor = (cause: ActWait, change: { triedUntil?: string } = {}) =>
  ({ kind: 'action-waiting', actionId: 'action-1', cause, ...change }) as const;
const approval = { waitingVerb: 'approve' } as const;
const english = 'Your approval of the request by <@U0BEN> for *GitHub · Platform: write* (#1042): ';
const german =
  'Deine Genehmigung für die Anfrage von <@U0BEN> für *GitHub · Platform: write* (#1042): ';

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
      'unshown',
      'The access service accepted it, but did not show it yet.',
      'Der Zugriffsdienst hat das angenommen, es aber noch nicht gezeigt.',
    ],
    [
      'behind',
      'Somebody had just decided on this request',
      'Gerade hatte jemand über diese Anfrage entschieden',
    ],
    [
      'unopened',
      'I could not open the way back to the access service',
      'Ich konnte den Rückweg zum Zugriffsdienst nicht öffnen',
    ],
    ['late', 'I checked it three times', 'Ich habe das dreimal geprüft'],
  ])('names the act and the request, and why: %s', (cause, why, warum) => {
    expect(said(waitsFor(cause), 'anybody', approval)).toContain(`${english}${why}`);
    expect(said(waitsFor(cause), 'anybody', approval, 'de')).toContain(`${german}${warum}`);
  });

  it('says until when it is tried', () => {
    const limited = waitsFor('governance', {
      triedUntil: '2026-03-02T15:04:00.000Z',
    });
    expect(said(limited, 'anybody', approval)).toContain(
      'once it answers. After DATE I no longer send it.\n',
    );
    expect(said(limited, 'anybody', approval, 'de')).toContain(
      'Nach DATE schicke ich es nicht mehr ab.\n',
    );
    const endless = waitsFor('governance');
    expect(said(endless, 'anybody', approval)).not.toContain('no longer send');
  });

  it.each([
    ['withdraw', 'Your withdrawal of your request for *GitHub · Platform: write* (#1042): '],
    ['give-back', 'Giving back *GitHub · Platform: write* (#1042): '],
  ] as const)('addresses the requester, too (%s)', (waitingVerb, words) => {
    expect(said(waitsFor('governance'), 'requester', { waitingVerb })).toContain(words);
  });

  it('names only the app of a confidential request to a stranger', () => {
    const words = said(waitsFor('governance'), 'anybody', { ...approval, isHidden: true });
    expect(words).toContain('Your approval of a request for *GitHub* (#1042): ');
    expect(words).not.toMatch(/Platform|U0BEN/);
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
  const body = { kind: 'action-done', actionId: 'action-1', ...change } as const;
  expect(said(body, 'anybody', approval)).toContain(`${english}${done}`);
  expect(said(body, 'anybody', approval, 'de')).toContain(`${german}${erledigt}`);
});
