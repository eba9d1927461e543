import { z } from 'zod';
import { holderOf } from '../../../domain/action/holder-action.ts';
import type { AppAccount, CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import { fieldsFor } from '../../../domain/form/request-answers.ts';
import { justificationLimit } from '../../../domain/request/access-request.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { isBlank } from '../../../domain/text/foreign-text.ts';
import { accountChoice, patience } from '../../../slack/form/form-views.ts';
import { prefillOfRequest } from '../../../slack/form/prefill.ts';
import { limits } from '../../../slack/platform/limits.ts';
import { sound } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import { whatHolderMay } from '../../../use-cases/access/holder-requests.ts';
import { checkSubmission } from '../../../use-cases/form/submit-request.ts';
import { type DraftContent, type DraftedForm, submissionOf } from '../drafts/draft.ts';
import { type DraftMistake, mistakesOf, plainMistake } from '../drafts/mistake-words.ts';
import { appNamed, entitlementNamed, offerFor } from './access-offer.ts';
import { answerOfKept, type DraftPorts } from './draft-answer.ts';
import { type Tool, type ToolCall, toolOf } from './tool.ts';

/** The most characters of an id or a name that an agent may send. */
const longestName = 500;
const mostAnswers = 50;
/** What a message shows whole. */
const longestDraft = 6_000;

const nameOrId = z.string().max(longestName).default('');

const input = z.object({
  kind: z
    .enum(['request', 'more-time', 'give-back'])
    .default('request')
    .describe('more-time and give-back: about access that they have'),
  app: nameOrId.describe('Of a request: id or whole name of the app'),
  access: nameOrId.describe('Of a request: id or whole name of the role or permission'),
  request: nameOrId.describe(
    'Of more-time and give-back: the id of the access, as my_access tells it',
  ),
  duration: z
    .string()
    .max(200)
    .default('')
    .describe(
      'How long, or how much more, like "2h", "3 days", "until Friday 18:00" or "until revoked"',
    ),
  reason: z
    .string()
    .max(justificationLimit)
    .default('')
    .describe('Why, in the person’s own words where possible; reviewers read it'),
  emergency: z.boolean().default(false).describe('Only where they say that it is one'),
  account: nameOrId.describe('Name or id of the account, where they have several in the app'),
  answers: z
    .record(z.string().max(100), z.string().max(3_000))
    .refine((answers) => Object.keys(answers).length <= mostAnswers)
    .default({})
    .describe('Answers to the questions that find_access tells, by their ids'),
});

interface Preparing extends ToolCall<z.output<typeof input>> {
  readonly ports: DraftPorts;
}

type Prepared<Value> = Promise<Result<Value, readonly DraftMistake[]>>;

/** Prepares what its person sends, or does not. */
export function prepare(ports: DraftPorts): Tool {
  const about = {
    name: 'prepare',
    title: 'Prepare a request, more time, or giving access back',
    description:
      'Prepares a request for access, for more time with access that they have, or giving it back, as a draft in the direct messages of the person you act for. Nothing is asked for, and nothing is given back, until they press Send there: give them the link. Names what is wrong with it.',
    isWriting: true,
    input,
  };
  return toolOf(ports, about, async (toolCall) => {
    const preparing = { ports, ...toolCall };
    const isNew = toolCall.input.kind === 'request';
    const content = await (isNew ? newRequest(preparing) : aboutOwnAccess(preparing));
    return content.ok ? answerOfKept(ports, toolCall, content.value) : content;
  });
}

async function newRequest(preparing: Preparing): Prepared<DraftContent> {
  const { ports, reader, caller, input: wish } = preparing;
  const catalogue = await offerFor(ports, caller.person.userId, wish.emergency);
  const app = appNamed(reader.texts, catalogue, wish.app);
  if (!app.ok) return app;
  const entitlement = entitlementNamed(reader.texts, catalogue, app.value.id, wish.access);
  if (!entitlement.ok) return entitlement;
  const account = await accountOf(preparing, app.value);
  if (!account.ok) return account;
  const fieldIds = new Set(fieldsFor(app.value.fields, [entitlement.value.id]).map(({ id }) => id));
  const strange = Object.keys(wish.answers).filter((id) => !fieldIds.has(id));
  const { noQuestion } = prepareWords(reader.texts);
  const access = { app: app.value, entitlement: entitlement.value, account: account.value };
  const answers = new Map(Object.entries(wish.answers));
  const more = { answers, emergency: wish.emergency, extendsRequestId: null };
  const form = await checkedForm(preparing, { ...access, ...more });
  const mistakes = strange.map((id) => plainMistake(`answers.${id}`, noQuestion));
  if (mistakes.length === 0) return form;
  return refuse(form.ok ? mistakes : [...mistakes, ...form.refusal]);
}

async function accountOf(
  { ports, reader, caller, input: { account } }: Preparing,
  app: RequestableApp,
): Prepared<AppAccount | null> {
  const about = { app, targetSlackId: null, extends: null };
  const accounts = (await accountChoice(ports, caller.person.userId, about, patience())) ?? [];
  if (accounts.length < 2) return ok(null);
  const [one, another] = accounts.filter(({ id, name }) => id === account || name === account);
  if (one !== undefined && another === undefined) return ok(one);
  const names = accounts.map(({ id, name }) => `${name} (${id})`).join('; ');
  return refuse([plainMistake('account', prepareWords(reader.texts).pickAccount({ names }))]);
}

/** What is not theirs, and what cannot be done about it, are the same to an agent. */
async function aboutOwnAccess(preparing: Preparing): Prepared<DraftContent> {
  const { ports, reader, caller, input: wish } = preparing;
  const { person } = caller;
  const { request: requestId } = wish;
  const what = wish.kind === 'give-back' ? 'give-back' : 'extend';
  const notPossible = refuse([plainMistake('request', prepareWords(reader.texts)[what])]);
  const row = await ports.store.transaction((tx) => tx.requests.standing(requestId));
  if (row === null || holderOf(row.request) !== person.userId) return notPossible;
  if (!whatHolderMay(ports, person.userId, row)[what]) return notPossible;
  const { appName, entitlementName, account } = row.request;
  if (what === 'give-back') return ok({ kind: what, requestId, appName, entitlementName });
  const extension = { by: person, requestId, how: what } as const;
  const prefill = (await prefillOfRequest(ports, reader.texts, extension))?.prefill ?? {};
  // As the person answered before.
  const { app = null, entitlements: [entitlement] = [], answers = new Map() } = prefill;
  if (app === null || entitlement === undefined) return notPossible;
  const access = { app, entitlement, account, answers };
  return checkedForm(preparing, { ...access, emergency: false, extendsRequestId: requestId });
}

interface FilledIn extends Pick<DraftedForm, 'account' | 'emergency' | 'extendsRequestId'> {
  readonly app: RequestableApp;
  readonly entitlement: CatalogueEntitlement;
  readonly answers: ReadonlyMap<string, string>;
}

/** Refused with what the form says of it, and where a message would not show all of it. */
async function checkedForm(
  { ports, reader, caller, input: wish }: Preparing,
  { app, entitlement, answers, ...filledIn }: FilledIn,
): Prepared<DraftedForm> {
  const form: DraftedForm = {
    kind: 'form',
    appId: app.id,
    appName: app.name,
    entitlementId: entitlement.id,
    entitlementName: entitlement.name,
    timeText: wish.duration,
    reason: wish.reason,
    ...filledIn,
    answers: fieldsFor(app.fields, [entitlement.id]).flatMap(({ id, label, type }) => {
      const text = answers.get(id) ?? '';
      const arePeople = type === 'person' || type === 'people';
      return isBlank(text) ? [] : [{ fieldId: id, question: label, text, arePeople }];
    }),
    language: reader.language,
    timeZone: reader.timeZone,
  };
  const draft = { ...caller, id: 'not kept' };
  const submission = submissionOf(form, { app, entitlement }, { draft, by: caller.person });
  const answer = await checkSubmission(ports, submission);
  const mistakes = [
    ...(answer.ok ? [] : mistakesOf(reader.texts, answer.refusal)),
    ...(isShownWhole(form) ? [] : [plainMistake('answers', prepareWords(reader.texts).tooLong)]),
  ];
  return mistakes.length === 0 ? ok(form) : refuse(mistakes);
}

/** Reason and answers as the draft has them: marks that it makes visible take room. */
function isShownWhole({ reason, answers }: DraftedForm): boolean {
  const lengths = answers.map(({ question, text, arePeople }) => {
    const mentions = arePeople ? text.split('\n').length * '<@>, '.length : 0;
    return sound(`${question}: ${text}`).length + mentions;
  });
  const all = [sound(reason).length, ...lengths];
  const length = all.reduce((sum, one) => sum + one, 0);
  const isAnyCut = all.some((one) => one > limits.sectionText);
  return !isAnyCut && length <= longestDraft && answers.length <= mostAnswers;
}

const prepareWords = textsOfExtra({
  noQuestion: ['The form has no such question.', 'Das Formular hat keine solche Frage.'],
  tooLong: [
    'Reason and answers are too long for a draft. The form in Slack takes more.',
    'Grund und Antworten sind zu lang für einen Entwurf. In das Formular in Slack passt mehr.',
  ],
  pickAccount: [
    'There are several accounts. Name the one that it is for: {names}',
    'Es gibt mehrere Konten. Nenne das, für das es ist: {names}',
  ],
  extend: [
    'There is no such access, or it cannot be extended. Look with my_access.',
    'Es gibt keinen solchen Zugriff, oder er lässt sich nicht verlängern. Sieh mit my_access nach.',
  ],
  'give-back': [
    'There is no such access, or it cannot be given back here. Look with my_access.',
    'Es gibt keinen solchen Zugriff, oder er lässt sich hier nicht zurückgeben. Sieh mit my_access nach.',
  ],
} as const);
