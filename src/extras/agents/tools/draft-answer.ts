/** What the tools tell of a draft. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import { standingOfRequest } from '../../../use-cases/access/holder-requests.ts';
import type { DraftContent } from '../drafts/draft.ts';
import { draftRows } from '../drafts/draft-tables.ts';
import { keepDraft } from '../drafts/keep-draft.ts';
import { type DraftMistake, plainMistake } from '../drafts/mistake-words.ts';
import { draftStateIn } from '../drafts/settle-draft.ts';
import { toldRequests } from './my-access.ts';
import { clockWords } from './plain-words.ts';
import { type Tool, type ToolAnswer, type ToolCall, toolOf } from './tool.ts';

export interface DraftPorts extends ListenerDeps {
  /** Resolves after that many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

type Answered = Promise<Result<ToolAnswer, readonly DraftMistake[]>>;

/** What became of a draft of this person's. */
export function checkDraft(ports: DraftPorts): Tool {
  const about = {
    name: 'check_draft',
    title: 'Check a draft',
    description:
      'Tells whether the person you act for has sent a draft that was prepared for them, and what became of it.',
    isWriting: false,
    input: z.object({ draft: z.string().min(1).max(100).describe('The id of the draft') }),
  };
  return toolOf(ports, about, (toolCall) => answerOfDraft(ports, toolCall, toolCall.input.draft));
}

/** Keeps the draft, and answers with its link as soon as Slack has it. */
export async function answerOfKept(
  ports: DraftPorts,
  toolCall: ToolCall<unknown>,
  content: DraftContent,
): Answered {
  const answer = await keepDraft(ports, toolCall.caller, content);
  if (!answer.ok)
    return refuse([
      plainMistake('draft', draftedWords(toolCall.reader.texts).refused[answer.refusal]),
    ]);
  await untilPosted(ports, answer.value.id);
  return answerOfDraft(ports, toolCall, answer.value.id);
}

const looks = 12;
const lookEveryMs = 250;

/** Posting is a job, which takes about a second. Without a link, the answer says where to look. */
async function untilPosted(
  { store, pause = (ms) => sleep(ms, undefined, { ref: false }) }: DraftPorts,
  draftId: string,
): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const draft = await store.transaction((tx) => rowsOfExtra(tx, draftRows).find(draftId));
    if (draft?.permalink !== null) return;
    await pause(lookEveryMs);
  }
}

async function answerOfDraft(
  ports: DraftPorts,
  { caller, reader }: ToolCall<unknown>,
  draftId: string,
): Answered {
  const { person, identityId } = caller;
  const words = draftedWords(reader.texts);
  const current = await ports.store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, draftRows);
    const draft = await rows.find(draftId);
    const isTheirs =
      draft?.slackUserId === person.userId &&
      draft.teamId === person.teamId &&
      draft.identityId === identityId;
    if (!isTheirs) return null;
    const requestId = await rows.requestOf(draft);
    return { draft, requestId, state: await draftStateIn(tx, draft) };
  });
  if (current === null) return refuse([plainMistake('draft', words.unknown)]);
  const { draft, requestId, state } = current;
  const standing =
    requestId === null ? null : await standingOfRequest(ports, person.userId, requestId);
  const requests =
    standing === null ? [] : await toldRequests(ports, reader, person.userId, standing);
  return ok({
    draft: {
      id: draft.id,
      state,
      says: words[state]({ until: clockWords(draft.endsAt, reader) }),
      app: draft.content.appName,
      access: draft.content.entitlementName,
      link: draft.permalink,
      request: requests[0] ?? null,
    },
  });
}

const draftedWords = textsOfExtra({
  waiting: [
    'This is a draft in the person’s direct messages with this app. Nothing is sent until they press Send there, until {until}.',
    'Das ist ein Entwurf in den Direktnachrichten der Person mit dieser App. Nichts ist abgeschickt, bis sie dort auf „Abschicken“ drückt, bis {until}.',
  ],
  sent: [
    'The person sent it. (Draft until {until}.)',
    'Die Person hat es abgeschickt. (Entwurf bis {until}.)',
  ],
  discarded: [
    'The person discarded it: nothing was sent. (Draft until {until}.)',
    'Die Person hat es verworfen: nichts wurde abgeschickt. (Entwurf bis {until}.)',
  ],
  ended: [
    'It was not sent, and ended on {until}.',
    'Es wurde nicht abgeschickt und ist abgelaufen: {until}.',
  ],
  unknown: ['There is no such draft.', 'Diesen Entwurf gibt es nicht.'],
  refused: {
    'too-many-open': [
      'Too many drafts wait in Slack. Some have to be sent or discarded there first.',
      'In Slack warten zu viele Entwürfe. Einige müssen dort erst abgeschickt oder verworfen werden.',
    ],
    'token-ended': [
      'This token has ended. Make a new one in Slack: /request-access agents.',
      'Dieses Token gilt nicht mehr. Erstelle in Slack ein neues: /request-access agents.',
    ],
  },
} as const);
