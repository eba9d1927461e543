import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type CommandExit,
  type CommandIo,
  type CommandRequest,
  Misused,
  readFlags,
  sayingMistakes,
} from './command.ts';
import { reportFigures } from './report-figures.ts';

const help = `Usage: npm run report -- --month 2026-11 --out report.html

  --month MONTH     a month like 2026-11, in the timeZone of access.yaml
  --out FILE        where the report is written
  --format FORMAT   html (default): one page with plots, which loads nothing; json: the same figures

Of confidential apps it names numbers and states only.
Ends with 0; with 1 where the figures cannot be read; with 2 where a flag is wrong.`;

/**
 * `npm run report`: the page is drawn in the command's own process, which loads the library for plots.
 *
 * @param figures the figures of a month as JSON, from whoever has the database open
 */
export function runReport(
  { words, cwd }: Pick<CommandRequest, 'words' | 'cwd'>,
  io: CommandIo,
  figures: (month: string) => Promise<string>,
): Promise<CommandExit> {
  return sayingMistakes('report', io, async () => {
    const flags = readFlags(words, { month: { type: 'string' }, out: { type: 'string' }, format: { type: 'string' } });
    if (flags.help === true) {
      await io.out(`${help}\n`);
      return 0;
    }
    const { month = '', out = '', format = 'html' } = flags;
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new Misused('--month is missing or no month: write it like 2026-11.');
    if (out === '') throw new Misused('--out is missing: name the file to write.');
    if (format !== 'html' && format !== 'json') throw new Misused(`--format is “${format}”: write html or json.`);
    const told = reportFigures.parse(JSON.parse(await figures(month)));
    const page = async () => (await import('./report-page.ts')).reportPage(told);
    const written = format === 'json' ? `${JSON.stringify(told, null, 2)}\n` : await page();
    await writeFile(resolve(cwd, out), written).catch((cause: unknown) => {
      throw new Misused(
        `--out: ${out} cannot be written (${cause instanceof Error ? cause.message : String(cause)}).`,
        { cause },
      );
    });
    await io.out(`${out}: ${told.requests} requests in ${month}.\n`);
    return 0;
  });
}
