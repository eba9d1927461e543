import { type AdminField, type AdminPage, type AdminRecord, tellingFields } from '../domain/admin-answer.ts';
import { visibleControls } from '../domain/visible-text.ts';

/** Ours: labels longer than this do not push all the values to the right. */
const widestLabel = 28;

/**
 * A page as lines for a terminal, without colours: a record a line, or with every field on a line of its own. What would control
 * a terminal is written out, so that nobody's name can clear the screen or turn the line around.
 */
export function pageText(page: AdminPage): string {
  const title = oneLine(page.title);
  const records = page.records.map(page.isFull ? wholeRecord : recordLine);
  const blocks = [
    `${title}\n${'-'.repeat(Math.min(100, title.length))}`,
    ...(records.length === 0 ? [] : [records.join(page.isFull ? '\n\n' : '\n')]),
    ...(page.notes.length === 0 ? [] : [page.notes.map(oneLine).join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function recordLine({ title, fields }: AdminRecord): string {
  const telling = fields.slice(0, tellingFields).map(({ label, text }) => `${label}: ${text.replaceAll(/\s+/g, ' ')}`);
  return oneLine([title, ...telling].join(' · '));
}

function wholeRecord({ title, fields }: AdminRecord): string {
  return [oneLine(title), ...fieldLines(fields)].join('\n');
}

function fieldLines(fields: readonly AdminField[]): string[] {
  const width = Math.min(widestLabel, Math.max(0, ...fields.map((field) => field.label.length)));
  return fields.flatMap(({ label, text }) => {
    const start = `  ${label.padEnd(width)}  `;
    const [first = '', ...others] = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
    return [`${start}${first}`, ...others.map((line) => `${' '.repeat(start.length)}${line}`)];
  });
}

/** On one line: line breaks are shown as well. */
export function oneLine(text: string): string {
  return visibleControls(text).replaceAll('\n', '⟨U+000A⟩');
}
