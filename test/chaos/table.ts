/** Writes docs/chaos.md: what came of every case. */
import { families } from './faults.ts';
import type { Verdict } from './runner.ts';

const introduction = `# The fault matrix

Written by \`npm run chaos\`; not edited by hand. Every case brings a company to just before a deed, does the deed, lets one thing go wrong, and
then counts in the books of the two stand-ins: tasks and what was done to them, cards and what they say, messages, pings. What is expected is
what the same step leaves in quiet weather.

- **lost**: asked for and not there, and nobody works on it. **doubled**: a task, a decision, a card, or words in a channel or thread, once too often.
  **stuck**: still on its way after 40 s in which nothing new happened; or a card that says what is not so. **informed**: whoever acted, or
  whom it was for, reads what came of it, or that it did not work.
- **said twice**: a direct message that came a second time, because its answer was lost: the bot has no right to read direct messages, and a
  word twice is better than a person left waiting ([operating.md](operating.md#failures)).
- **death**: the bot ends before or after each of its outward calls, each commit and each end of a job. \`kill -9\` of a real process in the steps
  asking, approving, giving back and ending, on PostgreSQL and on the embedded database. Elsewhere the bot is cut off from everything inside of one
  process and another one starts on its database; these four steps have both. The heartbeats that a dead process would
  miss for half a minute are made older meanwhile; \`test/chaos/replicas.test.ts\` waits for them.
- **disk full**: every row that is written or changed is refused with what PostgreSQL says where there is no room left (53100, \`could not extend
  file\`), by a trigger on each table of the bot and of its queue; in asking, approving, giving back and ending on the embedded database, too. Full
  disks themselves were tried by hand ([operating.md](operating.md#when-the-database-fails)).
- **failover**: the server is killed, and 3 s later its synchronous standby takes its address over; in asking, approving, giving back and ending.
  \`test/chaos/replicas.test.ts\` does the same to two processes under load.
- A case that ends badly while the processor was away for a second or longer is tried again, at most twice: what is the bot's comes again.
- A person who is told that something did not work does it again when the fault is over. A reassignment that was perhaps done is not done
  again: whoever asked for it reads that nobody knows, and looks.
`;

const short = `**This run was ended after \`CHAOS_MINUTES\`, before all cases had their turn: the table holds those that did.**
`;

export function chaosPage(
  verdicts: readonly Verdict[],
  stepNames: readonly string[],
  isWhole: boolean,
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const sums = (some: readonly Verdict[]) => [
    some.length,
    some.filter(({ lost }) => lost.length > 0).length,
    some.filter(({ doubled }) => doubled.length > 0).length,
    some.filter(({ stuck }) => stuck.length > 0).length,
    some.filter(({ isInformed }) => isInformed).length,
    some.filter(({ saidTwice }) => saidTwice.length > 0).length,
  ];
  const rows = stepNames.flatMap((step) =>
    families.flatMap((family) => {
      const some = verdicts.filter((one) => one.step === step && one.family === family);
      return some.length === 0 ? [] : [line([step, family, ...sums(some)])];
    }),
  );
  const bad = verdicts.filter((one) => !isGood(one));
  const named = bad.map(
    ({ step, fault, lost, doubled, stuck, isInformed }) =>
      `- ${step}, ${fault}: ${[
        ...lost.map((what) => `lost: ${what}`),
        ...doubled.map((what) => `doubled: ${what}`),
        ...stuck.map((what) => `stuck: ${what}`),
        ...(isInformed ? [] : ['nobody was told']),
      ].join('; ')}`,
  );
  return [
    introduction,
    ...(isWhole ? [] : [short]),
    line(['step', 'fault', 'cases', 'lost', 'doubled', 'stuck', 'informed', 'said twice']),
    line(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...rows,
    line(['**all**', '', ...sums(verdicts).map((sum) => `**${sum}**`)]),
    '',
    ...(named.length === 0 ? [] : ['## What is not as it should be', '', ...named, '']),
    '## The faults',
    '',
    ...families
      .filter((family) => family !== 'death' && verdicts.some((one) => one.family === family))
      .map((family) => {
        const names = new Set(
          verdicts
            .filter((one) => one.family === family)
            .map(({ fault }) => fault.replace(/^\w+: /, '')),
        );
        return `- **${family}**: ${[...names].join('; ')}`;
      }),
    '',
  ].join('\n');
}

export function isGood({ lost, doubled, stuck, isInformed }: Verdict): boolean {
  return lost.length + doubled.length + stuck.length === 0 && isInformed;
}
