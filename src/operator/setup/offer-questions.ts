import { readAccessFile } from '../../config/access-file.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { AccessSettings, ResourceSettings } from '../../domain/settings/access-settings.ts';
import { type AppOffer, discoveryOperations } from '../../domain/settings/app-offer.ts';
import { check } from '../doctor/check.ts';
import { appLook } from '../doctor/checks/governance-checks.ts';
import { askChannel } from './channel-questions.ts';
import type { AccessAnswers, AppAnswer } from './files/access-yaml.ts';
import { askOperations } from './operation-questions.ts';
import { type Choice, type Prompts, untilRight } from './prompts.ts';
import { type ChannelFacts, findPeople, type SlackFindings } from './slack-questions.ts';
import type { TenantAppFacts, TenantFindings } from './tenant-questions.ts';

/** What flags say in the place of answers. */
export interface OfferFlags {
  readonly apps: readonly { readonly id: string; readonly channel: string | null }[];
  readonly resources: readonly (ResourceSettings & { readonly appId: string })[];
  readonly isOfferingAll: boolean;
  readonly channel: string | null;
  readonly emergencyChannel: string | null;
  readonly allowed: readonly string[];
  readonly admins: readonly string[];
  readonly taskUrl: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
}

export interface OfferDeps {
  readonly prompts: Prompts;
  readonly flags: OfferFlags;
  /** What `access.yaml` says already; null without one. */
  readonly existing: AccessSettings | null;
  readonly tenant: TenantFindings;
  readonly slack: SlackFindings;
  readonly channels: readonly ChannelFacts[];
  readonly baseUrl: string;
}

/** Everything that `access.yaml` gets. */
export async function askAccess(deps: OfferDeps): Promise<AccessAnswers> {
  const { prompts, flags, existing, channels } = deps;
  const ofOperations = await askOperations(deps);
  const offer = await askOffer(deps);
  const apps = await askApps(deps, offer);
  const emergencyChannel = await askChannel(deps, {
    message: 'Where are emergencies told as well?',
    none: 'nowhere else',
    initial: flags.emergencyChannel ?? existing?.emergency.channel ?? null,
    channels,
  });
  const admins = await askAdmins(deps);
  const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const taskUrl = await askSetting(prompts, {
    message: 'Link to a request in the service’s console ({numericId} or {id}); empty for none?',
    initial:
      flags.taskUrl ?? (existing === null ? usualTaskUrl(deps) : existing.governance.taskUrl),
    settingOf: (text) => ({ governance: { taskUrl: text === '' ? null : text } }),
  });
  return {
    ...ofOperations,
    offer,
    apps,
    emergencyChannel,
    admins: admins.map(({ id }) => id),
    adminNames: admins.map(({ name }) => name),
    taskUrl: taskUrl === '' ? null : taskUrl,
    timeZone: await askSetting(prompts, {
      message: 'Time zone of the report and of escalation?',
      initial: flags.timeZone ?? existing?.timeZone ?? zoneHere,
      settingOf: (timeZone) => ({ timeZone }),
    }),
    language: await askLanguage(deps),
  };
}

const usualTaskUrl = ({ baseUrl }: OfferDeps) => `${baseUrl}/task/{numericId}`;

/** A text that `access.yaml` takes as a setting. */
function askSetting(
  prompts: Prompts,
  {
    message,
    initial,
    settingOf,
  }: {
    readonly message: string;
    readonly initial: string | null;
    readonly settingOf: (text: string) => object;
  },
): Promise<string> {
  return untilRight(prompts, {
    initial: initial ?? '',
    ask: (text) => prompts.text(message, text),
    async check(typed) {
      const text = typed.trim();
      const fileText = JSON.stringify({ apps: [{ id: 'app' }], ...settingOf(text) });
      const reading = readAccessFile(fileText, 'access.yaml', () => '');
      return reading.ok ? ok(text) : refuse(reading.refusal[0]?.message ?? 'That is wrong.');
    },
  });
}

const languageNames = { en: 'English', de: 'Deutsch' } as const;

async function askLanguage({ prompts, flags, existing }: OfferDeps): Promise<'en' | 'de'> {
  return untilRight(prompts, {
    initial: flags.language ?? existing?.language ?? 'en',
    ask: (initial) =>
      prompts.choose(
        'Language in channels?',
        Object.entries(languageNames).map(([value, label]) => ({ value, label })),
        initial,
      ),
    check: async (typed) =>
      typed === 'en' || typed === 'de'
        ? ok(typed)
        : refuse(`There is no language ${typed}: choose en or de.`),
  });
}

async function askOffer({ prompts, flags, existing, tenant }: OfferDeps): Promise<AppOffer> {
  const canOfferAll = discoveryOperations.every((one) => tenant.seen.answering.includes(one));
  if (!canOfferAll) {
    if (flags.isOfferingAll)
      await prompts.wrong(
        `All apps need ${discoveryOperations.join(' and ')}, which do not answer.`,
      );
    return 'listed';
  }
  const usual = flags.apps.length > 0 ? 'listed' : (existing?.offer ?? 'listed');
  const answer = await prompts.choose(
    'Which apps does the bot offer?',
    [
      { value: 'listed', label: 'Those that I choose' },
      { value: 'all', label: 'All of the tenant, and those that come later' },
    ],
    flags.isOfferingAll ? 'all' : usual,
  );
  return answer === 'all' ? 'all' : 'listed';
}

const wordsIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((one) => one);

async function askApps(deps: OfferDeps, offer: AppOffer): Promise<readonly AppAnswer[]> {
  const { prompts, flags, existing, tenant } = deps;
  const initial = (flags.apps.length > 0 ? flags.apps : (existing?.apps ?? [])).map(({ id }) => id);
  const isListed = tenant.apps.length > 0;
  const byId = new Map(tenant.apps.map((app) => [app.id, app]));
  const message =
    offer === 'all' ? 'Which of them have cards in a channel?' : 'Which apps can people ask for?';
  const ids = await untilRight<readonly string[], readonly string[]>(prompts, {
    initial,
    ask: async (those) =>
      isListed
        ? prompts.chooseSome(message, tenant.apps.map(appChoice), those)
        : wordsIn(await prompts.text(`${message} Ids, with commas between:`, those.join(', '))),
    async check(those) {
      if (those.length === 0 && offer === 'listed')
        return refuse('No app is chosen: choose at least one (--app ID).');
      const unknown = those.filter((id) => isListed && !byId.has(id));
      return unknown.length === 0
        ? ok(those)
        : refuse(`The tenant has no app ${unknown.join(', ')} (--app ID).`);
    },
  });
  const chosen = ids.map((id) => byId.get(id) ?? { id, name: id, owners: [] });
  const places = await askChannels(deps, { apps: chosen, offer });
  const apps: AppAnswer[] = [];
  for (const app of chosen)
    apps.push({
      ...app,
      name: existing?.apps.find(({ id }) => id === app.id)?.name ?? app.name,
      channel: places.get(app.id) ?? null,
      resources: await askResources(deps, app),
    });
  return apps;
}

const appChoice = ({ id, name, owners }: TenantAppFacts): Choice => ({
  value: id,
  label: name === id ? id : `${name} (${id})`,
  hint: owners.length === 0 ? undefined : `owners: ${owners.join(', ')}`,
});

/** One channel for all, and the exceptions. */
async function askChannels(
  deps: OfferDeps,
  { apps, offer }: { readonly apps: readonly TenantAppFacts[]; readonly offer: AppOffer },
): Promise<ReadonlyMap<string, string | null>> {
  const { prompts, flags, existing, channels } = deps;
  if (apps.length === 0) return new Map();
  const none =
    offer === 'all' ? 'none: direct messages to the reviewers' : 'none: where the request was made';
  const before = existing?.apps[0]?.channel ?? null;
  const usual = await askChannel(deps, {
    message: 'Which channel gets the cards that reviewers decide on?',
    none,
    initial: flags.channel ?? before,
    channels,
  });
  const ownOf = (appId: string): string | null => {
    const channelThere = existing?.apps.find(({ id }) => id === appId)?.channel ?? null;
    const ofFlag = flags.apps.find(({ id }) => id === appId)?.channel ?? null;
    return ofFlag ?? (channelThere === before ? null : channelThere);
  };
  const withOwn = apps.filter(({ id }) => ownOf(id) !== null).map(({ id }) => id);
  const others =
    apps.length === 1 && withOwn.length === 0
      ? []
      : await prompts.chooseSome(
          'Which of them have cards in another channel? None is fine.',
          apps.map(appChoice),
          withOwn,
        );
  const places = new Map<string, string | null>(apps.map(({ id }) => [id, usual]));
  for (const app of apps.filter(({ id }) => others.includes(id)))
    places.set(
      app.id,
      await askChannel(deps, {
        message: `Which channel gets the cards of ${app.name}?`,
        none,
        initial: ownOf(app.id) ?? usual,
        channels,
      }),
    );
  return places;
}

/** Where the tenant does not tell what an app has, the operator does. */
async function askResources(
  { prompts, flags, existing, tenant }: OfferDeps,
  { id, name }: TenantAppFacts,
): Promise<readonly ResourceSettings[]> {
  const flagged = flags.resources.filter(({ appId }) => appId === id);
  const there = existing?.apps.find((one) => one.id === id)?.resources ?? [];
  const initial = (flagged.length > 0 ? flagged : there).map(
    ({ resourceTypeId, resourceId }) => `${resourceTypeId}/${resourceId}`,
  );
  if (tenant.seen.answering.includes('entitlementSearch') && flagged.length === 0) return there;
  return untilRight(prompts, {
    initial: initial.join(', '),
    ask: (typed) =>
      prompts.text(`Resources of ${name} to ask for, as type/id with commas between:`, typed),
    async check(typed) {
      const resources = typed
        .split(',')
        .map((one) => /^\s*([^/]+)\/(.+?)\s*$/.exec(one))
        .map((match) => ({ resourceTypeId: match?.[1] ?? '', resourceId: match?.[2] ?? '' }));
      if (resources.some(({ resourceId }) => resourceId === ''))
        return refuse(`“${typed}” is no list like team/platform, repo/timetables (--resource).`);
      const finding = await check(appLook(tenant.governance, { id, name, resources, fields: [] }));
      return finding.state === 'ok' ? ok(resources) : refuse(`${finding.what} ${finding.says}`);
    },
  });
}

function askAdmins({ prompts, flags, existing, slack }: OfferDeps) {
  const initial = flags.admins.length > 0 ? flags.admins : (existing?.admins ?? []);
  return untilRight(prompts, {
    initial: initial.join(', '),
    ask: (typed) =>
      prompts.text('Who looks after the bot? Emails or member ids, with commas between:', typed),
    check: (typed) => findPeople(slack.client, typed),
  });
}
