import { writeFile } from 'node:fs/promises';
import { type CommandExit, type CommandSurroundings, Misused, misusedIsTwo, readFlags } from './command.ts';
import { reportFigures } from './report-figures.ts';

const help = `Usage: npm run report -- --month 2026-11 --out report.html

  --month MONTH     a month like 2026-11, in the timeZone of access.yaml
  --out FILE        where the report is written
  --format FORMAT   html (default): one page with plots, which loads nothing; json: the same figures

Of confidential apps it names numbers and states only.
Ends with 0; with 1 where the figures cannot be read; with 2 where a flag is wrong.`;

/** `npm run report`. */
export function runReport(words: readonly string[], io: CommandSurroundings): Promise<CommandExit> {
  return misusedIsTwo('report', io, async () => {
    const flags = readFlags(words, {
      month: { type: 'string' },
      out: { type: 'string' },
      format: { type: 'string' },
    });
    if (flags.help === true) {
      await io.out(`${help}\n`);
      return 0;
    }
    const { month, out, format = 'html' } = flags;
    if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
      throw new Misused(
        month === undefined ? '--month is missing.' : `--month is “${month}”: write a month like 2026-11.`,
      );
    }
    if (out === undefined || out === '') throw new Misused('--out is missing: name the file to write.');
    if (format !== 'html' && format !== 'json') throw new Misused(`--format is “${format}”: write html or json.`);
    for await (const line of io.ask({ kind: 'report', month })) {
      const figures = reportFigures.parse(line);
      // Loaded here, so that nothing else carries the library for plots.
      const page = async () => (await import('./report-page.ts')).reportPage(figures);
      const written = format === 'json' ? `${JSON.stringify(figures, null, 2)}\n` : await page();
      await writeFile(out, written).catch((cause: unknown) => {
        throw new Misused(
          `--out: ${out} cannot be written (${cause instanceof Error ? cause.message : String(cause)}).`,
          { cause },
        );
      });
      await io.out(`${out}: ${figures.requests} requests in ${month}.\n`);
    }
    return 0;
  });
}
