import { checkDraft, type DraftPorts } from './draft-answer.ts';
import { findAccess } from './find-access.ts';
import { myAccess } from './my-access.ts';
import { prepare } from './prepare.ts';
import type { Tool } from './tool.ts';

/** What the tools work with. */
export type ToolPorts = DraftPorts;

/** All that an agent can do for a person. */
export function openTools(ports: ToolPorts): readonly Tool[] {
  return [findAccess(ports), myAccess(ports), prepare(ports), checkDraft(ports)];
}
