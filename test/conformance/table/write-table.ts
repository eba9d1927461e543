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

function shownCell(shown: Shown | null): string {
  if (shown === null) return '';
  return `[${shown.how}][${tableFile(shown.test)}]${shown.because === undefined ? '' : `: ${shown.because}`}`;
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

function countOf(sides: readonly (Shown | null)[], how: string): number {
  return sides.filter((one) => one?.how === how).length;
}

function summary(): string {
  const services = answerRows.map((row) => answerShown(row).service);
  const clients = answerRows.map((row) => answerShown(row).client);
  return markdownTable(
    ['', 'Rows', 'Shown in full', 'Less'],
    [
      ['Request fields', String(requestRows.length), String(requestRows.length), '0'],
      [
        'Answer fields, service',
        String(services.length),
        String(countOf(services, 'answers')),
        `${countOf(services, 'leaves empty')} always empty, ${countOf(services, 'never has')} in no object of the seed`,
      ],
      ['Answer fields, client', String(clients.length), String(countOf(clients, 'reads')), '0'],
      [
        'Enumeration values, client',
        String(valueRows.length),
        String(countOf(valueRows.map(valueShown), 'keeps')),
        '0',
      ],
      [
        'Other clauses',
        String(Object.values(clauses).flat().length),
        String(Object.values(clauses).flat().length),
        '0',
      ],
      ['Optional routes', String(optionalRoutes.length), String(optionalRoutes.length), '0'],
    ],
  );
}

const opening = `# Conformance

What the governance service's interface says, row by row, and the test that shows it in the sandbox's service and in the bot's
client. This file is generated from the declaration in \`test/conformance/table\`; write it anew with
\`npm run conformance -- --write-table\`. A test fails when it is stale, when a route or a field has no row, and when a
row names a test that does not exist.

A link says what is shown and leads to the file of the test; the test is called after the side, the word and the row, for
example \`the service takes > endpoint 1, body appId: string\` or \`the client reads > Task.actions: ...\`.

| Word | What the test does |
| --- | --- |
| takes | sends the field to the running service by bare HTTP and checks its effect; another type is refused |
| sends | calls the client's function and looks at what reached the service |
| answers | reads everything the sandbox is seeded with and checks that the field is there with its type, and holds something |
| reads | gives the client an answer with every field full, and all seeded answers, and compares value by value |
| keeps | the same for a value of an enumeration, and for one that no list has |
| leaves empty | the field is there with its type, but holds nothing in the sandbox |
| never has | no object of the sandbox's seed has the message that the field is in |

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
