/** Drafts about access that the person has. */
import { z } from 'zod';
import { holderOf } from '../../../domain/action/holder-action.ts';
import { justificationLimit } from '../../../domain/request/access-request.ts';
import { prefillOfRequest } from '../../../slack/form/prefill.ts';
import { oneLine } from '../../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import { whatHolderMay } from '../../../use-cases/access/holder-requests.ts';
import type { HolderRow } from '../../../use-cases/ports/rows/subject-rows.ts';
import type { DraftedForm } from '../drafts/draft.ts';
import { draftRows } from '../drafts/draft-tables.ts';
import { plainMistake } from '../drafts/mistake-words.ts';
import {
  answerOfDraft,
  answerOfKept,
  answerOfUnknown,
  type DraftPorts,
  draftedOutput,
  isOwnDraft,
  keyInput,
} from './drafted.ts';
import { mistakesOfForm } from './prepare-request.ts';
import { type Caller, prepares, readOnly, type Tool } from './tool.ts';
import { answerOfMistakes, rightFields } from './tool-mistakes.ts';

const requestId = z
  .string()
  .min(1)
  .max(100)
  .describe('The id of the access, as my_access tells it');

const returnInput = z.object({ request: requestId, key: keyInput });

export function prepareGiveBack(ports: DraftPorts): Tool {
  return {
    name: 'prepare_give_back',
    title: 'Prepare giving access back',
    description:
      'Prepares giving back access early, as a draft in the direct messages of the person you act for. They keep it until they press Send there: give them the link.',
    annotations: prepares,
    input: returnInput,
    output: draftedOutput,
    async call(caller, input) {
      const reader = await ports.languages.readerOf(caller.person.userId);
      const { fields, mistakes } = rightFields(reader.texts, returnInput, input);
      const { request: id = '', key = null } = fields;
      const row = await ownRow(ports, caller, id, 'give-back');
      if (mistakes.length > 0 || row === null) {
        const all = mistakes.length > 0 ? mistakes : [notPossible(reader.texts, 'give-back')];
        return answerOfMistakes(reader, { draft: null }, all, namesOfRow(row));
      }
      const { appName, entitlementName } = row.request;
      const content = { kind: 'give-back', requestId: id, appName, entitlementName } as const;
      return answerOfKept(ports, reader, caller, { key, content });
    },
  };
}

const extensionInput = z.object({
  request: requestId,
  duration: z
    .string()
    .max(200)
    .describe('How much more time, like "2h"; or a new end, like "until Friday 18:00"'),
  reason: z.string().max(justificationLimit).describe('Why; reviewers read it'),
  key: keyInput,
});

export function prepareExtension(ports: DraftPorts): Tool {
  return {
    name: 'prepare_extension',
    title: 'Prepare a request for more time',
    description:
      'Prepares a request for more time with access that the person you act for has, as a draft in their direct messages. Nothing is asked for until they press Send there: give them the link.',
    annotations: prepares,
    input: extensionInput,
    output: draftedOutput,
    async call(caller, input) {
      const reader = await ports.languages.readerOf(caller.person.userId);
      const { texts, language, timeZone } = reader;
      const { fields, mistakes } = rightFields(texts, extensionInput, input);
      const { request: id = '', duration = '', reason = '', key = null } = fields;
      const row = await ownRow(ports, caller, id, 'extend');
      const extension = { by: caller.person, requestId: id, how: 'extend' } as const;
      const prefill = row === null ? null : await prefillOfRequest(ports, texts, extension);
      const { app = null, entitlements = [], answers } = prefill?.prefill ?? {};
      const [entitlement] = entitlements;
      if (row === null || app === null || entitlement === undefined) {
        const isNamed = mistakes.some(({ field }) => field === 'request');
        const all = isNamed ? mistakes : [...mistakes, notPossible(texts, 'extend')];
        return answerOfMistakes(reader, { draft: null }, all, namesOfRow(row));
      }
      const content: DraftedForm = {
        kind: 'form',
        appId: app.id,
        appName: app.name,
        entitlementId: entitlement.id,
        entitlementName: entitlement.name,
        timeText: duration,
        reason,
        emergency: false,
        account: row.request.account,
        // As the person answered before.
        answers: app.fields.flatMap(({ id: fieldId, label: question, type }) => {
          const text = answers?.get(fieldId) ?? '';
          const arePeople = type === 'person' || type === 'people';
          return text === '' ? [] : [{ fieldId, question, text, arePeople }];
        }),
        extendsRequestId: id,
        language,
        timeZone,
      };
      const preparing = { ports, reader, caller };
      const ofForm = await mistakesOfForm(preparing, content, { app, entitlement });
      const wrong = new Set(mistakes.map(({ field }) => field));
      const all = [...mistakes, ...ofForm.filter(({ field }) => !wrong.has(field))];
      if (all.length > 0) return answerOfMistakes(reader, { draft: null }, all, namesOfRow(row));
      return answerOfKept(ports, reader, caller, { key, content });
    },
  };
}

/** null where it is not theirs, or this cannot be done about it: both are the same to an agent. */
async function ownRow(
  ports: DraftPorts,
  { person }: Caller,
  id: string,
  what: 'extend' | 'give-back',
): Promise<HolderRow | null> {
  const row = await ports.store.transaction((tx) => tx.requests.standing(id));
  if (row === null || holderOf(row.request) !== person.userId) return null;
  return whatHolderMay(ports, person.userId, row)[what] ? row : null;
}

/** null where it is not told whether there is such access. */
function namesOfRow(row: HolderRow | null): string | null {
  return row === null ? null : oneLine(`${row.request.appName} · ${row.request.entitlementName}`);
}

function notPossible(texts: Texts, what: 'extend' | 'give-back') {
  return plainMistake('request', otherWords(texts)[what]);
}

const checkInput = z.object({ draft: z.string().min(1).max(100).describe('The id of the draft') });

/** What became of a draft of this person's. */
export function checkDraft(ports: DraftPorts): Tool {
  return {
    name: 'check_draft',
    title: 'Check a draft',
    description:
      'Tells whether the person you act for has sent a draft that was prepared for them, and what became of it.',
    annotations: readOnly,
    input: checkInput,
    output: draftedOutput,
    async call(caller, input) {
      const reader = await ports.languages.readerOf(caller.person.userId);
      const { fields, mistakes } = rightFields(reader.texts, checkInput, input);
      const { draft: id = '' } = fields;
      if (mistakes.length > 0) return answerOfMistakes(reader, { draft: null }, mistakes);
      const draft = await ports.store.transaction((tx) => rowsOfExtra(tx, draftRows).find(id));
      if (draft === null || !isOwnDraft(draft, caller)) return answerOfUnknown(reader);
      return answerOfDraft(ports, reader, id);
    },
  };
}

const otherWords = textsOfExtra({
  extend: [
    'There is no such access, or it cannot be extended. Look with my_access.',
    'Es gibt keinen solchen Zugriff, oder er lässt sich nicht verlängern. Sieh mit my_access nach.',
  ],
  'give-back': [
    'There is no such access, or it cannot be given back here. Look with my_access.',
    'Es gibt keinen solchen Zugriff, oder er lässt sich hier nicht zurückgeben. Sieh mit my_access nach.',
  ],
} as const);
