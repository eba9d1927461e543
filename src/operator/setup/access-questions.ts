/** What a new `access.yaml` says: what only the operator knows is asked, the rest is usual. */
import { IANAZone } from 'luxon';
import { ok, refuse } from '../../domain/result.ts';
import {
  type AppOffer,
  discoveryOperations,
  type OptionalOperation,
  optionalOperations,
  type ResourceSettings,
} from '../../domain/settings/access-settings.ts';
import { check } from '../doctor/check.ts';
import { appLook } from '../doctor/checks/governance-checks.ts';
import type { SeenOperations } from '../doctor/checks/operation-checks.ts';
import type { AccessAnswers, AppAnswer } from './files/access-yaml.ts';
import { type Choice, type Prompts, untilRight } from './prompts.ts';
import {
  type ChannelFacts,
  findPeople,
  listChannels,
  type SlackFindings,
} from './slack-questions.ts';
import type { TenantAppFacts, TenantFindings } from './tenant-questions.ts';

interface AccessFileDeps {
  readonly prompts: Prompts;
  readonly tenant: TenantFindings;
  readonly slack: SlackFindings;
  readonly baseUrl: string;
}

/** Everything that `access.yaml` gets. */
export async function askAccess(deps: AccessFileDeps): Promise<AccessAnswers> {
  const { prompts, tenant, slack, baseUrl } = deps;
  const operations = await askOperations(prompts, tenant.seen);
  const offer = await askOffer(deps);
  const apps = await askApps(deps, offer);
  const admins = await untilRight(prompts, {
    initial: '',
    ask: (typed) =>
      prompts.text('Who looks after the bot? Emails or member ids, with commas between:', typed),
    check: async (typed) =>
      wordsIn(typed).length === 0
        ? refuse('Nobody is named: name at least one person.')
        : findPeople(slack.client, typed),
  });
  return {
    operations,
    offer,
    apps,
    admins,
    taskUrl: `${baseUrl}/task/{numericId}`,
    timeZone: usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
  };
}

/** UTC where the machine has none that people know: settings would refuse it. */
export function usableZone(zone: string | undefined): string {
  return zone !== undefined && IANAZone.isValidZone(zone) ? zone : 'UTC';
}

/** What gives power is never taken up without a word of the operator. */
const powers = [
  {
    operation: 'taskActions',
    message:
      'May reviewers decide with buttons in Slack (taskActions)? The credentials need the right to approve and deny.',
    needsOneOf: ['taskRead', 'taskSearch'],
  },
  {
    operation: 'taskRevoke',
    message: 'May people give access back in Slack (taskRevoke)?',
    needsOneOf: [],
  },
] as const;

/** What answers, and what the operator allows. */
export async function askOperations(
  prompts: Pick<Prompts, 'confirm'>,
  { answering, untried }: SeenOperations,
): Promise<readonly OptionalOperation[]> {
  const operations = new Set<OptionalOperation>(answering);
  for (const { operation, message, needsOneOf } of powers) {
    const isUsable = needsOneOf.length === 0 || needsOneOf.some((one) => operations.has(one));
    if (untried.includes(operation) && isUsable && (await prompts.confirm(message)))
      operations.add(operation);
  }
  return optionalOperations.filter((one) => operations.has(one));
}

async function askOffer({ prompts, tenant }: AccessFileDeps): Promise<AppOffer> {
  if (!discoveryOperations.every((one) => tenant.seen.answering.includes(one))) return 'listed';
  const answer = await prompts.choose(
    'Which apps does the bot offer?',
    [
      { value: 'listed', label: 'Those that I choose' },
      { value: 'all', label: 'All of the tenant, and those that come later' },
    ],
    'listed',
  );
  return answer === 'all' ? 'all' : 'listed';
}

async function askApps(deps: AccessFileDeps, offer: AppOffer): Promise<readonly AppAnswer[]> {
  const { prompts, tenant, slack } = deps;
  const isListed = tenant.apps.length > 0;
  const message =
    offer === 'all' ? 'Which of them have cards in a channel?' : 'Which apps can people ask for?';
  const ids = await untilRight<readonly string[], readonly string[]>(prompts, {
    initial: [],
    ask: async (those) =>
      isListed
        ? prompts.chooseSome(message, tenant.apps.map(appChoice), those)
        : wordsIn(await prompts.text(`${message} Ids, with commas between:`, those.join(', '))),
    check: async (those) =>
      those.length === 0 && offer === 'listed'
        ? refuse('No app is chosen: choose at least one.')
        : ok(those),
  });
  if (ids.length === 0) return [];
  const channel = await askChannel(prompts, {
    none:
      offer === 'all'
        ? 'none: direct messages to the reviewers'
        : 'none: where the request was made',
    channels: await listChannels(slack),
  });
  const byId = new Map(tenant.apps.map((app) => [app.id, app]));
  const apps: AppAnswer[] = [];
  for (const app of ids.map((id) => byId.get(id) ?? { id, name: id }))
    apps.push({ ...app, channel, resources: await askResources(deps, app) });
  return apps;
}

const wordsIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((one) => one);

const appChoice = ({ id, name }: TenantAppFacts): Choice => ({
  value: id,
  label: name === id ? id : `${name} (${id})`,
});

interface ChannelQuestion {
  /** What it means that none is chosen. */
  readonly none: string;
  /** Empty where the workspace does not list them. */
  readonly channels: readonly ChannelFacts[];
}

/** The id of the channel that gets the cards; null for none. */
function askChannel(prompts: Prompts, { none, channels }: ChannelQuestion): Promise<string | null> {
  const message = 'Which channel gets the cards that reviewers decide on?';
  const choices = [
    { value: '', label: none },
    ...channels.map((one) => ({ value: one.id, label: `#${one.name}`, hint: hintOf(one) })),
  ];
  return untilRight<string, string | null>(prompts, {
    initial: '',
    ask: (typed) =>
      channels.length === 0
        ? prompts.text(`${message} Its id, like C0REVIEWS; empty for none:`, typed)
        : prompts.choose(message, choices, typed),
    async check(typed) {
      const id = typed.trim();
      if (id === '') return ok(null);
      const channel = channels.find((one) => one.id === id);
      if (channel === undefined)
        return /^[CG][A-Z0-9]{2,}$/.test(id) ? ok(id) : refuse(`${id} is no id of a channel.`);
      if (channel.isShared)
        return refuse(
          `#${channel.name} is shared with another company, so no cards go there. Name another; channels.allowShared in access.yaml allows it later.`,
        );
      if (!channel.isMember)
        await prompts.say(`The bot is not in #${channel.name} yet: type /invite @access there.`);
      return ok(id);
    },
  });
}

const hintOf = ({ isShared, isMember }: ChannelFacts): string | undefined =>
  isShared ? 'shared with another company' : isMember ? undefined : 'the bot is not in it';

/** Where the tenant does not tell what an app has, the operator does. */
async function askResources(
  { prompts, tenant }: AccessFileDeps,
  { id, name }: TenantAppFacts,
): Promise<readonly ResourceSettings[]> {
  if (tenant.seen.answering.includes('entitlementSearch')) return [];
  return untilRight(prompts, {
    initial: '',
    ask: (typed) =>
      prompts.text(`Resources of ${name} to ask for, as type/id with commas between:`, typed),
    async check(typed) {
      const resources = typed
        .split(',')
        .map((one) => /^\s*([^/]+)\/(.+?)\s*$/.exec(one))
        .map((match) => ({ resourceTypeId: match?.[1] ?? '', resourceId: match?.[2] ?? '' }));
      if (resources.some(({ resourceId }) => resourceId === ''))
        return refuse(`“${typed}” is no list like team/platform, repo/timetables.`);
      const finding = await check(appLook(tenant.governance, { id, name, resources, fields: [] }));
      return finding.state === 'ok' ? ok(resources) : refuse(`${finding.what} ${finding.says}`);
    },
  });
}
