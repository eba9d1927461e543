import { describe, expect, it } from 'vitest';
import { actForm } from '../../../src/slack/action/action-form-modal.ts';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { actionsOfCard, cardOffering } from '../../support/cards.ts';
import { cardModel, noBackground, snapshot } from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const named = { appId: 'app-1', id: 'e', name: 'owner', description: '' };

describe('the button that approves', () => {
  it('asks to confirm before what is critical is approved, naming what it is and for whom', () => {
    const critical = { ...named, riskLevel: 'risk-critical' };
    const task = snapshot({ entitlements: [critical] });
    const card = cardModel({ ...cardOffering(['APPROVE', 'DENY']), task, isConfirmed: true });
    const [approve, deny] = actionsOfCard(taskCard(texts, card));
    expect(approve).toMatchObject({
      confirm: {
        text: {
          text: 'You would approve GitHub · owner for Ben Okafor, for 4 hours. Risk: critical.',
        },
      },
    });
    expect(deny).not.toHaveProperty('confirm');
    expect(messageMistakes(taskCard(texts, card))).toEqual([]);
    const unknown = cardModel({
      ...card,
      task: snapshot({ entitlements: [{ ...critical, riskLevel: null }] }),
    });
    expect(JSON.stringify(taskCard(texts, unknown))).toContain('Its risk is not known');
    expect(JSON.stringify(taskCard(texts, { ...card, isConfirmed: false }))).not.toContain(
      'confirm',
    );
  });

  it('asks to confirm what changed since somebody wanted to approve it', () => {
    const change = {
      code: 'changed',
      fields: ['duration', 'justification'],
    } as const;
    const offered = cardOffering(['APPROVE', 'DENY']);
    const words = (card = cardModel({ ...offered, change })) => {
      const rendered = taskCard(texts, card);
      expect(messageMistakes(rendered)).toEqual([]);
      const [approve, deny] = actionsOfCard(rendered);
      expect(deny).not.toHaveProperty('confirm');
      return approve?.type === 'button' ? approve.confirm?.text.text : undefined;
    };
    expect(words()).toBe(
      'You would approve GitHub · Platform: write for Ben Okafor, for 4 hours. The duration changed. The justification was rewritten.',
    );
    expect(words(cardModel({ ...offered, change: null }))).toBeUndefined();
    const task = snapshot({ entitlements: [{ ...named, riskLevel: 'risk-critical' }] });
    expect(words(cardModel({ ...offered, change, task, isConfirmed: true }))).toContain(
      'for 4 hours. Risk: critical. The duration changed.',
    );
  });

  it('shows in red what takes access away, and not what keeps it', () => {
    const card = cardOffering(['APPROVE', 'DENY']);
    const removal = {
      ...card,
      task: { ...card.task, takesAway: true as const },
      isConfirmed: true,
    };
    const [remove, keep] = actionsOfCard(taskCard(texts, removal));
    expect(remove).toMatchObject({ action_id: 'review.approve', style: 'danger' });
    expect(keep).toMatchObject({ action_id: 'review.deny' });
    expect(keep).not.toHaveProperty('style');
  });

  it('has one pair of words where access is taken away, in the menu and in the forms, too', () => {
    const offered = cardOffering(['APPROVE', 'DENY', 'COMMENT'], { takesAway: true });
    const words = (language: 'en' | 'de') => {
      const its = textsFor(language);
      const form = (act: 'approve' | 'deny') => {
        const empty = { what: '', times: [], mustSay: false, questions: [], requests: null };
        return actForm(its, { act, takesAway: true, ...empty }, '');
      };
      return textsIn([
        taskCard(its, offered).blocks,
        detailsModal(its, offered, noBackground).blocks,
        ...(['approve', 'deny'] as const).map((act) => {
          const { title, submit } = form(act);
          return [title, submit];
        }),
      ]).join('\n');
    };
    expect(words('en')).toMatch(/Remove access[\s\S]*Keep access[\s\S]*Remove with a note/);
    expect(words('en')).not.toMatch(/Approve|Deny/);
    expect(words('de')).not.toMatch(/enehmigen|blehnen/);
  });
});
