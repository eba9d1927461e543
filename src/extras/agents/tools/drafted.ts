/** What the tools tell of a draft. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import type { Reader } from '../../../slack/people/languages.ts';
import { link as linkTo, name, oneLine, section } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import type { Draft, DraftContent } from '../drafts/draft.ts';
import { draftRows } from '../drafts/draft-tables.ts';
import { keepDraft } from '../drafts/keep-draft.ts';
import { plainMistake } from '../drafts/mistake-words.ts';
import { draftStateIn } from '../drafts/settle-draft.ts';
import { requestOutput, toldRequest } from './own-requests.ts';
import { clockWords } from './plain-words.ts';
import type { Caller, ToolAnswer } from './tool.ts';
import { answerOfMistakes, mistakeOutput } from './tool-mistakes.ts';

export interface DraftPorts extends ListenerDeps {
  /** Resolves after that many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export const draftedOutput = z.object({
  draft: z
    .object({
      id: z.string(),
      state: z
        .enum(['waiting', 'sent', 'discarded', 'ended'])
        .describe('waiting: the person has to send it in Slack'),
      app: z.string(),
      access: z.string(),
      link: z.string().nullable().describe('To the draft in the person’s direct messages'),
      endsAt: z.string().describe('Until then it can be sent'),
      request: requestOutput.nullable().describe('What came of it; null before it is sent'),
    })
    .nullable(),
  mistakes: mistakeOutput,
});

export const keyInput = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Any text of yours that tells this draft from others: a repetition with it makes no second draft',
  );

const noDraft = { draft: null };

/** Keeps the draft, and answers with its link as soon as Slack has it. */
export async function answerOfKept(
  ports: DraftPorts,
  reader: Reader,
  caller: Caller,
  draft: { readonly key: string | null; readonly content: DraftContent },
): Promise<ToolAnswer> {
  const answer = await keepDraft(ports, caller, draft);
  if (answer.ok) {
    await untilPosted(ports, answer.value.id);
    return answerOfDraft(ports, reader, answer.value.id);
  }
  const field = answer.refusal === 'key-of-another' ? 'key' : 'draft';
  const mistake = plainMistake(field, draftedWords(reader.texts).refused[answer.refusal]);
  const { appName, entitlementName } = draft.content;
  return answerOfMistakes(reader, noDraft, [mistake], oneLine(`${appName} · ${entitlementName}`));
}

const looks = 12;
const lookEveryMs = 250;

/** Posting is a job, which takes about a second. Without a link, the answer says where to look. */
async function untilPosted(
  { store, pause = (ms) => sleep(ms, undefined, { ref: false }) }: DraftPorts,
  draftId: string,
): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const posting = await store.transaction((tx) => rowsOfExtra(tx, draftRows).posting(draftId));
    if (posting === null || posting.permalink !== null) return;
    await pause(lookEveryMs);
  }
}

export async function answerOfDraft(
  ports: DraftPorts,
  reader: Reader,
  draftId: string,
): Promise<ToolAnswer> {
  const words = draftedWords(reader.texts);
  const current = await ports.store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, draftRows);
    const draft = await rows.find(draftId);
    if (draft === null) return null;
    const requestId = draft.requestId ?? (await rows.requestOf(draftId));
    const row = requestId === null ? null : await tx.requests.standing(requestId);
    const link = (await rows.posting(draftId))?.permalink ?? null;
    return { draft, row, link, state: await draftStateIn(tx, draft) };
  });
  if (current === null)
    return answerOfMistakes(reader, noDraft, [plainMistake('draft', words.unknown)]);
  const { draft, row, link, state } = current;
  const request = row === null ? null : await toldRequest(ports, reader, draft.person.userId, row);
  const { appName: app, entitlementName: access } = draft.content;
  const endsAt = draft.endsAt.toISOString();
  const says = words[state]({ until: clockWords(draft.endsAt, reader) });
  const lines = [
    oneLine(`${app} · ${access}`),
    says,
    ...(link === null ? [] : [link]),
    ...(request === null ? [] : [request.says, ...(request.link === null ? [] : [request.link])]),
  ];
  return {
    structured: {
      draft: { id: draft.id, state, app, access, link, endsAt, request },
      mistakes: [],
    },
    text: lines.join('\n'),
    blocks: [
      section(
        [
          `*${name(`${app} · ${access}`, 200)}*`,
          words.forPerson[state],
          ...(request === null ? [] : [name(request.says, 1_000)]),
          ...linkBelow(words, link, request?.link ?? null),
        ].join('\n'),
      ),
    ],
  };
}

/** To what came of the draft, else to the draft. */
function linkBelow(
  words: ReturnType<typeof draftedWords>,
  draft: string | null,
  request: string | null,
): readonly string[] {
  if (request !== null) return [linkTo(request, words.openRequest)];
  return draft === null ? [] : [linkTo(draft, words.open)];
}

export function isOwnDraft(draft: Pick<Draft, 'person' | 'identityId'>, caller: Caller): boolean {
  const { userId, teamId } = draft.person;
  const isAccount = userId === caller.person.userId && teamId === caller.person.teamId;
  return isAccount && draft.identityId === caller.identityId;
}

export function answerOfUnknown(reader: Reader): ToolAnswer {
  const mistake = plainMistake('draft', draftedWords(reader.texts).unknown);
  return answerOfMistakes(reader, noDraft, [mistake]);
}

const draftedWords = textsOfExtra({
  open: ['Open the draft', 'Entwurf öffnen'],
  openRequest: ['Open the request', 'Anfrage öffnen'],
  /** In Slack, where the person reads it without a model in between. */
  forPerson: {
    waiting: [
      'The draft is in your direct messages with this app. Nothing is sent until you press Send there.',
      'Der Entwurf ist in deinen Direktnachrichten mit dieser App. Nichts ist abgeschickt, bis du dort auf „Abschicken“ drückst.',
    ],
    sent: ['You sent it.', 'Du hast es abgeschickt.'],
    discarded: [
      'You discarded it. Nothing was sent.',
      'Du hast es verworfen. Nichts wurde abgeschickt.',
    ],
    ended: [
      'The draft has ended. Nothing was sent.',
      'Der Entwurf ist abgelaufen. Nichts wurde abgeschickt.',
    ],
  },
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
    'too-many-a-day': [
      'Too many drafts were made within a day. In Slack, /request-access asks without a draft.',
      'Zu viele Entwürfe an einem Tag. In Slack geht es mit /request-access auch ohne Entwurf.',
    ],
    'token-ended': [
      'This token has ended. Make a new one in Slack: /request-access agents.',
      'Dieses Token gilt nicht mehr. Erstelle in Slack ein neues: /request-access agents.',
    ],
    'key-of-another': [
      'This key belongs to another draft. Use another one.',
      'Dieser Schlüssel gehört zu einem anderen Entwurf. Nimm einen anderen.',
    ],
  },
} as const);
