import { z } from 'zod';
import { fieldsFor, type RequestField } from '../../../domain/form/request-answers.ts';
import { certainBounds } from '../../../domain/request/access-request.ts';
import { isReasonNeeded } from '../../../domain/request/reason-needed.ts';
import { isConfidential, type RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { PickedEntitlement } from '../../../slack/form/blocks/form-model.ts';
import { requestForm } from '../../../slack/form/blocks/request-form.ts';
import { whatIsKnown } from '../../../slack/form/open-form.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import type { Reader } from '../../../slack/people/languages.ts';
import { emptyForm, type TypedForm } from '../../../use-cases/form/typed-form.ts';
import type { DraftMistake } from '../drafts/mistake-words.ts';
import { accessNames, appNamed, entitlementNamed, longestName, offerFor } from './access-offer.ts';
import { plainWords } from './plain-words.ts';
import { readOnly, type Tool, type ToolAnswer } from './tool.ts';
import { answerOfMistakes, mistakeOutput, namedMistake } from './tool-mistakes.ts';

const explainInput = z.object({
  app: z.string().max(longestName).describe('Id or whole name of the app, as find_access tells it'),
  access: z.string().max(longestName).describe('Id or whole name of the role or permission'),
});

const explainOutput = z.object({
  access: z
    .object({
      app: z.string(),
      appId: z.string(),
      access: z.string(),
      accessId: z.string(),
      description: z.string(),
      says: z.array(z.string()),
      longestSeconds: z.number().nullable(),
      untilRevokedPossible: z.boolean(),
      emergency: z.boolean(),
      reasonNeeded: z.boolean(),
      has: z.boolean().describe('The person has it, as far as is known'),
      asked: z.boolean().describe('The person has an open request for it'),
      questions: z.array(
        z.object({
          id: z.string().describe('The key of its answer in prepare_request'),
          question: z.string(),
          type: z.string(),
          required: z.boolean(),
          options: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
  mistakes: mistakeOutput,
});

/** What the request form shows this person of one entitlement. */
export function explainAccess(ports: ListenerDeps): Tool {
  return {
    name: 'explain_access',
    title: 'Explain an access',
    description:
      'Tells what the request form shows the person you act for about one role or permission: what it is, its risk, the longest time, who decides as far as that is known, what the form asks, and whether they have it or asked for it already.',
    annotations: readOnly,
    input: explainInput,
    output: explainOutput,
    async call({ person }, input) {
      const reader = await ports.languages.readerOf(person.userId);
      const names = { app: textIn(input, 'app'), access: textIn(input, 'access') };
      const { catalogue } = await offerFor(ports, person.userId, false);
      const refuseFor = async (mistake: DraftMistake): Promise<ToolAnswer> => {
        const about = await accessNames(ports, person.userId, names);
        return answerOfMistakes(reader, { access: null }, [mistake], about);
      };
      const app = appNamed(catalogue, names.app);
      if (app.kind !== 'one') return refuseFor(namedMistake(reader.texts, 'app', app));
      const entitlement = entitlementNamed(catalogue, app.item, names.access);
      if (entitlement.kind !== 'one')
        return refuseFor(namedMistake(reader.texts, 'access', entitlement));
      const { language, timeZone } = reader;
      const form: TypedForm = {
        ...emptyForm,
        conversationId: '',
        app: app.item,
        entitlements: [entitlement.item],
        language,
        timeZone,
      };
      const about = { slackUserId: person.userId, asksElsewhere: true };
      const readingPorts = { ...ports, followTask: notFollowed };
      const { picked } = await whatIsKnown(readingPorts, reader, form, about);
      const pickedAccess = picked.map((one) => withoutReviewers(ports, one));
      const says = saysOf(ports, reader, form, pickedAccess);
      const access = factsOf(app.item, pickedAccess[0], says);
      const title = `${app.item.name} · ${entitlement.item.name}`;
      return { structured: { access, mistakes: [] }, text: [title, ...says].join('\n') };
    },
  };
}

function textIn(input: unknown, field: 'app' | 'access'): string {
  const all = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  return explainInput.shape[field].safeParse(all[field]).data ?? '';
}

/** Somebody who reads a form then hears how what was asked for elsewhere ends; a tool only reads. */
const notFollowed = async (): Promise<boolean> => false;

/** Of a confidential app, an agent does not learn who decides: it may repeat that anywhere. */
function withoutReviewers(ports: ListenerDeps, picked: PickedEntitlement): PickedEntitlement {
  const { help, entitlement } = picked;
  if (!isConfidential(ports.settings, entitlement.appId)) return picked;
  const { open, openElsewhere } = help;
  const nobody = { owners: [], deciders: null };
  return {
    ...picked,
    help: {
      ...help,
      ...nobody,
      open:
        open === null || open.task === null
          ? open
          : { ...open, task: { ...open.task, stepApprovers: [] } },
      openElsewhere:
        openElsewhere === null
          ? null
          : { ...openElsewhere, task: { ...openElsewhere.task, stepApprovers: [] } },
    },
  };
}

const shownParts = /^(?:remark|described|facts|profile|standing)(?:\.|$)/;

/** The lines of the form about it. */
function saysOf(
  ports: ListenerDeps,
  reader: Reader,
  form: TypedForm,
  picked: readonly PickedEntitlement[],
): readonly string[] {
  const { blocks } = requestForm(reader.texts, {
    ...form,
    picked,
    emergencies: ports.settings.emergency,
    remark: null,
    now: ports.world.now(),
  });
  return blocks
    .filter(({ block_id = '' }) => shownParts.test(block_id))
    .flatMap((block) => wordsIn(block, reader))
    .filter((words) => words !== '');
}

const textElement = z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string() });
const wordedBlock = z.union([
  z.object({ type: z.literal('section'), text: textElement }).transform(({ text }) => [text]),
  z
    .object({ type: z.literal('context'), elements: z.array(textElement) })
    .transform(({ elements }) => elements),
]);

function wordsIn(block: unknown, reader: Reader): readonly string[] {
  const elements = wordedBlock.safeParse(block).data ?? [];
  return elements.map(({ type, text }) => (type === 'mrkdwn' ? plainWords(text, reader) : text));
}

function factsOf(
  app: RequestableApp,
  picked: PickedEntitlement | undefined,
  says: readonly string[],
) {
  if (picked === undefined) return null;
  const { entitlement, help } = picked;
  const { longestSeconds, mayBePermanent } = certainBounds(entitlement);
  return {
    app: app.name,
    appId: app.id,
    access: entitlement.name,
    accessId: entitlement.id,
    description: entitlement.description,
    says,
    longestSeconds,
    untilRevokedPossible: mayBePermanent,
    emergency: entitlement.emergencyGrantEnabled,
    reasonNeeded: isReasonNeeded(app, [entitlement.id], false),
    has: help.held !== null,
    asked: help.open !== null || help.openElsewhere !== null,
    questions: fieldsFor(app.fields, [entitlement.id]).flatMap(questionOf),
  };
}

function questionOf({ id, label, type, required, options, isLocked }: RequestField) {
  if (isLocked === true) return [];
  return [{ id, question: label, type, required, options }];
}
