/** Where the report comes in: a command. */
import type { CommandDeps, Extra } from '../../extra.ts';
import { reportFacts } from './read-report-facts.ts';
import { reportCommand } from './report-command.ts';
import { figuresOf, type ReportFigures, reportPeriodOf } from './report-figures.ts';

export const report: Extra = {
  name: 'report',
  commands: (deps) => [reportCommand((month) => figuresIn(month, deps))],
};

async function figuresIn(
  month: string,
  { readSettings, database, world }: CommandDeps,
): Promise<ReportFigures> {
  const { background } = await database();
  const settings = readSettings();
  const period = reportPeriodOf(month, settings.timeZone);
  const facts = await reportFacts(background, period.from, period.until);
  return figuresOf(period, facts, settings, world.now());
}
