import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../src/domain/notice.ts';
import { offeredActions } from '../../src/domain/task-action.ts';
import { detailsModal } from '../../src/slack/surfaces/card-details.ts';
import { durationWords, periodWords } from '../../src/slack/surfaces/duration-words.ts';
import { helpMessage } from '../../src/slack/surfaces/help.ts';
import { denyModal } from '../../src/slack/surfaces/modals.ts';
import { noticeMessage } from '../../src/slack/surfaces/notice-messages.ts';
import {
  identityRefusalWords,
  mistakeWords,
  requestRefusalWords,
  reviewRefusalWords,
} from '../../src/slack/surfaces/refusal-words.ts';
import { taskCard } from '../../src/slack/surfaces/task-card.ts';
import { channelLink, listed, moment } from '../../src/slack/surfaces/text.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { actor, cardModel, noon, noticeContext, people, person, reviewRecord, snapshot } from '../support/samples.ts';
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
    expect(moment(texts, noon)).toContain('{date_short_pretty} um {time}|');
    expect(channelLink(texts, 'D0BEN')).toBe('deinen Direktnachrichten');
  });

  it('a card says who asks, for what, why, for how long, where it stands and what can be done', () => {
    const task = snapshot({
      target: person('user-dee'),
      actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_REASSIGN'],
      recommendation: 'review',
      approvalStep: { number: 1, of: 2 },
    });
    const offered = offeredActions(task, { reviewMode: 'act', canAct: true });
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
    expect(said({ ...approved, next: { kind: 'ended', outcome: 'granted' } })).toMatch(
      /^<@U0ANA> hat deine Anfrage #1042 für \*GitHub · Platform: write\* genehmigt\. Du hast jetzt Zugriff auf \*GitHub · Platform: write\*, für 4 Stunden\./,
    );
    expect(said({ ...approved, next: { kind: 'step' } }, 'anybody')).toMatch(
      /^<@U0ANA> hat die Anfrage #1042 von <@U0BEN> für .* genehmigt\. Ein Schritt fehlt noch\. Darüber entscheidet Ana oder Cho\./,
    );
    expect(said({ ...approved, verb: 'deny', reason: 'Nimm die Kopie', next: { kind: 'set-up' } })).toMatch(
      /hat deine Anfrage .* abgelehnt\.[\s\S]*Grund: Nimm die Kopie$/,
    );
    expect(said({ kind: 'ended', outcome: 'denied', byNames: ['Ana', 'Cho'] })).toContain(
      'Deine Anfrage für *GitHub · Platform: write* wurde von Ana und Cho abgelehnt.',
    );
  });

  it('an emergency is followed up with who, what, how long', () => {
    const ended = { startedAt: noon.toISOString(), endedAt: new Date(noon.getTime() + 7_200_000).toISOString() };
    expect(said({ kind: 'emergency-ended', end: 'expired', ...ended }, 'anybody')).toMatch(
      /^Notfallzugriff beendet\. <@U0BEN> hatte Zugriff auf \*GitHub · Platform: write\*, von <!date.*> bis <!date.*>, 2 Stunden; die Zeit war um\.\nWarum: /,
    );
  });

  it('refusals say what to do next', () => {
    const reviewers = people(8).map((one) => one.name);
    expect(reviewRefusalWords(texts, { kind: 'not-reviewer', reviewers }, [])).toContain('oder 3 weitere. Es wurde');
    expect(identityRefusalWords(texts, { kind: 'no-email' }, ['U0HANA'])).toContain('Bitte wende dich an <@U0HANA>.');
    const unknown = {
      kind: 'identity',
      refusal: { kind: 'unknown-person', email: 'x@acme.example' },
      whose: 'target',
    } as const;
    expect(requestRefusalWords(texts, unknown, [])).toBe(
      'Ich habe die Person, für die das ist (x@acme.example), im Zugriffsverzeichnis nicht gefunden. Bitte wende dich an dein IT-Team, damit sie aufgenommen wird.',
    );
    expect(mistakeWords(texts, { field: 'duration', kind: 'too-long', longestSeconds: 14_400 })).toBe(
      'Das geht höchstens für diese Zeit: 4 Stunden. Bitte wähle eine kürzere.',
    );
  });

  it('modals and the help are German', () => {
    const deny = denyModal(texts, 'GitHub', '{}');
    expect([deny.title.text, deny.submit?.text, deny.close?.text]).toEqual(['Anfrage ablehnen', 'Ablehnen', 'Zurück']);
    expect(textsIn(detailsModal(texts, cardModel(), []))).toContain('*Über diesen Schritt entscheiden (2)*');
    expect(
      helpMessage(texts, {
        admins: [],
        apps: [],
        governance: { operations: ['taskSearch'], queryCase: 'camel', taskUrl: null },
      }).text,
    ).toContain('Fragen? Wende dich an dein IT-Team.');
  });
});
