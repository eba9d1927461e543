import { describe, expect, it } from 'vitest';
import { taskCard } from '../../src/slack/surfaces/task-card.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { actionsOfCard, cardOffering } from '../support/cards.ts';
import { cardModel, snapshot } from '../support/samples.ts';
import { messageMistakes } from '../support/slack-limits.ts';

const texts = textsFor('en');

describe('the button that approves', () => {
  it('asks to confirm before what is critical is approved, naming what it is and for whom', () => {
    const named = { appId: 'app-1', id: 'e', name: 'owner', description: '' };
    const critical = { ...named, riskLevel: 'risk-critical' };
    const task = snapshot({ entitlements: [critical] });
    const card = cardModel({ ...cardOffering(['APPROVE', 'DENY']), task, isConfirmed: true });
    const [approve, deny] = actionsOfCard(taskCard(texts, card));
    expect(approve).toMatchObject({
      confirm: {
        text: { text: expect.stringMatching(/for Ben Okafor\. .*[Cc]ritical.*\. Approve it only/) },
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
});
