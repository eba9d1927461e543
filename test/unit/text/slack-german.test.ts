import { describe, expect, it } from 'vitest';
import { offeredActions } from '../../../src/domain/action/action-form.ts';
import { mistakeWords, refusalWords } from '../../../src/slack/action/refusal-words.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { channelLink, listed, moment } from '../../../src/slack/platform/text.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { cardModel, noon, noticeContext, person, snapshot } from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('de');

describe('in German', () => {
  it('names are listed, and moments are at a time', () => {
    expect(listed(texts, ['Ana', 'Ben', 'Cho'], 'or')).toBe('Ana, Ben oder Cho');
    expect(listed(texts, ['Ana', 'Ben'], 'and')).toBe('Ana und Ben');
    expect(moment(noon)).toContain('{date_short_pretty}, {time}|');
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
    const message = taskCard(
      texts,
      cardModel({ task, offered, target: { name: 'Dee' }, heldUntil: noon }),
    );
    const words = textsIn(message.blocks).join('\n');
    for (const part of [
      '⏳ Ben Okafor möchte GitHub · Platform: write (für Dee) für 4 Stunden',
      'INC-42: the timetable build is red',
      '#1042 · Schritt 1 von 2 · Schon vorhanden bis <!date',
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

  it('a message says who denied a request', () => {
    const body = {
      kind: 'ended',
      outcome: 'denied',
      byNames: ['Ana', 'Cho'],
      follower: { isCreator: true, isTarget: true },
    } as const;
    expect(noticeMessage(texts, noticeContext({ body }), 'requester').text).toContain(
      'Deine Anfrage für *GitHub · Platform: write* wurde von Ana und Cho abgelehnt.',
    );
  });

  it('refusals say what to do next', () => {
    const duplicate = { code: 'duplicate', numericId: '1001', reviewers: ['Ana'] } as const;
    expect(refusalWords(texts, duplicate)).toBe(
      'Das ist schon angefragt (#1001). Darüber entscheidet Ana.',
    );
    const unknown = {
      code: 'unknown-person',
      email: 'x@acme.example',
      slackUserId: 'U0DEE',
    } as const;
    expect(refusalWords(texts, unknown)).toBe(
      '<@U0DEE>: Dieses Slack-Konto kann ich hier nicht der richtigen Person zuordnen (x@acme.example). Wende dich an dein IT-Team. Grund: unknown-person.',
    );
    expect(mistakeWords(texts, { code: 'too-long', longestSeconds: 14_400 })).toBe(
      'Höchstens 4 Stunden. Nimm eine Zeit, die passt und endet, etwa „90m“ oder „3 Tage“.',
    );
  });
});
