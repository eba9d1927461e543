import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../src/domain/notice.ts';
import { offeredActions } from '../../src/domain/task-act.ts';
import { durationWords, periodWords } from '../../src/slack/surfaces/duration-words.ts';
import { noticeMessage } from '../../src/slack/surfaces/notice-messages.ts';
import { mistakeWords, requestRefusalWords, serviceRefusalWords } from '../../src/slack/surfaces/refusal-words.ts';
import { taskCard } from '../../src/slack/surfaces/task-card.ts';
import { riskWords } from '../../src/slack/surfaces/task-words.ts';
import { channelLink, listed, moment } from '../../src/slack/surfaces/text.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { actor, cardModel, noon, noticeContext, person, reviewRecord, snapshot } from '../support/samples.ts';
import { messageMistakes, textsIn } from '../support/slack-limits.ts';

const texts = textsFor('de');
const said = (body: NoticeBody, reader: 'requester' | 'anybody' = 'requester') =>
  noticeMessage(texts, body, noticeContext(), reader).text;

describe('in German', () => {
  it.each([
    [null, 'bis auf Widerruf', 'bis auf Widerruf'],
    [3_600, '1 Stunde', 'für 1 Stunde'],
    [5_400, '90 Minuten', 'für 90 Minuten'],
    [129_600, '1 Tag 12 Stunden', 'für 1 Tag 12 Stunden'],
    [604_800, '7 Tage', 'für 7 Tage'],
  ])('%j seconds are “%s”', (seconds, duration, period) => {
    expect([durationWords(texts, seconds), periodWords(texts, seconds)]).toEqual([duration, period]);
  });

  it('names are listed, and moments are at a time', () => {
    expect(listed(texts, ['Ana', 'Ben', 'Cho'], 'or')).toBe('Ana, Ben oder Cho');
    expect(listed(texts, ['Ana', 'Ben'], 'and')).toBe('Ana und Ben');
    expect(moment(texts, noon)).toContain('{date_short_pretty}, {time}|');
    expect(channelLink(texts, 'D0BEN')).toBe('deinen Direktnachrichten');
  });

  it('a card says who asks, for what, why, for how long, where it stands and what can be done', () => {
    const task = snapshot({
      target: person('user-dee'),
      actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_REASSIGN'],
      recommendation: 'review',
      approvalStep: { number: 1, of: 2 },
    });
    const offered = offeredActions(task, { canAct: true, link: null, canShorten: true });
    const inGroup = { number: 2, of: 5 };
    const message = taskCard(texts, cardModel({ task, offered, target: { name: 'Dee' }, heldUntil: noon, inGroup }));
    const words = textsIn(message.blocks).join('\n');
    for (const part of [
      '⏳ Ben Okafor möchte GitHub · Platform: write (für Dee) für 4 Stunden',
      'INC-42: the timetable build is red',
      '#1042 · 2 von 5 · Schritt 1 von 2 · Schon vorhanden bis <!date',
      ' · Im Namen von Dee',
      'Empfehlung: genau hinsehen',
      '*Wartet auf* <@U0ANA> oder Cho',
      'Genehmigen\nAblehnen\nAlles zeigen',
      'An andere übergeben',
      'Angefragt von <@U0BEN>, <!date',
      '|In der Zugriffsverwaltung öffnen>',
    ]) {
      expect(words).toContain(part);
    }
    expect(message.text).toBe(
      '⏳ Ben Okafor möchte GitHub · Platform: write (für Dee) für 4 Stunden\nINC-42: the timetable build is red',
    );
    expect(messageMistakes(message)).toEqual([]);
  });

  it('a card says that it is an emergency, and calls on-call in one line', () => {
    const card = cardModel({ task: snapshot({ emergency: true }), onCall: 'S0ONCALL' });
    const words = textsIn(taskCard(texts, card).blocks);
    expect(words[0]).toBe('🚨 Notfall: Ben Okafor braucht GitHub · Platform: write für 4 Stunden');
    expect(words[1]).toBe(
      '<!subteam^S0ONCALL>: Ben Okafor braucht GitHub · Platform: write für 4 Stunden. INC-42: the timetable build is red',
    );
  });

  it('a card keeps who decided and why', () => {
    const task = snapshot({ state: 'closed', outcome: 'denied', actions: [], stepApprovers: [] });
    const reviews = [reviewRecord({ verb: 'deny', reason: 'Nimm die Kopie', state: 'done' })];
    const words = textsIn(taskCard(texts, cardModel({ task, reviews })).blocks).join('\n');
    expect(words).toMatch(/^⛔ Abgelehnt: Ben Okafor wollte GitHub · Platform: write für 4 Stunden/);
    expect(words).toMatch(/Abgelehnt von <@U0\w+>, <!date/);
    expect(words).toContain('Grund: Nimm die Kopie');
  });

  it('a decision is told with what comes of it', () => {
    const approved = { kind: 'decided', verb: 'approve', by: actor('U0ANA'), reason: '' } as const;
    const was = '*GitHub · Platform: write*';
    expect(said({ ...approved, next: { kind: 'ended', outcome: 'granted' } })).toContain(
      `<@U0ANA> hat deine Anfrage genehmigt. Du hast jetzt Zugriff auf ${was} für 4 Stunden.`,
    );
    expect(said({ ...approved, next: { kind: 'step' } }, 'anybody')).toContain(
      `<@U0ANA> hat die Anfrage von <@U0BEN> für ${was} genehmigt. Ein Schritt fehlt noch. Darüber entscheidet Ana oder Cho.`,
    );
    expect(said({ ...approved, verb: 'deny', reason: 'Nimm die Kopie', next: { kind: 'set-up' } })).toMatch(
      /hat deine Anfrage .* abgelehnt\.[\s\S]*Grund: Nimm die Kopie$/,
    );
    expect(said({ kind: 'ended', outcome: 'denied', byNames: ['Ana', 'Cho'] })).toContain(
      `Deine Anfrage für ${was} wurde von Ana und Cho abgelehnt.`,
    );
    expect(said({ kind: 'access-ended', end: 'given-back' })).toBe(`Dein Zugriff auf ${was} wurde zurückgegeben.`);
  });

  it('an emergency is followed up with who, what, how long', () => {
    const ended = { startedAt: noon.toISOString(), endedAt: new Date(noon.getTime() + 7_200_000).toISOString() };
    expect(said({ kind: 'emergency-ended', end: 'expired', ...ended }, 'anybody')).toMatch(
      /^<@U0BEN> hatte 2 Stunden lang Notfallzugriff auf \*GitHub · Platform: write\*, seit <!date.*>: beendet <!date.*>\.\nINC-42/,
    );
  });

  it('refusals say what to do next', () => {
    const duplicate = { kind: 'duplicate', message: '', existingTaskId: 'task-9', serviceRequestId: null } as const;
    const existing = { numericId: '1001', reviewers: ['Ana'], isByOther: false };
    expect(serviceRefusalWords(texts, { ...duplicate, existing }, [])).toBe(
      'Das hast du schon angefragt (#1001). Darüber entscheidet Ana.',
    );
    const unknown = {
      kind: 'identity',
      refusal: { kind: 'unknown-person', email: 'x@acme.example' },
      whose: 'target',
    } as const;
    expect(requestRefusalWords(texts, unknown, { targetSlackId: 'U0DEE' }, [])).toBe(
      'Ich finde <@U0DEE> (x@acme.example) nicht im Zugriffsverzeichnis. Wende dich an dein IT-Team.',
    );
    expect(mistakeWords(texts, { field: 'duration', kind: 'too-long', longestSeconds: 14_400 })).toBe(
      'Höchstens 4 Stunden. Wähle eine kürzere Zeit.',
    );
  });

  it.each([
    ['risk-medium', 'mittel'],
    ['High', 'hoch'],
    ['risk-board-only', 'board only'],
  ])('the risk %s is “%s”: a level nobody knows is shown as it is', (id, words) => {
    expect(riskWords(texts, id, null)).toBe(`Risiko: ${words}`);
  });
});
