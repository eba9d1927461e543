import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { type Check, check, Finding } from '../check.ts';
import { readNotificationSettings } from '../doctor-reads.ts';

interface OwnChatDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: Pick<GovernanceClient, 'call'>;
}

/**
 * Whether the service's own chat app posts requests as well; nothing where the tenant does not tell
 * and only the bot's own requests are shown.
 */
export async function ownChatChecks({ client, apps }: OwnChatDeps): Promise<readonly Check[]> {
  const what = 'the service’s own chat app';
  const asking = client.call(readNotificationSettings, { path: {} });
  const answer = await unlessFailing(asking, () => null);
  const appNames = apps.filter(({ tasks }) => tasks === 'all').map(({ name }) => name);
  const isTold = answer?.ok === true && answer.value !== null;
  if (!isTold && appNames.length === 0) return [];
  const look = async (): Promise<string> => {
    if (!isTold)
      throw new Finding(
        'warning',
        `not checked: the bot may not read the tenant’s notification settings. If that app posts requests too, people hear twice of everything in ${appNames.join(', ')}: switch one of the two off.`,
      );
    const { slack, teams } = answer.value;
    const posting = [...(slack ? ['Slack'] : []), ...(teams ? ['Teams'] : [])];
    if (posting.length === 0) return 'posts no requests';
    throw new Finding(
      'warning',
      `posts to ${posting.join(' and ')}, so people hear twice of requests. Switch its messages about requests and approvals off, or this bot’s.`,
    );
  };
  return [await check(what, look, 'Look at the governance service above.')];
}
