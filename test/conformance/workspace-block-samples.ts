import { checkBlocks, type Surface } from '../../sandbox/workspace/limits/blocks.ts';
import { problemLine } from '../../sandbox/workspace/limits/problems.ts';
import { mrkdwn, plain } from './workspace-rig.ts';

type Sample = Readonly<Record<string, unknown>>;

/** What the stand-in answers about blocks; empty where it takes them. */
export function complaints(blocks: unknown, surface: Surface = 'message'): readonly string[] {
  const checked = checkBlocks(blocks, surface, ['blocks']);
  return checked.ok ? [] : checked.problems.map(problemLine);
}

export const section = (text: string): Sample => ({ type: 'section', text: mrkdwn(text) });

export const actions = (...elements: readonly unknown[]): Sample => ({ type: 'actions', elements });

export const button = (extra: Sample = {}): Sample => ({
  type: 'button',
  text: plain('Go'),
  ...extra,
});

export const input = (element: unknown, extra: Sample = {}): Sample => ({
  type: 'input',
  label: plain('L'),
  element,
  ...extra,
});

export const select = (extra: Sample): Sample => ({ type: 'static_select', ...extra });
