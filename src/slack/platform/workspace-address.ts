import type { Place } from '../../domain/message/place.ts';

/** What `auth.test` says of the workspace that the bot is installed in. */
interface ToldWorkspace {
  readonly url?: string | undefined;
  readonly is_enterprise_install?: boolean | undefined;
}

/** An organisation on Enterprise Grid has one of its own, beside those of its workspaces. */
const ofOrganisation = /\.enterprise\.(?:slack|slack-gov)\.com$/;

/**
 * The address of the workspace, as Slack told it last. By it the bot makes the links to its messages
 * itself (docs/spec/slack.md#accounts).
 */
export class WorkspaceAddress {
  #origin: string | null = null;

  heard({ url = '', is_enterprise_install: isOrganisations = false }: ToldWorkspace): void {
    const address = URL.parse(url);
    const isOwn =
      address !== null &&
      /^https?:$/.test(address.protocol) &&
      !isOrganisations &&
      !ofOrganisation.test(address.hostname);
    this.#origin = isOwn ? address.origin : null;
  }

  /**
   * The link to a message, as `chat.getPermalink` tells it; null where the address is not known.
   *
   * @param threadTs the message in whose thread it stands; null = right in the channel
   */
  linkTo({ channel, ts }: Place, threadTs: string | null): string | null {
    if (this.#origin === null) return null;
    const link = `${this.#origin}/archives/${channel}/p${ts.replace('.', '')}`;
    return threadTs === null ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`;
  }
}
