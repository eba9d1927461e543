import { basename } from 'node:path';
import { clauses } from './clauses.ts';
import { answeredResources, type DeclaredEndpoint, endpoints, pagingBeyondTheDocument } from './interface.ts';
import { optionalRoutes } from './optional-routes.ts';
import { type AnswerRow, answerRows, requestRows, valueRows } from './rows.ts';
import { answerShown, requestShown, type Shown, valueShown } from './table-rows.ts';
import type { TestReference } from './test-reference.ts';

type Cells = readonly string[];

function escaped(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
}

function markdownTable(heads: Cells, lines: readonly Cells[]): string {
  const all = [heads, heads.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function link(text: string, test: TestReference): string {
  return `[${escaped(text)}](../${test.file})`;
}

/** The name of a test file of this folder, which the end of the text gives as a link. */
function tableFile(test: TestReference): string {
  return basename(test.file, '.test.ts');
}

const linkedFiles = ['answers', 'client-reads', 'client-sends', 'requests', 'values']
  .map((name) => `[${name}]: ../test/conformance/table/${name}.test.ts`)
  .join('\n');

function shownCell(shown: Shown): string {
  return `[${shown.how}][${tableFile(shown.test)}]`;
}

function testsCell(tests: readonly TestReference[]): string {
  return tests.map((test) => link(test.name, test)).join('<br>');
}

function typeOf(row: AnswerRow): string {
  return escaped(row.title.slice(row.title.indexOf(': ') + 2));
}

function answerLine(row: AnswerRow, place: string): Cells {
  const { service, client } = answerShown(row);
  return [`\`${place}\``, typeOf(row), shownCell(service), shownCell(client)];
}

function endpointSection(one: DeclaredEndpoint): string {
  const requests = requestRows
    .filter((row) => row.endpoint === one)
    .map((row): Cells => {
      const { service, client } = requestShown(row);
      const beyond =
        row.part === 'query' && pagingBeyondTheDocument.has(one.number) ? ' (not shown in the document)' : '';
      return [`${row.part} \`${row.place}\``, `${escaped(row.type)}${beyond}`, shownCell(service), shownCell(client)];
    });
  const prefix = `${one.number} answer `;
  const answers = answerRows
    .filter((row) => row.name.startsWith(prefix))
    .map((row) => answerLine(row, row.name.slice(prefix.length)));
  const asked =
    requests.length === 0 ? 'It takes no fields.' : markdownTable(['Request', 'Type', 'Service', 'Client'], requests);
  return `### ${one.number}. ${one.does}

\`${one.method} ${one.path}\`

${asked}

${markdownTable(['Answer', 'Type', 'Service', 'Client'], answers)}`;
}

function resourceSection(name: string): string {
  const rows = answerRows.filter((row) => row.name.startsWith(`${name}.`));
  const lines = rows.map((row) => answerLine(row, row.name.slice(name.length + 1)));
  return `### ${name}

In the answers of ${(rows[0]?.endpoints ?? []).map((number) => `endpoint ${number}`).join(', ')}.

${markdownTable(['Field', 'Type', 'Service', 'Client'], lines)}`;
}

/** How many rows each side shows. There is no other number than that of all rows: a row that a side does not show is a red test. */
function summary(): string {
  const all = (rows: readonly unknown[]): string => String(rows.length);
  const byHand = Object.values(clauses).flat();
  return markdownTable(
    ['', 'Rows', 'Service', 'Client'],
    [
      ['Request fields', all(requestRows), `takes ${all(requestRows)}`, `sends ${all(requestRows)}`],
      ['Answer fields', all(answerRows), `answers ${all(answerRows)}`, `reads ${all(answerRows)}`],
      ['Enumeration values', all(valueRows), '', `keeps ${all(valueRows)}`],
      ['Other clauses', all(byHand), all(byHand), all(byHand)],
      ['Optional routes', all(optionalRoutes), all(optionalRoutes), all(optionalRoutes)],
    ],
  );
}

const opening = `# Conformance

What the governance service's interface says, row by row, and the test that shows it in the sandbox's service and in the bot's
client. This file is generated from the declaration in \`test/conformance/table\`; write it anew with
\`npm run conformance -- --write-table\`. A test fails when it is stale, when a route or a field has no row, when a
row names a test that does not exist, and when a side does not show what its row says: there are no rows without tests.

A link says what is shown and leads to the file of the test; the test is called after the side, the word and the row, for
example \`the service takes > endpoint 1, body appId: string\` or \`the client reads > Task.actions: ...\`.

| Word | What the test does |
| --- | --- |
| takes | sends the field to the running service by bare HTTP and checks its effect; another type is refused |
| sends | calls the client's function and looks at what reached the service |
| answers | reads everything the sandbox is seeded with, and tasks that were made, decided, taken back and deleted since, and checks that the field is there with its type everywhere, and holds something somewhere |
| reads | gives the client an answer with every field full, and all seeded answers, and compares value by value |
| keeps | the same for a value of an enumeration, and for one that no list has |

A tenant is checked against the same declaration, by reading only: \`npm run conformance -- --help\`.`;

/** The text of docs/conformance.md. */
export function tableText(): string {
  const sections = [
    opening,
    `## Summary\n\n${summary()}`,
    '## Endpoints',
    ...endpoints.map(endpointSection),
    '## Resources',
    ...answeredResources.map((one) => resourceSection(one.name)),
    '## Values',
    markdownTable(
      ['Enumeration', 'Value', 'Client'],
      valueRows.map((row) => [escaped(row.enumeration), `\`${row.value}\``, shownCell(valueShown(row))]),
    ),
    ...Object.entries(clauses).map(
      ([section, ones]) =>
        `## ${section}\n\n${markdownTable(
          ['', 'Service', 'Client'],
          ones.map((one) => [escaped(one.what), testsCell(one.service), testsCell(one.client)]),
        )}`,
    ),
    `## Optional operations

Not part of the interface; the bot uses those that the operator's configuration names.

${markdownTable(
  ['Operation', 'Route', 'Service', 'Client'],
  optionalRoutes.map((one) => [
    one.operation,
    `\`${one.method} ${one.path}\``,
    testsCell(one.service),
    testsCell(one.client),
  ]),
)}`,
    linkedFiles,
  ];
  return `${sections.join('\n\n')}\n`;
}
