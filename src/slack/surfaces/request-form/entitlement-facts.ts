import type { KnownBlock } from '@slack/types';
import { namedReviewers } from '../../../domain/authorization.ts';
import type { TaskSnapshot } from '../../../domain/task-snapshot.ts';
import type { EntitlementHelp, OpenRequest } from '../../../use-cases/entitlement-help.ts';
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
  const described = entitlement.description.trim();
  const title = isOne ? '' : `${entitlement.name}${described === '' ? '' : ': '}`;
  if (title !== '' || described !== '') {
    const text = plain(cut(`${title}${described}`, 500), 600);
    blocks.push({ type: 'context', block_id: `described.${index}`, elements: [text] });
  }
  const facts = [...limitFacts(texts, picked), ...peopleFacts(texts, picked.help)];
  if (facts.length > 0) {
    blocks.push({ type: 'context', block_id: `facts.${index}`, elements: [marked(facts.join(' · '))] });
  }
  for (const [line, words] of standingWords(texts, picked).entries()) {
    blocks.push({ type: 'section', block_id: `standing.${index}.${line}`, text: marked(words, limits.sectionText) });
  }
  return blocks;
}

function limitFacts(texts: Texts, { entitlement, help }: PickedEntitlement): string[] {
  const words = texts.requestForm;
  const facts: string[] = [];
  const risk = riskWords(texts, entitlement.riskLevel, help?.riskName ?? null);
  if (risk !== '') facts.push(risk);
  const { longestSeconds } = entitlement;
  if (longestSeconds !== null) facts.push(words.longest({ duration: durationWords(texts, longestSeconds) }));
  else if (entitlement.mayBePermanent) facts.push(words.untilRevokedPossible);
  return facts;
}

function peopleFacts(texts: Texts, help: EntitlementHelp | null): string[] {
  if (help === null) return [];
  const { owners, usualReviewers } = texts.requestForm;
  const facts: string[] = [];
  if (help.owners.length > 0) facts.push(owners({ people: countedNames(texts, help.owners, 'and') }));
  if (help.lastAsked.length > 0) facts.push(usualReviewers({ people: countedNames(texts, help.lastAsked, 'or') }));
  return facts;
}

/** Already there, or already asked for. */
function standingWords(texts: Texts, { help, isForOther }: PickedEntitlement): string[] {
  if (help === null) return [];
  const words = texts.requestForm;
  const lines: string[] = [];
  if (help.held !== null) {
    const { until } = help.held;
    if (isForOther) lines.push(words.heldByTarget);
    else lines.push(until === null ? words.held : words.heldUntil({ moment: moment(texts, until) }));
  }
  if (help.open !== null) lines.push(openWords(texts, help.open, isForOther));
  if (help.openElsewhere !== null) {
    const { task, consoleUrl } = help.openElsewhere;
    lines.push(askedWords(texts, task, { isByOther: isForOther, consoleUrl, isFollowed: false }));
  }
  return lines;
}

/** What was asked for already, and who decides on it. */
export function openWords(
  texts: Texts,
  { request, task, standing, consoleUrl }: OpenRequest,
  isForOther: boolean,
): string {
  if (task === null && request.state === 'uncertain') return texts.requestForm.openUncertain;
  // Of a request for oneself whoever asks for somebody else is another.
  const isByOther =
    isForOther || (request.targetSlackId !== null && request.targetSlackId !== request.requester.userId);
  return askedWords(texts, task, { isByOther, consoleUrl, isFollowed: standing === 'open' });
}

/** The same words as where the service refuses a duplicate; of what is not followed, where it is decided. */
function askedWords(
  texts: Texts,
  task: TaskSnapshot | null,
  how: { readonly isByOther: boolean; readonly consoleUrl: string | null; readonly isFollowed: boolean },
): string {
  const { isByOther, isFollowed, consoleUrl } = how;
  const reviewers = isFollowed && task !== null ? namedReviewers(task, null).map((one) => one.name) : [];
  const words = duplicateWords(texts, { numericId: task?.numericId ?? '', reviewers, isByOther });
  if (isFollowed) return words;
  return `${words} ${texts.requestForm.decisionIn({ console: consoleWords(texts, consoleUrl) })}`;
}
