import type { View as SlackView } from '@slack/types';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { limits } from '../../sandbox/workspace/limits/limits.ts';
import { checkMessageBlocks } from '../../sandbox/workspace/limits/messages.ts';
import { checkView } from '../../sandbox/workspace/limits/views.ts';
import type { Language } from '../../src/domain/text/sentence.ts';
import type { RenderedPost } from '../../src/use-cases/ports/contents/post-chat.ts';

/** What Slack would not take of a message; empty where it is fine. */
export function messageMistakes(message: RenderedPost): readonly string[] {
  const checked = checkMessageBlocks(JSON.parse(JSON.stringify(message.blocks)));
  return [
    ...(checked.ok
      ? []
      : [checked.code, ...checked.problems.map((problem) => JSON.stringify(problem))]),
    ...(message.text.trim() === '' ? ['the text is empty'] : []),
    ...(message.text.length > limits.updatedText
      ? [`the text has ${message.text.length} characters`]
      : []),
    ...brokenTexts([message.text, ...textsIn(message.blocks)]),
    ...reordered(message),
    ...brokenMarkup([message.text, ...markedIn(message.blocks)]),
    ...unlabelled(message.blocks),
  ];
}

/** What Slack would not take of a modal or of Home; empty where it is fine. */
export function viewMistakes(view: SlackView): readonly string[] {
  const checked = checkView(JSON.parse(JSON.stringify(view)), 'any');
  return [
    ...(checked.ok
      ? []
      : [checked.code, ...checked.problems.map((problem) => JSON.stringify(problem))]),
    ...brokenTexts(textsIn(view)),
    ...reordered(view),
    ...brokenMarkup(markedIn(view)),
    ...unlabelled(view),
  ];
}

/** Everything that a reader sees: plain, marked, or in rich text. */
export function textsIn(surface: unknown): readonly string[] {
  return textObjects(surface).map((one) => one.text);
}

/** What Slack interprets: mrkdwn. */
export function markedIn(surface: unknown): readonly string[] {
  return textObjects(surface)
    .filter((one) => one.type === 'mrkdwn')
    .map((one) => one.text);
}

/** The mentions that would notify somebody: people, channels and broadcasts. */
export function pingsIn(message: RenderedPost): ReadonlySet<string> {
  // Nothing of ours calls anybody from rich text.
  expect(JSON.stringify(message.blocks)).not.toMatch(
    /"type":"(?:user|usergroup|broadcast|channel)"/,
  );
  const controls = [message.text, ...markedIn(message.blocks)].flatMap(
    (text) => text.match(/<[^<>]*>/g) ?? [],
  );
  return new Set(controls.filter((one) => /^<[@#!]/.test(one) && !one.startsWith('<!date^')));
}

/** What a screen reader says of each button. */
export function labelsIn(surface: unknown): readonly string[] {
  return buttonsIn(surface).map((one) => one.accessibility_label ?? '');
}

const anyButton = z.looseObject({
  type: z.literal('button'),
  text: z.object({ text: z.string() }),
  accessibility_label: z.string().optional(),
});

export function buttonsIn(surface: unknown): readonly z.infer<typeof anyButton>[] {
  const buttons: z.infer<typeof anyButton>[] = [];
  JSON.stringify(surface, (_key, value: unknown) => {
    const button = anyButton.safeParse(value);
    if (button.success) buttons.push(button.data);
    return value;
  });
  return buttons;
}

/** Ours: a label begins with the visible words, because people who speak to their computer say them. */
function unlabelled(surface: unknown): readonly string[] {
  return buttonsIn(surface)
    .filter(({ text, accessibility_label: label }) => label?.startsWith(text.text) !== true)
    .map(({ text }) => `no label for the button ${JSON.stringify(text.text)}`);
}

function textObjects(surface: unknown): readonly { type: string; text: string }[] {
  const found: { type: string; text: string }[] = [];
  JSON.stringify(surface, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'type' in value && 'text' in value) {
      const { type, text } = value;
      const isShown = type === 'mrkdwn' || type === 'plain_text' || type === 'text';
      if (typeof text === 'string' && isShown) found.push({ type, text });
    }
    return value;
  });
  return found;
}

/**
 * Marks that reorder text, anywhere in what is shown: also in what a field holds already. Values
 * and ids are not shown.
 */
function reordered(surface: unknown): readonly string[] {
  const json = JSON.stringify(surface, (key, value: unknown) =>
    ['value', 'private_metadata', 'block_id', 'action_id', 'url'].includes(key) ? undefined : value,
  );
  return /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(json)
    ? ['a mark that reorders text']
    : [];
}

function brokenTexts(texts: readonly string[]): readonly string[] {
  return texts
    .filter((text) => !text.isWellFormed())
    .map((text) => `half a character in ${JSON.stringify(text)}`);
}

/** Signs of Slack's own that are neither a whole control nor a whole escape. */
function brokenMarkup(texts: readonly string[]): readonly string[] {
  const whole =
    /<(?:[@#][A-Z0-9]+|!subteam\^[A-Z0-9]+|!date\^\d+\^[^<>|]+\|[^<>|]+|https?:[^<>|\s]+\|[^<>|]+)>|&(?:amp|lt|gt);/g;
  return texts
    .filter((text) => /[<>&]/.test(text.replaceAll(whole, '')))
    .map((text) => `broken markup in ${JSON.stringify(text)}`);
}

/** More than Slack takes of any text. */
const much = 4_200;

/** Texts that break naive rendering: markup, mentions, other scripts, enormous lengths. */
export const nastyTexts = [
  '',
  ' \n\t ',
  '<!channel> <!here> <!everyone> <!subteam^S0ONCALL> <@U0EVIL> <#C0EVIL|general>',
  '<https://evil.example|Open in the governance console> &amp;&lt;!channel&gt;',
  '*bold* _italic_ ~gone~ `code` ```block``` :tada: > quote',
  '\u202Eevil\u202C \u2067abc',
  '&'.repeat(much),
  '<'.repeat(much),
  '"\\'.repeat(much / 2),
  '\n'.repeat(much),
  '\u0001'.repeat(much),
  '👩‍👩‍👧‍👦'.repeat(400),
  `x${'😀'.repeat(much / 2)}`,
  '\uD83D'.repeat(much),
  `e${'\u0301'.repeat(much)}`,
  'مرحبا بالعالم '.repeat(300),
  'Überprüfung der Fähre '.repeat(200),
] as const;

/**
 * For `it.each`, each with its beginning as a name. What is enormous only in German, whose words
 * are longer: to cut it takes most of the time, and is the same in every language.
 */
export function nastyTextsIn(language: Language): readonly (readonly [string, string])[] {
  return nastyTexts
    .filter((text) => language === 'de' || text.length < 1_000)
    .map((text) => [JSON.stringify(text.slice(0, 20)), text]);
}

/** As fast-check's unit `binary`, whose table of a million characters takes a second to make. */
export const anyCharacter = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

const piece = fc.oneof(
  fc.constantFrom(
    ...nastyTexts,
    '<',
    '>',
    '&',
    '|',
    '`',
    '*',
    '👩‍👩‍👧‍👦',
    '😀',
    '\uD83D',
    '\uDE00',
    '\u0000',
    '\u202E',
  ),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: anyCharacter, maxLength: 50 }),
);

/** Any text that a person or a service could write. */
export const anyText = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''));
