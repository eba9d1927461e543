import type { DraftPorts } from './drafted.ts';
import { explainAccess } from './explain-access.ts';
import { findAccess } from './find-access.ts';
import { myAccess, myRequests } from './own-requests.ts';
import { checkDraft, prepareExtension, prepareGiveBack } from './prepare-others.ts';
import { prepareRequest } from './prepare-request.ts';
import type { Tool } from './tool.ts';

/** What the tools work with. */
export type ToolPorts = DraftPorts;

/** All that an agent can do for a person. */
export function openTools(ports: ToolPorts): readonly Tool[] {
  return [
    findAccess(ports),
    explainAccess(ports),
    myRequests(ports),
    myAccess(ports),
    prepareRequest(ports),
    prepareGiveBack(ports),
    prepareExtension(ports),
    checkDraft(ports),
  ];
}
