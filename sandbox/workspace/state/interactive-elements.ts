/** Where in a block its interactive elements are. */
import type { ShownBlock } from '../client.ts';

type In<Type extends ShownBlock['type']> = Extract<ShownBlock, { type: Type }>;
type AnyElement =
  | In<'actions'>['elements'][number]
  | In<'input'>['element']
  | NonNullable<In<'section'>['accessory']>;

/** Always with an `action_id`: generated where the app gave none. */
export type InteractiveElement = AnyElement & { action_id: string };

export interface PlacedElement {
  readonly element: InteractiveElement;
  /** JSON pointer within the block, for example `/elements/1`. */
  readonly path: string;
}

function identified(element: AnyElement, path: string): PlacedElement[] {
  return element.action_id === undefined
    ? []
    : [{ element: { ...element, action_id: element.action_id }, path }];
}

export function interactiveElements(block: ShownBlock): PlacedElement[] {
  switch (block.type) {
    case 'section':
      return block.accessory === undefined ? [] : identified(block.accessory, '/accessory');
    case 'actions':
      return block.elements.flatMap((element, index) => identified(element, `/elements/${index}`));
    case 'input':
      return identified(block.element, '/element');
    case 'context':
    case 'header':
    case 'rich_text':
      return [];
  }
}

/** The element with these ids, and the block it stands in. */
export function findElement(
  blocks: readonly ShownBlock[],
  blockId: string,
  actionId: string,
): { readonly block: ShownBlock; readonly element: InteractiveElement } | undefined {
  const block = blocks.find((one) => one.block_id === blockId);
  if (block === undefined) return undefined;
  const placed = interactiveElements(block).find(({ element }) => element.action_id === actionId);
  return placed === undefined ? undefined : { block, element: placed.element };
}
