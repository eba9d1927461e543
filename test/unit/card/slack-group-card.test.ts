import { expect, it } from 'vitest';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { cardModel, person } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const reviewers = [person('user-ana'), person('user-cho')];
const shown = (change: Partial<CardModel>, language: 'en' | 'de' = 'en') =>
  textsIn(taskCard(textsFor(language), cardModel(change)).blocks).join('\n');

it('names the highest risk and every reviewer of all that was asked for in one go', () => {
  const wholeGroup = { riskLevels: ['risk-low', 'risk-high', 'risk-medium'], reviewers };
  const said = shown({ wholeGroup });
  expect(said).toContain('All of these together: Highest risk: high · Reviewers: Ana and Cho');
  expect(shown({ wholeGroup }, 'de')).toContain(
    'Alle zusammen: Höchstes Risiko: hoch · Es entscheiden: Ana und Cho',
  );
  expect(shown({})).not.toContain('together');
});

it('names all risks when nobody tells which is the highest', () => {
  const wholeGroup = { riskLevels: ['r1', 'r2'], reviewers };
  const said = shown({ wholeGroup, groupRiskNames: { r1: 'Bronze', r2: 'Gold' } });
  expect(said).toContain('Risks: Bronze and Gold · Reviewers: Ana and Cho');
});

it('takes the tenant’s words for risks that are told by their ids', () => {
  const wholeGroup = { riskLevels: ['r1', 'r2'], reviewers: [] };
  const said = shown({ wholeGroup, groupRiskNames: { r1: 'Critical', r2: 'Low' } });
  expect(said).toContain('All of these together: Highest risk: critical');
});
