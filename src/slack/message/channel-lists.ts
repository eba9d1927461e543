import type {
  DigestModel,
  NoticeSubject,
  OverviewModel,
} from '../../use-cases/ports/chat-ports.ts';
import type { IsConfidential } from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { cutMarked, mention, moment, name, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { listLines, waitingLine } from './request-list-words.ts';

/** The day's message: how much is open, what waits longest, what ends today. */
export function digestMessage(
  texts: Texts,
  { open, longest, ending }: DigestModel,
  isConfidential: IsConfidential = () => false,
): RenderedMessage {
  const { digest } = texts.notices;
  const head = `*${digest.open({ count: open })}*, ${digest.longest}`;
  const parts = [
    open === 0
      ? ''
      : [head, ...listLines(texts, longest, (one) => publicLine(texts, one, isConfidential))].join(
          '\n',
        ),
    ending.length === 0
      ? ''
      : [
          `*${digest.ending}*`,
          ...listLines(texts, ending, (one) => endingLine(texts, one, isConfidential)),
        ].join('\n'),
  ].filter((part) => part !== '');
  return {
    text: cutMarked(parts.join('\n'), limits.sectionText),
    blocks: parts.map((part) => section(part)),
  };
}

function endingLine(
  texts: Texts,
  { request, endsAt }: DigestModel['ending'][number],
  isConfidential: IsConfidential,
): string {
  const { appId, appName, entitlementName, targetSlackId, requester } = request;
  const when = endsAt === null ? texts.times.untilRevoked : moment(endsAt);
  if (isConfidential(appId)) return `• 🔒 ${name(appName, 80)} · ${when}`;
  const who = targetSlackId === null ? name(requester.userName, 80) : mention(targetSlackId);
  return `• *${name(`${appName} · ${entitlementName}`, 150)}* · ${who} · ${when}`;
}

/**
 * In a channel whose cards take longer than a minute to post: how many wait, the first of them, and
 * where to decide meanwhile.
 */
export function overviewMessage(
  texts: Texts,
  { first, total, riskNames }: OverviewModel,
  isConfidential: IsConfidential,
): RenderedMessage {
  const head = texts.notices.overview({ count: total });
  const lines = first.map((one) => publicLine(texts, one, isConfidential, riskNames));
  const more =
    total > first.length ? [texts.lists.moreLeftOut({ count: total - first.length })] : [];
  const text = [head, ...lines, ...more].join('\n');
  return { text: head, blocks: [section(cutMarked(text, limits.sectionText))] };
}

/** A request that waits, hidden if its app is confidential. */
function publicLine(
  texts: Texts,
  one: NoticeSubject,
  isConfidential: IsConfidential,
  riskNames: OverviewModel['riskNames'] | null = null,
): string {
  return waitingLine(texts, { ...one, isHidden: isConfidential(one.request.appId) }, riskNames);
}
