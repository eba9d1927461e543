import type { KnownBlock } from '@slack/types';
import { namedReviewers } from '../../../domain/authorization.ts';
import type { OpenRequest } from '../../../use-cases/entitlement-help.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { durationWords } from '../duration-words.ts';
import { duplicateWords } from '../refusal-words.ts';
import { consoleWords, countedNames, riskWords } from '../task-words.ts';
import { cut, marked, moment, plain } from '../text.ts';
import type { PickedEntitlement } from './request-form.ts';

/** What an entitlement is, before somebody asks for it: description, risk, limits, people, and whether it is there already. */
export function entitlementFacts(texts: Texts, picked: PickedEntitlement, index: number, isOne: boolean): KnownBlock[] {
  const { entitlement } = picked;
  const blocks: KnownBlock[] = [];
  const described = [isOne ? '' : entitlement.name, entitlement.description.trim()].filter(Boolean).join(': ');
  if (described !== '') {
    blocks.push({ type: 'context', block_id: `described.${index}`, elements: [plain(cut(described, 500), 600)] });
  }
  const facts = factsOf(texts, picked);
  if (facts.length > 0) {
    blocks.push({ type: 'context', block_id: `facts.${index}`, elements: [marked(facts.join(' · '))] });
  }
  for (const [line, words] of standingWords(texts, picked).entries()) {
    blocks.push({ type: 'section', block_id: `standing.${index}.${line}`, text: marked(words, limits.sectionText) });
  }
  return blocks;
}

function factsOf(texts: Texts, { entitlement, help }: PickedEntitlement): string[] {
  const { longest, untilRevokedPossible, owners, usualReviewers } = texts.requestForm;
  const { longestSeconds, mayBePermanent, riskLevel } = entitlement;
  const unbounded = mayBePermanent ? untilRevokedPossible : '';
  return [
    riskWords(texts, riskLevel, help.riskName),
    longestSeconds === null ? unbounded : longest({ duration: durationWords(texts, longestSeconds) }),
    help.owners.length === 0 ? '' : owners({ people: countedNames(texts, help.owners, 'and') }),
    help.lastAsked.length === 0 ? '' : usualReviewers({ people: countedNames(texts, help.lastAsked, 'or') }),
  ].filter((one) => one !== '');
}

/** Already there, or already asked for. */
function standingWords(texts: Texts, { help: { held, open }, isForOther }: PickedEntitlement): string[] {
  const words = texts.requestForm;
  const lines: string[] = [];
  if (held !== null) {
    const own = held.until === null ? words.held : words.heldUntil({ moment: moment(texts, held.until) });
    lines.push(isForOther ? words.heldByTarget : own);
  }
  if (open !== null) lines.push(openWords(texts, open, isForOther));
  return lines;
}

/** What was asked for already, and who decides on it, in the words for a duplicate that the service refuses. */
export function openWords(
  texts: Texts,
  { request, task, standing, consoleUrl }: OpenRequest,
  isForOther: boolean,
): string {
  // Of a request for oneself whoever asks for somebody else is another.
  const isByOther =
    isForOther || (request.targetSlackId !== null && request.targetSlackId !== request.requester.userId);
  const reviewers = standing === 'open' && task !== null ? namedReviewers(task, null).map((one) => one.name) : [];
  const words = duplicateWords(texts, { numericId: task?.numericId ?? '', reviewers, isByOther });
  if (standing === 'open') return words;
  return `${words} ${texts.requestForm.decisionIn({ console: consoleWords(texts, consoleUrl) })}`;
}
