/** Long because every field of the form is read and checked here. */
import { z } from 'zod';
import type { AppAccount } from '../../../domain/catalogue/app-account.ts';
import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import { fieldsFor } from '../../../domain/form/request-answers.ts';
import {
  certainBounds,
  justificationLimit,
  type SubmissionMistake,
  submissionMistakes,
} from '../../../domain/request/access-request.ts';
import { isReasonNeeded } from '../../../domain/request/reason-needed.ts';
import { readTimeText } from '../../../domain/request/time-text.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { isBlank } from '../../../domain/text/foreign-text.ts';
import { identityRefusalWords, timeWords } from '../../../slack/action/refusal-words.ts';
import { accountChoice } from '../../../slack/form/account-choice.ts';
import { patience, refusalOf } from '../../../slack/form/open-form.ts';
import type { Reader } from '../../../slack/people/languages.ts';
import { limits } from '../../../slack/platform/limits.ts';
import { sound } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import { checkSubmission } from '../../../use-cases/form/submit-request.ts';
import { type DraftedForm, submissionOf } from '../drafts/draft.ts';
import { type DraftMistake, mistakesOf, plainMistake } from '../drafts/mistake-words.ts';
import { accessNames, appNamed, entitlementNamed, longestName, offerFor } from './access-offer.ts';
import { answerOfKept, type DraftPorts, draftedOutput, keyInput } from './drafted.ts';
import { type Caller, prepares, type Tool } from './tool.ts';
import { answerOfMistakes, namedMistake, rightFields } from './tool-mistakes.ts';

const mostAnswers = 50;
/** What a message shows whole. */
const longestDraft = 6_000;

const requestInput = z.object({
  app: z.string().min(1).max(longestName).describe('Id or whole name of the app'),
  access: z.string().min(1).max(longestName).describe('Id or whole name of the role or permission'),
  duration: z
    .string()
    .max(200)
    .describe('How long, like "2h", "3 days", "until Friday 18:00" or "until revoked"'),
  reason: z
    .string()
    .max(justificationLimit)
    .describe('Why, in the person’s own words where possible; reviewers read it'),
  emergency: z.boolean().default(false).describe('Only where they say that it is one'),
  account: z
    .string()
    .max(longestName)
    .optional()
    .describe('Name or id of the account, where they have several in the app'),
  answers: z
    .record(z.string().max(100), z.string().max(3_000))
    .refine((answers) => Object.keys(answers).length <= mostAnswers)
    .default({})
    .describe('Answers to the questions that explain_access tells, by their ids'),
  key: keyInput,
});

type RequestInput = Partial<z.output<typeof requestInput>>;

/** Prepares a request that its person sends, or does not. */
export function prepareRequest(ports: DraftPorts): Tool {
  return {
    name: 'prepare_request',
    title: 'Prepare an access request',
    description:
      'Prepares a request for access as a draft in the direct messages of the person you act for. Nothing is asked for until they press Send there: give them the link. Names everything that is wrong with it.',
    annotations: prepares,
    input: requestInput,
    output: draftedOutput,
    async call(caller, input) {
      const reader = await ports.languages.readerOf(caller.person.userId);
      const { fields, mistakes } = rightFields(reader.texts, requestInput, input);
      const form = await formOf({ ports, reader, caller }, fields, new Set(mistakes.map(byField)));
      if (mistakes.length > 0 || !form.ok) {
        const all = form.ok ? mistakes : [...mistakes, ...form.refusal];
        const about = await accessNames(ports, caller.person.userId, fields);
        return answerOfMistakes(reader, { draft: null }, all, about);
      }
      return answerOfKept(ports, reader, caller, { key: fields.key ?? null, content: form.value });
    },
  };
}

interface Preparing {
  readonly ports: DraftPorts;
  readonly reader: Reader;
  readonly caller: Caller;
}

const byField = ({ field }: DraftMistake) => field;

/** @param wrong fields that cannot be read, which were named already */
async function formOf(
  preparing: Preparing,
  input: RequestInput,
  wrong: ReadonlySet<string>,
): Promise<Result<DraftedForm, readonly DraftMistake[]>> {
  const { ports, reader, caller } = preparing;
  const { userId } = caller.person;
  const { texts } = reader;
  const [refusal, access] = await Promise.all([
    refusalOf(ports, userId),
    accessOf(preparing, input, wrong),
  ]);
  const mistakes: DraftMistake[] = [];
  if (refusal !== null)
    mistakes.push({ field: 'person', says: identityRefusalWords(texts, refusal), isMarked: true });
  const { duration: timeText = '', reason = '', emergency = false } = input;
  if (!access.ok) {
    mistakes.push(...access.refusal, ...mistakesBeside(preparing, input, wrong));
    return refuse(mistakes);
  }
  const { app, entitlement, account } = access.value;
  const answers = draftedAnswers(app, entitlement, input.answers ?? {});
  const form: DraftedForm = {
    kind: 'form',
    appId: app.id,
    appName: app.name,
    entitlementId: entitlement.id,
    entitlementName: entitlement.name,
    timeText,
    reason,
    emergency,
    account,
    answers,
    extendsRequestId: null,
    language: reader.language,
    timeZone: reader.timeZone,
  };
  const askedFields = new Set(answers.map(({ fieldId }) => fieldId));
  for (const id of Object.keys(input.answers ?? {}))
    if (!askedFields.has(id))
      mistakes.push(plainMistake(`answers.${id}`, requestWords(texts).noQuestion));
  mistakes.push(...(await mistakesOfForm(preparing, form, { app, entitlement })));
  const others = mistakes.filter(({ field }) => !wrong.has(field));
  return others.length > 0 ? refuse(others) : ok(form);
}

/** What the form says of it, and whether a message shows all of it. */
export async function mistakesOfForm(
  { ports, reader, caller }: Preparing,
  form: DraftedForm,
  access: { readonly app: RequestableApp; readonly entitlement: CatalogueEntitlement },
): Promise<readonly DraftMistake[]> {
  const { texts } = reader;
  const draft = { ...caller, id: 'not kept' };
  const submission = submissionOf(form, access, { draft, by: caller.person });
  const answer = await checkSubmission(ports, submission);
  const lengths = shownLengths(form);
  const length = lengths.reduce((sum, one) => sum + one, 0);
  const isCut = lengths.some((one) => one > limits.sectionText);
  const isTooLong = isCut || length > longestDraft || form.answers.length > mostAnswers;
  const mistakes = [
    ...(answer.ok ? [] : mistakesOf(texts, answer.refusal)),
    ...mistakesOf(texts, { kind: 'mistakes', mistakes: mistakesApartFromTime(form, access) }),
    ...(isTooLong ? [plainMistake('answers', requestWords(texts).tooLong)] : []),
  ];
  return mistakes.filter(
    ({ field }, at) => mistakes.findIndex((other) => other.field === field) === at,
  );
}

/** Of the reason and of each answer, as the draft has them: marks that it makes visible take room. */
function shownLengths({ reason, answers }: DraftedForm): readonly number[] {
  const ofAnswers = answers.map(({ question, text, arePeople }) => {
    const mentions = arePeople ? text.split('\n').length * '<@>, '.length : 0;
    return sound(`${question}: ${text}`).length + mentions;
  });
  return [sound(reason).length, ...ofAnswers];
}

/** The form checks these once it can read the time; an agent hears everything at once. */
function mistakesApartFromTime(
  { reason: justification, emergency }: DraftedForm,
  { app, entitlement }: Pick<MeantAccess, 'app' | 'entitlement'>,
): readonly SubmissionMistake[] {
  const bounds = certainBounds(entitlement);
  const isReasonWanted = isReasonNeeded(app, [entitlement.id], emergency);
  return submissionMistakes({ justification, emergency, durationSeconds: 1 }, bounds, [
    bounds,
  ]).filter(({ field }) => field !== 'justification' || isReasonWanted);
}

/** Where nobody knows what it is about, the rest is still checked. */
function mistakesBeside(
  { ports, reader }: Preparing,
  { duration = '', reason = '' }: RequestInput,
  wrong: ReadonlySet<string>,
): readonly DraftMistake[] {
  const { texts, language, timeZone } = reader;
  const time = readTimeText(duration, { now: ports.world.now(), timeZone, language });
  return [
    ...(time.ok || wrong.has('duration')
      ? []
      : [plainMistake('duration', timeWords(texts, time.refusal))]),
    ...(isBlank(reason) && !wrong.has('reason')
      ? [plainMistake('reason', texts.refusals.mistakes.justificationEmpty)]
      : []),
  ];
}

interface MeantAccess {
  readonly app: RequestableApp;
  readonly entitlement: CatalogueEntitlement;
  readonly account: AppAccount | null;
}

async function accessOf(
  { ports, reader, caller }: Preparing,
  { app: appText = '', access = '', emergency = false, account }: RequestInput,
  wrong: ReadonlySet<string>,
): Promise<Result<MeantAccess, readonly DraftMistake[]>> {
  if (wrong.has('app')) return refuse([]);
  const { texts } = reader;
  const { userId } = caller.person;
  const { catalogue } = await offerFor(ports, userId, false);
  const app = appNamed(catalogue, appText);
  if (app.kind !== 'one') return refuse([namedMistake(texts, 'app', app)]);
  if (wrong.has('access')) return refuse([]);
  const inEmergency = emergency ? (await offerFor(ports, userId, true)).catalogue : catalogue;
  const first = entitlementNamed(inEmergency, app.item, access);
  // What cannot be had as an emergency is named, and the form's rule says so.
  const entitlement = first.kind === 'one' ? first : entitlementNamed(catalogue, app.item, access);
  if (entitlement.kind !== 'one') return refuse([namedMistake(texts, 'access', entitlement)]);
  const about = { app: app.item, targetSlackId: null, extends: null };
  const accounts = (await accountChoice(ports, userId, about, patience())) ?? [];
  const meant = { app: app.item, entitlement: entitlement.item };
  if (accounts.length < 2) return ok({ ...meant, account: null });
  const meantAccounts = accounts.filter(({ id, name }) => id === account || name === account);
  const [one, another] = meantAccounts;
  if (one !== undefined && another === undefined) return ok({ ...meant, account: one });
  const names = accounts.map(({ id, name }) => `${name} (${id})`).join('; ');
  return refuse([plainMistake('account', requestWords(texts).pickAccount({ names }))]);
}

/** In the order of the form; answers to other questions are left out. */
function draftedAnswers(
  app: RequestableApp,
  entitlement: CatalogueEntitlement,
  typed: Readonly<Record<string, string>>,
): DraftedForm['answers'] {
  return fieldsFor(app.fields, [entitlement.id]).flatMap(({ id, label, type }) => {
    const text = Object.hasOwn(typed, id) ? typed[id] : undefined;
    if (text === undefined || isBlank(text)) return [];
    const arePeople = type === 'person' || type === 'people';
    return { fieldId: id, question: label, text, arePeople };
  });
}

const requestWords = textsOfExtra({
  noQuestion: ['The form has no such question.', 'Das Formular hat keine solche Frage.'],
  tooLong: [
    'Reason and answers are too long for a draft. The form in Slack takes more.',
    'Grund und Antworten sind zu lang für einen Entwurf. In das Formular in Slack passt mehr.',
  ],
  pickAccount: [
    'There are several accounts. Name the one that it is for: {names}',
    'Es gibt mehrere Konten. Nenne das, für das es ist: {names}',
  ],
} as const);
