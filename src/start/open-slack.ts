import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@slack/bolt';
import { isConfidential } from '../domain/settings/access-settings.ts';
import type { SystemStatus } from '../operator/health/system-status.ts';
import { createChat, type SlackChat } from '../slack/chat.ts';
import { createDirectory, createOwnTeamId } from '../slack/people/directory.ts';
import { createLanguages, type Languages } from '../slack/people/languages.ts';
import { createAccounts } from '../slack/people/slack-accounts.ts';
import { createGroupHandles, type GroupHandles } from '../slack/people/user-groups.ts';
import { Pacer } from '../slack/platform/pacer.ts';
import { calling } from '../slack/platform/web-api-failure.ts';
import {
  backgroundClient,
  type WebClientSettings,
  WorkspaceAddress,
} from '../slack/platform/web-clients.ts';
import { slackLogger } from '../slack/receiving/bolt-app.ts';
import type { ChatDirectory } from '../use-cases/ports/chat-ports.ts';
import type { Context } from './app-context.ts';

/**
 * A clock that nobody can set. After the machine's clock was set back, calls would wait that much
 * longer for their turn.
 */
const steadyNow = (): Date => new Date(performance.timeOrigin + performance.now());

export interface OpenedSlack {
  readonly logger: Logger;
  readonly languages: Languages;
  readonly chat: SlackChat;
  readonly directory: ChatDirectory;
  readonly groupHandles: GroupHandles;
  /** Throws if Slack refuses the bot's token or does not answer. */
  readonly probe: () => Promise<string>;
}

export function openSlack(
  { environment, settings, world, stopping, postSpacingMs = 1_000 }: Context,
  status: SystemStatus,
  called: WebClientSettings['called'],
): OpenedSlack {
  const { now, log } = world;
  const { identity, absence, language: workspace, admins } = settings;
  const logger = slackLogger(log);
  const hearTrouble = (trouble: string | null) => status.heard('slack', trouble);
  const mend =
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and start the bot again.';
  const tokenRefused = (code: string) => log.warn({ code, mend }, 'Slack refuses the bot’s token');
  const background = backgroundClient({
    ...environment.slack,
    logger,
    called,
    heard: hearTrouble,
    tokenRefused,
    callsEnd: stopping.callsEnd,
  });
  const pacer = new Pacer({ spacingMs: postSpacingMs, now: steadyNow, sleep: (ms) => sleep(ms) });
  const account = createAccounts(background, {
    pacer,
    now,
    heard: (...accounts) => languages.heard(...accounts),
  });
  const wait = (ms: number) => sleep(ms, undefined, { ref: false });
  const languages = createLanguages(account, { workspace, admins, now, wait });
  const address = new WorkspaceAddress();
  const ownTeamId = createOwnTeamId(background, (answer) => address.heard(answer));
  // Asked early: the first payload needs it, and a refused token is logged before somebody types.
  void ownTeamId().catch(() => undefined);
  return {
    logger,
    languages,
    async probe() {
      const answer = await calling('auth.test', () => background.auth.test());
      if (!answer.ok) throw new Error(`refuses: ${answer.refusal.code}`);
      // A workspace can get another address.
      address.heard(answer.value);
      return 'answers';
    },
    chat: createChat(background, {
      pacer,
      languages,
      now,
      address,
      isConfidential: (appId) => isConfidential(settings, appId),
    }),
    groupHandles: createGroupHandles(background, { pacer, now }),
    directory: createDirectory(background, {
      ...identity,
      absence,
      account,
      pacer,
      ownTeamId,
      now,
      log,
    }),
  };
}
