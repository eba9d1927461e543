import { isUsualWebhook } from '../../../config/answerers-schema.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import {
  canActOnTasks,
  canSendActions,
  type TenantCapabilities,
  tenantOf,
} from '../../../service/capabilities.ts';
import type { Check } from '../check.ts';

type Settings = Pick<
  AccessSettings,
  'review' | 'governance' | 'identity' | 'directory' | 'admins' | 'apps' | 'webhook' | 'offer'
>;

/**
 * Checks of what people cannot do with these settings. They call neither Slack nor the service.
 *
 * @param tenant what it was found to have; where it is absent, only the settings are known
 */
export function settingsChecks(
  settings: Settings,
  receivesSteps: boolean,
  tenant: TenantCapabilities = tenantOf(settings.governance),
): readonly Check[] {
  return [
    deciding(settings, receivesSteps, tenant),
    findingPeople(settings, tenant),
    consoleLinks(settings),
    ...administrators(settings),
    ...unreceivedSteps(settings, receivesSteps),
  ];
}

/** Each administrator has a line of their own. */
function administrators({ admins }: Settings): readonly Check[] {
  if (admins.length > 0) return [];
  const says =
    'none: nobody may use /access-admin, and nobody is told when something needs an administrator. Name people in admins, like [U0ADMIN].';
  return [{ what: 'administrators', state: 'error', says }];
}

/** Settings of steps that the service hands over, where none can arrive. */
function unreceivedSteps({ apps, webhook }: Settings, receivesSteps: boolean): readonly Check[] {
  const places = [
    ...(isUsualWebhook(webhook) ? [] : ['webhook']),
    ...apps.filter((app) => app.webhook !== null).map(({ id }) => `webhook of ${id}`),
  ];
  if (receivesSteps || places.length === 0) return [];
  const says = `none can arrive, although access.yaml says who answers them (${places.join(', ')}). Set PUBLIC_URL and WEBHOOK_KEY, or leave that out.`;
  return [{ what: 'steps by webhook', state: 'error', says }];
}

/** How decisions are made with these settings, and which rights the credentials do not need. */
function deciding({ review }: Settings, receivesSteps: boolean, tenant: TenantCapabilities): Check {
  const what = 'deciding';
  const areActionsSent = canSendActions(tenant);
  const acts = review.mode === 'act' && canActOnTasks(tenant);
  const others = acts ? 'act' : 'link';
  const way = receivesSteps
    ? `webhook for steps that are handed over, ${others} for others`
    : others;
  if (areActionsSent && !canActOnTasks(tenant)) {
    const why = 'taskActions is not used, because the bot cannot read a task before it acts on it';
    const mend = 'Add taskRead or taskSearch to governance.operations, or take taskActions out.';
    return { what, state: 'warning', says: `${way}. ${why}. ${mend}` };
  }
  const unneeded = acts
    ? 'The credentials need the right to approve and deny'
    : 'The credentials need no right to approve or deny: take it from them';
  const rest =
    areActionsSent && !acts
      ? '; taskActions is used to withdraw, to comment and to escalate alone'
      : '';
  return { what, state: 'ok', says: `${way}. ${unneeded}${rest}` };
}

/** Somebody who cannot be found is refused when they ask. */
function findingPeople({ identity, directory }: Settings, tenant: TenantCapabilities): Check {
  const what = 'finding people';
  const isThere = (source: string) => source !== 'userSearch' || tenant.has('userSearch');
  const others = identity.sources.filter((source) => source !== 'owners' && isThere(source));
  const usable = others.filter((source) => source !== 'directory' || directory.size > 0);
  if (usable.length > 0)
    return { what, state: 'ok', says: identity.sources.filter(isThere).join(', then ') };
  return {
    what,
    state: 'warning',
    says: `only among the owners of the configured resources: the bot refuses everybody else who asks. Write a directory file and name it in identity.directory, or add userSearch to governance.operations if the tenant has it.`,
  };
}

function consoleLinks({ governance }: Settings): Check {
  const what = 'links to the console';
  const { taskUrl } = governance;
  if (taskUrl !== null) return { what, state: 'ok', says: taskUrl };
  return {
    what,
    state: 'warning',
    says: 'none: cards and messages cannot lead to a request. Set governance.taskUrl, like https://acme.example/task/{numericId}.',
  };
}
