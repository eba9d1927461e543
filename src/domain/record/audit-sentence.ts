import { isUncertain, refusalCode } from '../refusals/refusals.ts';
import { durationPhrase } from '../text/sentence.ts';
import type { AuditLine } from './audit-filter.ts';
import { facts } from './facts.ts';

/** Names for the ids in audit entries. */
export interface AuditNames {
  /** By Slack id. */
  readonly people: ReadonlyMap<string, string>;
  /** Task numbers by the request's id. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Entries that only record the delivery of a message: most of a trail, and rarely looked for. */
export function isDelivery({ kind }: Pick<AuditLine, 'kind'>): boolean {
  return kind.endsWith('.delivered');
}

/** Kinds that are written without `record`. */
const otherEntries = {
  'take-away.done': '{who} took away the access of {request}',
  'database.restored': 'The database was set back to an earlier copy',
  'audit.begun': 'This trail was begun',
  'audit.pruned': 'Old entries of this trail were removed',
  'audit.erased': 'Texts beside entries of this trail were erased',
  'audit.chain-started': 'A chain of this trail was started with another key',
} as const;

const wordsOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(otherEntries),
  ...Object.entries(facts).map(([kind, { words }]) => [kind, words] as const),
]);

type Words = (entry: AuditLine, names: AuditNames) => string;

/** What stands in the places that are no field of the detail, or are said otherwise. */
const places: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['who', ({ actor, detail }, { people }) => nameOf(actor ?? textIn(detail, 'operator'), people)],
  ['request', (entry, names) => requestWords(entry, names) ?? 'a request'],
  ['asked', askedWords],
  ['access', ({ detail }) => accessWords(detail)],
  ['drafter', ({ detail }) => drafterWords(detail)],
  ['slackUserId', ({ detail }, { people }) => nameOf(textIn(detail, 'slackUserId') ?? '', people)],
  [
    'people',
    ({ detail }, { people }) =>
      pickedPeopleOf(detail)
        .map((id) => nameOf(id, people))
        .join(', '),
  ],
  ['duration', ({ detail }) => durationWords(detail) ?? ''],
  ['was', ({ detail }) => (isUncertain(refusalCode(detail)) ? 'may have been' : 'was not')],
]);

/**
 * An entry as a sentence without its time: “Ana approved #1018”. An unknown kind is shown by its
 * name.
 */
export function auditSentence(entry: AuditLine, names: AuditNames): string {
  const { kind, actor } = entry;
  const own = `${kind.replaceAll(/[.-]/g, ' ')}${requestWords(entry, names) === null ? '' : ', {request}'}`;
  const words = wordsOf.get(kind) ?? own;
  const valueIn = (place: string) =>
    places.get(place)?.(entry, names) ?? fieldWords(entry.detail, place);
  const sentence = words
    .replaceAll(/\[\[(.*?)\]\]/g, (_, inner: string) =>
      [...inner.matchAll(/\{(\w+)\}/g)].every(([, place = '']) => valueIn(place) !== '')
        ? inner
        : '',
    )
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => valueIn(place));
  const isNamed = actor === null || words.includes('{who}');
  return `${sentence}${isNamed ? '' : ` by ${nameOf(actor, names.people)}`}${whyWords(entry)}`;
}

function nameOf(id: string | null, people: AuditNames['people']): string {
  return id === null ? 'Somebody' : (people.get(id) ?? id);
}

/** "2026-03-02 16:00 UTC", "until revoked", or what somebody typed. */
function fieldWords(detail: AuditLine['detail'], name: string): string {
  const value = detail[name];
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${value.slice(0, 16).replace('T', ' ')} UTC`;
  return programWords.includes(name) ? value.replaceAll('-', ' ') : value;
}

/** Fields with words of the program. */
const programWords: readonly string[] = ['end', 'endsAt', 'outcome', 'verb'];

/** Slack ids of the people that were picked in a form. */
export function pickedPeopleOf({ people }: AuditLine['detail']): readonly string[] {
  return Array.isArray(people) ? people.filter((one) => typeof one === 'string') : [];
}

function requestWords({ requestId, taskId }: AuditLine, { numbers }: AuditNames): string | null {
  const number = requestId === null ? undefined : numbers.get(requestId);
  if (number !== undefined) return `#${number}`;
  if (requestId !== null) return `request ${requestId}`;
  return taskId === null ? null : `task ${taskId}`;
}

/** "GitHub · Platform: write for 4 hours, for Ana (#1018)"; old entries may say less. */
function askedWords(entry: AuditLine, names: AuditNames): string {
  const { detail } = entry;
  const access = accessWords(detail);
  const request = requestWords(entry, names);
  if (access === '') return request ?? 'something';
  const duration = durationWords(detail);
  const more = textIn(detail, 'extendsRequestId') === null ? '' : ' more';
  const period = duration === null ? '' : ` for ${duration}${more}`;
  const target = textIn(detail, 'targetSlackId');
  const drafter = drafterWords(detail);
  return [
    access,
    detail['durationSeconds'] === null ? ' until revoked' : period,
    target === null ? '' : `, for ${nameOf(target, names.people)}`,
    detail['emergency'] === true ? ', as an emergency' : '',
    drafter === '' ? '' : `, drafted by ${drafter}`,
    request === null ? '' : ` (${request})`,
  ].join('');
}

function accessWords(detail: AuditLine['detail']): string {
  return [textIn(detail, 'appName'), textIn(detail, 'entitlementName')].filter(Boolean).join(' · ');
}

function durationWords({ durationSeconds: seconds }: AuditLine['detail']): string | null {
  return typeof seconds === 'number' && Number.isFinite(seconds)
    ? durationPhrase('en-GB', seconds)
    : null;
}

/** Which agent drafted it; empty where the person wrote it. */
function drafterWords(detail: AuditLine['detail']): string {
  const drafter = Object(detail['draftedBy']);
  const kind = textIn(drafter, 'kind');
  if (kind === null) return '';
  return kind === 'slackbot' ? 'Slackbot' : `an agent named “${textIn(drafter, 'name') ?? ''}”`;
}

/** The reason that a person gave, or why something was refused. */
function whyWords({ detail }: AuditLine): string {
  const reason = textIn(detail, 'reason') ?? textIn(detail, 'justification');
  if (reason !== null && reason !== '') return `: “${reason}”`;
  const code = refusalCode(detail);
  return code === null ? '' : ` (${code.replaceAll('-', ' ')})`;
}

function textIn(detail: AuditLine['detail'], name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
}
