import { expect, it } from 'vitest';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { cardModel, noon } from '../../support/samples.ts';

const cardOf = (language: 'en' | 'de', endsAt: Date | null): string =>
  JSON.stringify(taskCard(textsFor(language), cardModel({ shortens: { endsAt } })).blocks);

it('says on the card until when the person has what the request would shorten', () => {
  expect(cardOf('en', noon)).toContain('Has it until <!date');
  expect(cardOf('en', null)).toContain('Has it until revoked');
  expect(cardOf('de', noon)).toContain('Schon vorhanden bis <!date');
});
