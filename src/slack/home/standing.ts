import type { KnownBlock } from '@slack/types';
import { isEndUnreadable } from '../../domain/access/grant.ts';
import { standings } from '../../domain/action/holder-action.ts';
import type { HomeRequest, HomeRequests } from '../../use-cases/ports/home-contents.ts';
import { overWords, standsWords } from '../card/standing-words.ts';
import { cannotTellWords, durationWords, endWords, titleWords } from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { cutMarked, mention, moment, name, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** A request and its state at that moment, in two lines. */
export function standingWords(
  texts: Texts,
  readerId: string,
  entry: HomeRequest,
  at: Date,
): string {
  const { home } = texts;
  const { request, standing, question, nudgedAt } = entry;
  const { account, extendsRequestId } = request;
  const parts = [
    standing === 'open' && extendsRequestId !== null ? home.moreTime : '',
    stateWords(texts, entry, at),
    question === null ? '' : home.asks({ who: mention(question.by.userId) }),
    nudgedAt === null ? '' : home.nudged({ when: moment(nudgedAt) }),
    peopleInvolvedWords(texts, readerId, entry),
    // Two requests for the same may differ by their accounts alone.
    account === null ? '' : home.account({ account: name(account.name, 100) }),
    entry.isUndelivered ? home.undelivered : '',
    home.asked({ when: moment(request.createdAt) }),
  ];
  return `${titleWords(entry)}\n${parts.filter((one) => one !== '').join(' · ')}`;
}

function peopleInvolvedWords({ home }: Texts, readerId: string, { request }: HomeRequest): string {
  const { requester, targetSlackId } = request;
  if (requester.userId !== readerId) return home.bySomebody({ who: mention(requester.userId) });
  if (targetSlackId === null || targetSlackId === readerId) return '';
  return home.forSomebody({ who: mention(targetSlackId) });
}

function stateWords(texts: Texts, entry: HomeRequest, at: Date): string {
  const { request, grant, standing, isCorrected, beingEnded, consoleUrl } = entry;
  if (isCorrected && standing === 'ended') return texts.home.corrected;
  if (beingEnded === 'withdraw') return texts.home.beingWithdrawn;
  if (beingEnded === 'give-back') return texts.home.beingRemoved['given-back'];
  if (grant !== null) return grantWords(texts, entry, grant, at);
  const isUnread = standing === 'sent' && request.state !== 'withdrawn';
  return isUnread ? cannotTellWords(texts, consoleUrl) : standsWords(texts, entry);
}

/** The end, which stays true, and the time left at this moment; never more than there is. */
function grantWords(
  texts: Texts,
  { task, consoleUrl }: HomeRequest,
  grant: NonNullable<HomeRequest['grant']>,
  at: Date,
): string {
  const { endsAt } = grant;
  const over = overWords(texts, grant, at);
  if (over !== null) return over;
  if (isEndUnreadable(grant, task)) return cannotTellWords(texts, consoleUrl);
  const seconds = endsAt === null ? 0 : Math.floor((endsAt.getTime() - at.getTime()) / 1_000);
  const unit = [86_400, 3_600].find((one) => seconds >= 2 * one) ?? 60;
  // Right after a grant of 4 hours nobody wants to read that 3 are left.
  const nearly = unit === 60 ? 0 : unit / 12;
  const whole = seconds + nearly - ((seconds + nearly) % unit);
  if (endsAt === null || whole <= 0) return endWords(texts, endsAt);
  return texts.home.untilWithLeft({ when: moment(endsAt), left: durationWords(texts, whole) });
}

/** The answer to `status` (what is under way) or `list` (everything), which only the asker sees. */
export function standingMessage(
  texts: Texts,
  readerId: string,
  { at, shown, left }: HomeRequests,
  which: 'status' | 'list',
): RenderedMessage {
  const nothing = which === 'list' ? texts.home.nothingYet : texts.home.nothingOpen;
  const lines =
    shown.length === 0
      ? [nothing]
      : shown.map((entry) => standingWords(texts, readerId, entry, at));
  const more = standings.reduce((sum, standing) => sum + left[standing], 0);
  return {
    text: cutMarked(lines.join('\n'), limits.sectionText),
    blocks: fitting(texts, lines, more),
  };
}

/** As many lines as a message takes, and how many more there are. */
function fitting(texts: Texts, lines: readonly string[], more: number): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  const room = limits.blocksPayload - roomForTheRest;
  let used = 0;
  for (const words of lines) {
    const block = section(words);
    used += JSON.stringify(block).length + 1;
    if (used > room || blocks.length === limits.messageBlocks - 1) break;
    blocks.push(block);
  }
  const count = lines.length - blocks.length + more;
  if (count > 0) blocks.push(section(texts.lists.moreLeftOut({ count })));
  return blocks;
}

/** Characters that the last line, which counts what is left out, and the list's own signs take. */
const roomForTheRest = 200;

/** What somebody can type, in a sentence. */
export type HelpLine = (texts: Texts) => string;

/** The answer to `help`. @param more what extras add */
export function helpMessage(texts: Texts, more: readonly HelpLine[]): RenderedMessage {
  const { questions, ...ways } = texts.help;
  const ofExtras = more.map((line) => line(texts));
  const words = [...Object.values(ways), ...ofExtras, questions].join('\n');
  return { text: words, blocks: [section(words)] };
}
