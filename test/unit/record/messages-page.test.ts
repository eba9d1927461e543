import { expect, it } from 'vitest';
import { calls, waitingHeadings } from '../../../src/domain/message/kinds/undecided-messages.ts';
import { noticeSentences } from '../../../src/domain/message/notice.ts';
import type { AuditLine } from '../../../src/domain/record/audit-filter.ts';
import { auditSentence } from '../../../src/domain/record/audit-sentence.ts';
import { facts } from '../../../src/domain/record/facts.ts';
import { askingSentences, pasts } from '../../../src/domain/telling/asking-post.ts';
import {
  type HeadlineKind,
  headlineKinds,
  postSentences,
} from '../../../src/domain/telling/post-parts.ts';
import { lineSentences } from '../../../src/domain/telling/thread-lines.ts';
import type { SentenceTree } from '../../../src/domain/text/sentence.ts';
import { sentencesIn } from '../../support/message-sentences.ts';

const entryOfAnything: Omit<AuditLine, 'kind' | 'actor' | 'detail'> = {
  seq: 1,
  at: '2026-03-02T12:00:00.000Z',
  app: null,
  requestId: 'request-1',
  taskId: null,
};

const detail = {
  verb: 'approve',
  command: 'find',
  clientName: 'laptop',
  tool: 'find_access',
  slackUserId: 'U0ANA',
};

const head = `# Messages, and what the trail says

Made from \`src/domain/message/\` and \`src/domain/telling/\`: \`npx vitest run test/unit/record/messages-page.test.ts -u\` writes this page anew.
`;

const trailHead = `
## What the trail says

\`record\` (\`src/use-cases/record/record.ts\`) is the only way to the trail.

| fact | the trail says |
|---|---|
`;

const linesHead = `
## Lines

Sent once, to one person or in one channel, and never changed (\`tell\`, \`src/use-cases/record/record.ts\`). What stands in braces is filled in when the line is sent; \`src/domain/message/phrase.ts\` explains each place and format. What stands in \`[[...]]\` is said only where there is a value.

| line | English | German |
|---|---|---|
`;

function lineRows(): readonly string[] {
  return Object.entries(noticeSentences).flatMap(([kind, sentences]) =>
    sentencesIn(sentences).map(
      ([, [english, german]]) => `| \`${kind}\` | ${english} | ${german} |`,
    ),
  );
}

const postsHead = `
## What the parties of a request are shown

The requester, and the person it is for, have one message about all that was asked for in one go (\`src/domain/telling/\`). It says how
it stands now. A headline is posted anew, once for each occurrence; the message before it becomes one line, with the time and the link.
Whatever else changes is an edit, and so is what its reader did themselves.

| headline | one for each | posted | what is left of it |
|---|---|---|---|
`;

/** What tells one headline from another of its kind, and when it is posted. */
const headlines: Readonly<Record<HeadlineKind, readonly [occurrence: string, posted: string]>> = {
  waits: ['wait', 'at once; a correction after ten seconds'],
  uncertain: ['lost answer', 'at once'],
  refused: ['request', 'at once'],
  'in-review': ['asking', 'with its card, or after ten seconds'],
  late: [
    'tier of the escalation; for an emergency, 1 hour and 12 hours after the step began',
    'at once, to the requester alone',
  ],
  form: ['step', 'at once'],
  decided: ['decision', 'when the next step shows, or after seven seconds'],
  acted: ['act of somebody else', 'at once'],
  over: ['outcome', 'at once; a denial with the end, or after seven seconds'],
  granted: ['grant', 'at once'],
  ending: ['end', 'before it, in working hours'],
  'taking-away': ['order', 'at once'],
  'not-gone': ['order', 'at once'],
  'profile-settled': ['access profile', 'at once'],
  ended: ['grant', 'at once'],
};

function headlineRows(): readonly string[] {
  return headlineKinds.map((kind) => {
    const [occurrence, posted] = headlines[kind];
    const [line] = pasts[kind];
    return `| \`${kind}\` | ${occurrence} | ${posted} | ${line} |`;
  });
}

const listHead = `
## What a reviewer's list says

Above the requests that wait for its reader: one message a person, posted anew when somebody calls them, and edited until then.

| sentence | English | German |
|---|---|---|
`;

const postSentencesHead = `
### What it says

| sentence | English | German |
|---|---|---|
`;

function rowsFor(...trees: readonly SentenceTree[]): readonly string[] {
  const rows = trees
    .flatMap((sentences) => sentencesIn(sentences))
    .map(([name, [english, german]]) => `| \`${name}\` | ${english} | ${german} |`);
  return [...new Set(rows)];
}

/** What the trail says of it, with the name of a person if one did it. */
function sentenceOf(kind: string, words: string): string {
  const names = {
    people: new Map([['U0ANA', 'Ana']]),
    numbers: new Map([['request-1', '1018']]),
  };
  const actor = words.includes('{who}') ? 'U0ANA' : null;
  return auditSentence({ ...entryOfAnything, kind, actor, detail }, names);
}

it('docs/messages.md has every message, and every fact', async () => {
  const rows = Object.entries(facts).map(
    ([kind, { words }]) => `| \`${kind}\` | ${sentenceOf(kind, words)} |`,
  );
  const trail = `${trailHead}${rows.join('\n')}\n`;
  const lines = `${linesHead}${lineRows().join('\n')}\n`;
  const posts = `${postsHead}${headlineRows().join('\n')}\n${postSentencesHead}${rowsFor(postSentences, askingSentences, lineSentences).join('\n')}\n`;
  const lists = `${listHead}${rowsFor({ headings: waitingHeadings, calls }).join('\n')}\n`;
  await expect(`${head}${posts}${lists}${lines}${trail}`).toMatchFileSnapshot(
    '../../../docs/messages.md',
  );
});
