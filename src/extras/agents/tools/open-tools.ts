import { myAccess, myRequests, type OwnRequestsPorts } from './own-requests.ts';
import type { Tool } from './tool.ts';

/** What the tools work with. */
export type ToolPorts = OwnRequestsPorts;

/** All that an agent can do for a person. */
export function openTools(ports: ToolPorts): readonly Tool[] {
  return [myRequests(ports), myAccess(ports)];
}
