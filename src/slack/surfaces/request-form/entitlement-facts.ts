import type { KnownBlock } from '@slack/types';
import type { EntitlementHelp, OpenRequest } from '../../../use-cases/entitlement-help.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { consoleParts } from '../console-words.ts';
import { durationWords } from '../duration-words.ts';
import { riskName } from '../risk-name.ts';
import { taskNumber } from '../task-words.ts';
import { cut, listed, marked, moment, name, plain } from '../text.ts';
import type { PickedEntitlement } from './request-form.ts';

const namedOwners = 3;

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

function limitFacts(texts: Texts, { entitlement }: PickedEntitlement): string[] {
  const words = texts.requestForm;
  const facts: string[] = [];
  if (entitlement.riskLevel !== '') facts.push(words.risk({ risk: riskName(entitlement.riskLevel) }));
  const { longestSeconds } = entitlement;
  if (longestSeconds !== null) facts.push(words.longest({ duration: durationWords(texts, longestSeconds) }));
  else if (entitlement.mayBePermanent) facts.push(words.untilRevokedPossible);
  return facts;
}

function peopleFacts(texts: Texts, help: EntitlementHelp | null): string[] {
  if (help === null) return [];
  const words = texts.requestForm;
  const facts: string[] = [];
  if (help.owners.length > 0) facts.push(words.owners({ people: people(texts, help.owners, 'and') }));
  const { lastAsked } = help;
  facts.push(lastAsked.length > 0 ? words.askedLast({ people: people(texts, lastAsked, 'and') }) : words.askedUnknown);
  return facts;
}

function people(texts: Texts, names: readonly string[], last: 'and' | 'or'): string {
  const shown = names.slice(0, namedOwners).map((one) => name(one, 80));
  const more = names.length - shown.length;
  return more > 0
    ? `${shown.join(', ')} ${texts.lists[last]} ${texts.lists.more({ count: more })}`
    : listed(texts, shown, last);
}

/** Already asked for, or already there. */
function standingWords(texts: Texts, { help, isForOther }: PickedEntitlement): string[] {
  if (help === null) return [];
  const words = texts.requestForm;
  const lines: string[] = [];
  if (help.held !== null) {
    const { until } = help.held;
    if (isForOther) lines.push(words.heldByTarget);
    else lines.push(until === null ? words.held : words.heldUntil({ moment: moment(texts, until) }));
  }
  if (help.open !== null) lines.push(openWords(texts, help.open));
  if (help.openElsewhere !== null) {
    const { task, consoleUrl } = help.openElsewhere;
    lines.push(words.openElsewhere(consoleParts(texts, task, consoleUrl)));
  }
  return lines;
}

/** Advises against asking again only where it is known that the first one is under way. */
function openWords(texts: Texts, { request, task, standing, consoleUrl }: OpenRequest): string {
  const words = texts.requestForm;
  if (task === null) return request.state === 'uncertain' ? words.openUncertain : words.openAlreadyUnnumbered;
  if (standing === 'sent') {
    const when = moment(texts, request.createdAt);
    return words.sentAlready({ when, ...consoleParts(texts, task, consoleUrl) });
  }
  const number = taskNumber(task);
  return number === '' ? words.openAlreadyUnnumbered : words.openAlready({ number: name(number) });
}
