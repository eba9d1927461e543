/** Where the report comes in: a command. */
import { chmod, writeFile } from 'node:fs/promises';
import type { CommandDeps, Extra } from '../../extra.ts';
import { type Command, Misused, readFlags } from '../../operator/command.ts';
import { reportFacts } from './report-facts.ts';
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

const help = `Usage: npm run report -- --month 2026-11 --out report.html

  --month MONTH     a month like 2026-11, in the timeZone of access.yaml
  --out FILE        where the report is written
  --format FORMAT   html (default): one page with plots, which loads nothing; json: the same figures

Of confidential apps it names numbers and states only.
Ends with 0; with 1 where the figures cannot be read; with 2 where a flag is wrong.`;

/** `npm run report`. `figuresIn`: those of a month. */
export const reportCommand = (figuresIn: (month: string) => Promise<ReportFigures>): Command => ({
  name: 'report',
  help,
  async run(words, print) {
    const flags = readFlags(words, {
      month: { type: 'string' },
      out: { type: 'string' },
      format: { type: 'string' },
    });
    const { month = '', out = '', format = 'html' } = flags;
    // A month later than 9998 ends beyond the calendar that the database reads.
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || month < '1970' || month > '9998-12')
      throw new Misused('--month is missing or no month: write it like 2026-11.');
    if (out === '') throw new Misused('--out is missing: name the file to write.');
    if (format !== 'html' && format !== 'json')
      throw new Misused(`--format is “${format}”: write html or json.`);
    const report = await figuresIn(month);
    // Loads the library for plots, which nothing else needs.
    const page = async () => (await import('./report-page.ts')).reportPage(report);
    const written = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : await page();
    await writePrivate(out, written).catch(Misused.because(`--out: ${out} cannot be written`));
    const requests = report.requests === 1 ? '1 request' : `${report.requests} requests`;
    await print(`${out}: ${requests} in ${month}.\n`);
    return 0;
  },
});

/** Only this user can read it, even if the file existed before: the report names people. */
async function writePrivate(path: string, text: string): Promise<void> {
  await writeFile(path, '', { mode: 0o600 });
  await chmod(path, 0o600);
  await writeFile(path, text);
}
