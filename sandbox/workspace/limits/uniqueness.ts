/**
 * Refuses what may occur only once: a block id on the surface, an action id in its block, a focused
 * element on the surface.
 */
import type { ShownBlock } from '../client.ts';
import { interactiveElements } from '../state/interactive-elements.ts';
import type { Problem } from './problems.ts';

function failed(pointer: string, message: string): Problem {
  return { pointer, message, code: 'failed_constraint', constraint: { type: 'unique' } };
}

export function repeatedIds(blocks: readonly ShownBlock[], root: readonly string[]): Problem[] {
  const base = root.map((part) => `/${part}`).join('');
  const problems: Problem[] = [];
  const blockIds = new Set<string>();
  let focused = 0;
  blocks.forEach((block, index) => {
    if (blockIds.has(block.block_id)) {
      problems.push(
        failed(`${base}/${index}/block_id`, `\`block_id\` "${block.block_id}" already exists`),
      );
    }
    blockIds.add(block.block_id);
    const actionIds = new Set<string>();
    for (const { element, path } of interactiveElements(block)) {
      if (actionIds.has(element.action_id)) {
        problems.push(
          failed(
            `${base}/${index}${path}/action_id`,
            `\`action_id\` "${element.action_id}" already exists`,
          ),
        );
      }
      actionIds.add(element.action_id);
      if ('focus_on_load' in element && element.focus_on_load === true) {
        focused += 1;
        if (focused === 2) {
          problems.push(
            failed(
              `${base}/${index}${path}/focus_on_load`,
              'only one element may be focused on load',
            ),
          );
        }
      }
    }
  });
  return problems;
}
