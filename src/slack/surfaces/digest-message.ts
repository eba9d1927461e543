import type { DigestModel } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import type { IsConfidential } from './confidential-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { cutMarked, mention, moment, name, section } from './text.ts';
import { waitingLine } from './waiting-words.ts';

/** What ends is listed up to here, then counted. */
const listedEnds = 15;

/** The day's message: how much is open, what waits longest, what ends today. */
export function digestMessage(
  texts: Texts,
  { open, longest, ending }: DigestModel,
  isConfidential: IsConfidential = () => false,
): RenderedMessage {
  const { digest } = texts.notices;
  const parts: string[] = [];
  if (open > 0) {
    const lines = longest.map((one) => waitingLine(texts, { ...one, isHidden: isConfidential(one.request.appId) }));
    parts.push([`*${digest.open({ count: open })}*, ${digest.longest}`, ...lines].join('\n'));
  }
  if (ending.length > 0) {
    const lines = ending.slice(0, listedEnds).map(({ request, endsAt }) => {
      if (isConfidential(request.appId)) return `• 🔒 ${name(request.appName, 80)} · ${moment(texts, endsAt)}`;
      const what = `*${name(`${request.appName} · ${request.entitlementName}`, 150)}*`;
      const { targetSlackId, requester } = request;
      const who = targetSlackId === null ? name(requester.userName, 80) : mention(targetSlackId);
      return `• ${what} · ${who} · ${moment(texts, endsAt)}`;
    });
    const count = ending.length - lines.length;
    const more = count > 0 ? [texts.lists.moreLeftOut({ count })] : [];
    parts.push([`*${digest.ending}*`, ...lines, ...more].join('\n'));
  }
  return { text: cutMarked(parts.join('\n'), limits.sectionText), blocks: parts.map((part) => section(part)) };
}
