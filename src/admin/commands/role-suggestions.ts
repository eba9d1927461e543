import { ok } from '../../domain/result.ts';
import type { AdminRow } from '../../use-cases/admin-desk.ts';
import type { RoleSuggestionRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { choice, enumWords, fieldsOf, moment, percent, text, texts } from '../fields.ts';
import { listPage, titleOf } from '../pages.ts';

const prefix = 'SUGGESTION_STATE';

export const roleSuggestions: AdminCommand = {
  name: 'role-suggestions',
  endpoints: [15],
  about: 'roles that the service’s analysis suggests, with the entitlements they would hold',
  args: [],
  flags: [{ name: 'state', value: 'state', about: 'only those in this state, for example open' }],
  effect: 'read',
  isList: true,
  async run(given, administration, page) {
    const answer = await administration.listRoleSuggestions(page);
    if (!answer.ok) return answer;
    const state = given.value('state');
    if (state === null) {
      const about = { title: 'Role suggestions', empty: 'There are no role suggestions.' };
      return ok(listPage(about, answer.value, rowOf));
    }
    const { list, nextPageToken } = answer.value;
    const kept = list.filter((one) => isIn(one.suggestionState, state));
    const about = {
      title: `Role suggestions in state ${state}`,
      empty: 'No role suggestion is in this state.',
      // The interface does not show how its own filter is called, so each page is filtered here.
      notes:
        kept.length < list.length ? [`${list.length - kept.length} in other states on this page are left out.`] : [],
    };
    return ok(listPage(about, { list: kept, nextPageToken }, rowOf));
  },
};

function isIn(value: string, state: string): boolean {
  const wanted = state
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return value.toLowerCase() === wanted || enumWords(prefix, value).replaceAll(' ', '_').toLowerCase() === wanted;
}

function rowOf(one: RoleSuggestionRecord): AdminRow {
  return {
    title: titleOf(one.suggestedName, one.id),
    marks: [],
    fields: fieldsOf([
      text('Id', one.id),
      choice('State', prefix, one.suggestionState),
      text('Description', one.description),
      text('For', cohortWords(one)),
      percent('Coverage', one.avgCoverage),
      percent('Confidence', one.confidence),
      texts('Entitlements', one.entitlements.map(entitlementWords)),
      texts('Insights', one.insights),
      texts('Like', one.existingProfileMatches.map(matchWords)),
      moment('Made', one.lastGeneratedAt),
    ]),
  };
}

function cohortWords(one: RoleSuggestionRecord): string {
  const filters = one.cohortFilters.map((filter) => `${filter.attribute} ${filter.values.join(' or ')}`).join(', ');
  return `${one.cohortSize} people${filters === '' ? '' : ` (${filters})`}, of whom ${one.usersWithAll} hold all`;
}

function entitlementWords(one: RoleSuggestionRecord['entitlements'][number]): string {
  const name = titleOf(one.entitlementDisplayName, one.entitlementId);
  return `${one.appDisplayName === '' ? '' : `${one.appDisplayName} · `}${name} (${Math.round(one.coverage * 100)} %)`;
}

function matchWords(match: RoleSuggestionRecord['existingProfileMatches'][number]): string {
  const kind = enumWords('ACCESS_PROFILE_MATCH_TYPE', match.matchType);
  const missing = match.missingEntitlements.length;
  return `${titleOf(match.catalogDisplayName, match.catalogId)} (${kind === '' ? '' : `${kind}, `}${Math.round(
    match.overlapRatio * 100,
  )} % the same${missing === 0 ? '' : `, ${missing} missing`})`;
}
