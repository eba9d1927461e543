/** `auth.test`: who the bot is, and where. */
import { bot, team } from '../state/directory.ts';
import type { WebApiMethod } from './method.ts';

const authTest: WebApiMethod = {
  scopes: [],
  tier: 'none',
  takes: [],
  run: (_args, context) => ({
    url: `${context.origin}/`,
    team: context.state.directory.teamName,
    user: bot.name,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: false,
  }),
};

export const workspaceMethods: Readonly<Record<string, WebApiMethod>> = { 'auth.test': authTest };
