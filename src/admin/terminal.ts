import type { AdminConfirm, AdminField, AdminHelp, AdminPage, AdminRow } from '../use-cases/admin-desk.ts';

/** Ours: labels longer than this do not push all the values to the right. */
const widestLabel = 28;

/**
 * A page as lines for a terminal, without colours. What would control a terminal is written out, so that nobody's name can
 * clear the screen or turn the line around.
 */
export function pageText(page: AdminPage, part: 'whole' | 'further rows' = 'whole'): string {
  const blocks = [
    ...(part === 'whole' ? [`${oneLine(page.title)}\n${'-'.repeat(Math.min(100, oneLine(page.title).length))}`] : []),
    ...(page.fields.length === 0 ? [] : [fieldLines(page.fields, '').join('\n')]),
    ...page.rows.map(rowText),
    ...page.notes.map(oneLine),
  ];
  return `${blocks.join('\n\n')}\n`;
}

export function confirmText(confirm: AdminConfirm): string {
  return [oneLine(confirm.title), '', ...fieldLines(confirm.fields, '  '), '', oneLine(confirm.sentence), ''].join(
    '\n',
  );
}

export function helpText(help: AdminHelp): string {
  const commands = help.commands.map((command) => {
    const width = Math.min(widestLabel, Math.max(0, ...command.details.map((one) => one.term.length)));
    const details = command.details.map((one) => `    ${one.term.padEnd(width)}  ${one.about}`);
    return [`  ${command.usage}`, `      ${command.about}`, ...details].join('\n');
  });
  return `${help.intro}\n\n${commands.join('\n')}\n`;
}

function rowText(row: AdminRow): string {
  const marks = row.marks.length === 0 ? '' : `  [${row.marks.map(oneLine).join(', ')}]`;
  return [`${oneLine(row.title)}${marks}`, ...fieldLines(row.fields, '  ')].join('\n');
}

function fieldLines(fields: readonly AdminField[], indent: string): string[] {
  const width = Math.min(widestLabel, Math.max(0, ...fields.map((field) => field.label.length)));
  return fields.flatMap((field) => {
    const label = `${indent}${field.label.padEnd(width)}  `;
    const [first = '', ...others] = safeLines(valueText(field));
    return [`${label}${first}`, ...others.map((line) => `${' '.repeat(label.length)}${line}`)];
  });
}

function valueText({ value }: AdminField): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'moment':
      return value.at;
    case 'channel':
      return value.name === '' ? value.id : `#${value.name}${value.id === '' ? '' : ` (${value.id})`}`;
  }
}

function safeLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
}

/** Control characters, and those that turn the direction of what follows, as their numbers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
      (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
