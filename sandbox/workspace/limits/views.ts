/** A view as Slack takes it: `views.*` and the acks of a submission go through `checkView`. */
import type { PlainTextElement } from '@slack/types';
import { z } from 'zod';
import type { ShownBlock } from '../client.ts';
import { checkBlocks } from './blocks.ts';
import { plainText } from './composition.ts';
import { limits } from './limits.ts';
import { type Problem, problemsOf } from './problems.ts';

/** A checked view, every default filled in. */
export interface ViewContent {
  readonly kind: 'modal' | 'home';
  /** Null for Home. */
  readonly title: PlainTextElement | null;
  readonly submit: PlainTextElement | null;
  readonly close: PlainTextElement | null;
  readonly blocks: ShownBlock[];
  readonly privateMetadata: string;
  readonly callbackId: string;
}

export type CheckedView =
  | { readonly ok: true; readonly view: ViewContent }
  | {
      readonly ok: false;
      readonly code: 'invalid_arguments' | 'view_too_large';
      readonly problems: readonly Problem[];
    };

const word = plainText(limits.viewWord);

const envelope = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(limits.privateMetadata).default(''),
  callback_id: z.string().max(limits.callbackId).default(''),
};

const schema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('modal'),
    title: word,
    submit: word.optional(),
    close: word.optional(),
    submit_disabled: z.boolean().optional(),
    ...envelope,
  }),
  z.strictObject({ type: z.literal('home'), ...envelope }),
]);

/**
 * `root`: where the view stands in the call's arguments, for the JSON pointers; `expected`: what
 * the method takes.
 */
export function checkView(
  candidate: unknown,
  expected: 'modal' | 'home' | 'any',
  root: readonly string[] = ['view'],
): CheckedView {
  if (Buffer.byteLength(JSON.stringify(candidate) ?? '') > limits.viewBytes) {
    return { ok: false, code: 'view_too_large', problems: [] };
  }
  const checked = schema.safeParse(candidate, { reportInput: true });
  if (!checked.success) return refused(problemsOf(checked.error.issues, root));
  const view = checked.data;
  if (expected !== 'any' && view.type !== expected)
    return refused([wrongType(view.type, expected, root)]);
  const blocks = checkBlocks(view.blocks, view.type, [...root, 'blocks']);
  if (!blocks.ok) return refused(blocks.problems);
  const content = {
    kind: view.type,
    blocks: blocks.blocks,
    privateMetadata: view.private_metadata,
    callbackId: view.callback_id,
  };
  if (view.type === 'home') {
    return {
      ok: true,
      view: {
        ...content,
        title: null,
        submit: null,
        close: null,
      },
    };
  }
  const inputAt = blocks.blocks.findIndex((block) => block.type === 'input');
  if (inputAt >= 0 && view.submit === undefined) return refused([submitMissing(inputAt, root)]);
  return {
    ok: true,
    view: {
      ...content,
      title: view.title,
      submit: view.submit ?? null,
      close: view.close ?? null,
    },
  };
}

function refused(problems: readonly Problem[]): CheckedView {
  return { ok: false, code: 'invalid_arguments', problems };
}

function wrongType(got: string, expected: string, root: readonly string[]): Problem {
  return {
    pointer: `${pointer(root)}/type`,
    message: `unsupported type: ${got}`,
    code: 'failed_constraint',
    constraint: { type: 'enum', expected: [expected], got },
  };
}

function submitMissing(index: number, root: readonly string[]): Problem {
  return {
    pointer: `${pointer(root)}/blocks/${index}/input`,
    message: 'must define `submit` to use an `input` block in modals',
    code: 'failed_constraint',
    constraint: { type: 'required', expected: 'submit' },
  };
}

function pointer(root: readonly string[]): string {
  return root.map((part) => `/${part}`).join('');
}
