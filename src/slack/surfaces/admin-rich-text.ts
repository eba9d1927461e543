import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types';
import type { AdminField, AdminRow } from '../../use-cases/admin-desk.ts';
import { plain } from './text.ts';

/** How much of a row is shown: smaller and smaller until a message fits. */
export interface Detail {
  /** Characters of one value. */
  readonly value: number;
  /** Fields of one row. */
  readonly fields: number;
}

/** The last moment that Slack is asked to write in a reader's zone: the year 2100. */
const lastUnix = 4_102_444_800;

/**
 * A thing as rich text: in it Slack interprets nothing, whatever the service's words are. One element for all that is only text,
 * because each costs Slack's limit of a message some sixty characters.
 */
export function rowBlock(row: AdminRow, detail: Detail): RichTextBlock {
  const marks = row.marks.length === 0 ? [] : [styled(` · ${row.marks.join(' · ')}`, detail.value, 'italic')];
  return section([styled(row.title, detail.value, 'bold'), ...marks, ...fieldElements(row.fields, detail)]);
}

/** Fields without a title. */
export function fieldsBlock(fields: readonly AdminField[], detail: Detail): RichTextBlock {
  return section(fieldElements(fields, detail, ''));
}

export function noteBlock(words: string, limit: number): RichTextBlock {
  return section([styled(words, limit, 'italic')]);
}

function section(elements: RichTextSection['elements']): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function styled(words: string, limit: number, style: 'bold' | 'italic'): RichTextElement {
  return { type: 'text', text: plain(words, limit).text, style: { [style]: true } };
}

function fieldElements(fields: readonly AdminField[], detail: Detail, first = '\n'): RichTextElement[] {
  const elements: RichTextElement[] = [];
  let pending = first;
  const flush = () => {
    if (pending !== '') elements.push({ type: 'text', text: pending });
    pending = '';
  };
  const shown = fields.slice(0, detail.fields);
  for (const [index, field] of shown.entries()) {
    pending += `${index === 0 ? '' : '\n'}${plain(field.label, 80).text}: `;
    const element = ownElement(field);
    if (element === null) pending += plain(textOf(field), detail.value).text;
    else {
      flush();
      elements.push(element);
      if (field.value.kind === 'channel' && field.value.name !== '') {
        pending += ` (#${plain(field.value.name, detail.value).text})`;
      }
    }
  }
  if (shown.length < fields.length) pending += `\n… ${fields.length - shown.length} more values`;
  flush();
  return elements;
}

/** What is more than text in Slack: a moment in each reader's zone, a channel to click on. */
function ownElement({ value }: AdminField): RichTextElement | null {
  if (value.kind === 'moment') {
    const unix = Math.floor(Date.parse(value.at) / 1_000);
    if (!(unix > 0 && unix < lastUnix)) return null;
    const fallback = `${new Date(unix * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return { type: 'date', timestamp: unix, format: '{date_short_pretty} at {time}', fallback };
  }
  if (value.kind === 'channel' && /^[CG][A-Z0-9]{2,20}$/.test(value.id))
    return { type: 'channel', channel_id: value.id };
  return null;
}

function textOf({ value }: AdminField): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'moment':
      return value.at;
    case 'channel':
      return value.name === '' ? value.id : `#${value.name}`;
  }
}
