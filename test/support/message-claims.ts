/** What the messages of a use-case test claim in Slack, and what of it is not so. */

import { messageReader } from '../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../src/domain/message/notice.ts';
import { isOpen } from '../../src/domain/task/task-snapshot.ts';
import { noticeMessage, publicMessage } from '../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../src/slack/texts.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

const languages = [textsFor('en', ['U0HANA']), textsFor('de', ['U0HANA'])] as const;
/** Ids of the requests whose messages are looked at: the one before, and the one that things happen to. */
const requestIds = ['request-0', 'request-1'] as const;
const taskOf = (requestId: string) => requestId.replace('request', 'task');

/** A message as it stands in Slack. */
interface Standing {
  readonly requestId: string;
  readonly noticeId: string;
  readonly to: string;
  readonly kind: NoticeBody['kind'];
  /** In each language. */
  readonly texts: readonly string[];
}

/** What stands in Slack now, without what was deleted. */
export function standing(desk: UseCaseDesk): readonly Standing[] {
  const { notices, noticesUpdated } = desk.chat;
  const messages = new Map<string, Standing>();
  for (const { to, context } of [...notices, ...noticesUpdated]) {
    const { noticeId, request, body } = context;
    if (desk.chat.isDeleted(noticeId)) continue;
    const isPersonal = to.startsWith('U') && body.kind !== 'overdue';
    const texts = languages.map((one) =>
      isPersonal
        ? noticeMessage(one, context, messageReader(request, to)).text
        : publicMessage(one, context, () => false).text,
    );
    messages.set(noticeId, { requestId: request.id, noticeId, to, kind: body.kind, texts });
  }
  return [...messages.values()];
}

/**
 * Each person hears once that the access is gone, whether its end or its removal is read first. An
 * edit of what they heard before notifies nobody.
 */
function saidTwice(messages: readonly Standing[]): readonly string[] {
  const losses = messages.filter(
    ({ to, kind: of }) => /^U0\w+$/.test(to) && of === 'access-removed',
  );
  const people = losses.map(({ to, requestId }) => `${to} ${requestId}`);
  return losses.flatMap(({ texts }, at) => (people.indexOf(people[at] ?? '') === at ? [] : texts));
}

/** How one request stands, by the store. */
async function stateOf(desk: UseCaseDesk, requestId: string) {
  return desk.store.transaction(async (tx) => {
    const taskId = taskOf(requestId);
    const request = await tx.requests.find(requestId);
    const task = (await tx.tasks.find(taskId))?.snapshot ?? null;
    const grant = await tx.grants.find(requestId);
    const decisions = (await tx.actions.decisionsOn(taskId)).filter((one) => one.state === 'done');
    const removed = (await tx.tasks.find('task-9'))?.snapshot.outcome === 'revoked';
    const extension = (await tx.tasks.find('task-1'))?.snapshot ?? null;
    const extended = await tx.requests.find('request-1');
    const isOver = grant !== null && grant.endsAt !== null && grant.endsAt <= tx.at;
    return { request, task, grant, isOver, decisions, removed, extension, extended };
  });
}
type State = Awaited<ReturnType<typeof stateOf>>;

/** What each kind of sentence claims, in English and in German, and whether that is so. */
function claims(state: State): readonly (readonly [RegExp, boolean])[] {
  const { request, task, grant, isOver, decisions, removed, extension, extended } = state;
  const did = (verb: string) => decisions.some((one) => one.verb === verb);
  const outcome = task === null || isOpen(task) ? null : task.outcome;
  const isUnsent = request?.state === 'submitted' || request?.state === 'sending';
  const isWaiting = task !== null && isOpen(task);
  const isLeftOpen = isWaiting && request?.state === 'withdrawn';
  const isHeld = grant !== null && grant.endedAt === null;
  const isEnded = (end: string) => grant?.endedBy === end;
  const isMoreTimeOpen = extension !== null && isOpen(extension) && extended?.state !== 'withdrawn';
  return [
    [/is not answering|refuses me|antwortet nicht|weist mich ab/, isUnsent],
    [/obody has decided (?!yet)|your decision|with the reviewers|more step to go/, isWaiting],
    [/noch niemand entschieden|deine Entscheidung|zur Prüfung vor|Schritt fehlt noch/, isWaiting],
    [/will decide|Darüber entscheidet/, isWaiting],
    [/being set up|right now|the next one waits/, isWaiting],
    [/wird eingerichtet|gerade entschieden|der nächste wartet/, isWaiting],
    [
      /approved this|approved your|das um .* genehmigt|hat deine Anfrage.* genehmigt/,
      did('approve'),
    ],
    [/denied this|<@U0\w+> denied|das um .* abgelehnt|<@U0\w+> hat .* abgelehnt/, did('deny')],
    [/ was granted|: Granted|wurde .* gewährt|: Gewährt/, outcome === 'granted'],
    [
      / was denied\.|: Denied|wurde abgelehnt\.|: Abgelehnt/,
      outcome === 'denied' || isMissed(state),
    ],
    [/Ran out of time|Zeit abgelaufen/, outcome === 'wait-timed-out'],
    [
      /Cancelled|Abgebrochen|: Withdrawn\.|: Zurückgezogen\./,
      outcome === 'cancelled' || (task === null && request?.state === 'withdrawn'),
    ],
    [/You have |Du hast \*| has \*| hat \*.*\* (bis|für)/, isHeld],
    [/has not closed it|still open in|nicht geschlossen|noch offen/, isLeftOpen],
    [
      /(?<!before you )withdrew|ist .*zurückgezogen|hast .*zurückgezogen/,
      request?.state === 'withdrawn',
    ],
    [/being taken away by|wird gerade von .* entzogen/, isHeld && grant.revocationPending !== null],
    [/was given back|wurde zurückgegeben/, isEnded('given-back')],
    [/was taken away|wurde entzogen/, removed || isEnded('taken-away')],
    [/removal was approved by <@U0ANA>|as well: Harbour crew/, removed],
    [/Entzug wurde genehmigt von <@U0ANA>|Ebenfalls entzogen: Harbour crew/, removed],
    [/access to \*[^*]*\* ends |Zugriff auf \*[^*]*\* endet /, isHeld],
    [/(?<!have) ended <|endete </, isEnded('expired')],
    [/should have ended|sollte .* enden/, isEnded('unconfirmed') || (isHeld && isOver)],
    [
      /goes on with a later|geht mit einer späteren/,
      grant !== null && grant.endedAt !== null && grant.endedBy === null,
    ],
    [
      /(more time|for it).* is open\. Nobody has decided|angefragt.*, noch ohne Entscheidung/,
      isMoreTimeOpen,
    ],
    [/: $/, false],
  ];
}

/** Taking the access away was denied: it stays. */
function isMissed({ grant }: State): boolean {
  return grant !== null && grant.endedAt === null;
}

/** Who is said to decide, and does not. */
function wronglyNamed(to: string, text: string, { task }: State): boolean {
  const reviewers = (task?.stepApprovers ?? []).map(({ id }) => id);
  const isReader = reviewers.includes(to.replace('U0', 'user-').toLowerCase());
  if (/for your decision|auf deine Entscheidung/.test(text) && !isReader) return true;
  // Only what stands in this sentence, not in the one before.
  const [, sentence = ''] = /([^.]*) will decide/.exec(text) ?? [];
  const [, german = ''] = /Darüber entscheidet ([^.]*)\./.exec(text) ?? [];
  const named = { 'user-ana': /U0ANA|Ana\b/, 'user-cho': /U0CHO|Cho\b/, 'user-dee': /U0DEE|Dee\b/ };
  return Object.entries(named).some(
    ([id, name]) => name.test(`${sentence} ${german}`) && !reviewers.includes(id),
  );
}

/** When the access is said to end, and does not. */
function wrongEnd(text: string, { grant }: State): boolean {
  const said =
    /(?:You have|Du hast|Your access[^.]* ends|Dein Zugriff[^.]* endet (?=<))[^.]*?<!date\^(\d+)/.exec(
      text,
    );
  return said !== null && Number(said[1]) * 1_000 !== grant?.endsAt?.getTime();
}

export async function untrue(desk: UseCaseDesk): Promise<readonly string[]> {
  const messages = standing(desk);
  const wrong: string[] = [];
  for (const requestId of requestIds) {
    const state = await stateOf(desk, requestId);
    for (const { to, texts } of messages.filter((one) => one.requestId === requestId))
      for (const text of texts) {
        const claim = claims(state).find(([said, isSo]) => said.test(text) && !isSo);
        if (claim !== undefined) wrong.push(`${to}: ${text} [${claim[0].source}]`);
        if (wronglyNamed(to, text, state)) wrong.push(`${to}: ${text} [who decides]`);
        if (wrongEnd(text, state)) wrong.push(`${to}: ${text} [when it ends]`);
      }
  }
  return [...wrong, ...saidTwice(messages)];
}
