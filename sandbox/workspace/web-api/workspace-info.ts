/** `auth.test`, `team.info`, `api.test`, `blocks.validate`. */
import { checkBlocks } from '../limits/blocks.ts';
import type { Problem } from '../limits/problems.ts';
import { checkView } from '../limits/views.ts';
import { bot, team } from '../state/directory.ts';
import type { CallArguments } from './call-arguments.ts';
import type { WebApiMethod } from './method.ts';
import { invalidArguments, WebApiRefusal } from './refusal.ts';

const authTest: WebApiMethod = {
  scopes: [],
  tier: 'none',
  run: (_args, context) => ({
    url: `${context.origin}/`,
    team: team.name,
    user: bot.name,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: false,
  }),
};

const teamInfo: WebApiMethod = {
  scopes: ['team:read'],
  tier: 'tier3',
  run: (_args, context) => ({
    team: {
      id: team.id,
      name: team.name,
      url: `${context.origin}/`,
      domain: team.domain,
      email_domain: team.emailDomain,
      icon: { image_default: true },
      is_verified: false,
    },
  }),
};

const apiTest: WebApiMethod = {
  scopes: [],
  tier: 'none',
  needsToken: false,
  run(args) {
    const error = args.string('error');
    if (error !== undefined) throw new WebApiRefusal(error, { args: args.raw });
    return { args: args.raw };
  },
};

/** Slack answers with every problem at once, each with its place. */
function refuseProblems(code: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new WebApiRefusal(code, {
    errors: problems.map(({ code: problemCode, message, pointer, constraint }) => ({
      code: problemCode,
      message,
      pointer,
      constraint,
    })),
  });
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function blockProblems(candidate: unknown, root: readonly string[]): readonly Problem[] {
  const checked = checkBlocks(candidate, 'message', root);
  return checked.ok ? [] : checked.problems;
}

function viewProblems(candidate: unknown): readonly Problem[] {
  const checked = checkView(candidate, 'any', []);
  return checked.ok ? [] : checked.problems;
}

const blocksValidate: WebApiMethod = {
  scopes: [],
  tier: 'none',
  run(args: CallArguments) {
    const given = (['blocks', 'view', 'message'] as const).filter((name) => args.raw[name] !== undefined);
    const [name, ...more] = given;
    if (name === undefined || more.length > 0) {
      throw invalidArguments('must provide exactly one of `blocks`, `view`, or `message`');
    }
    const candidate = args.json(name, 'invalid_arguments');
    switch (name) {
      case 'blocks':
        refuseProblems('invalid_blocks', blockProblems(candidate, []));
        break;
      case 'message':
        refuseProblems('invalid_message', blockProblems(property(candidate, 'blocks'), ['blocks']));
        break;
      case 'view':
        refuseProblems('invalid_view', viewProblems(candidate));
        break;
    }
    return {};
  },
};

export const workspaceMethods: Readonly<Record<string, WebApiMethod>> = {
  'auth.test': authTest,
  'team.info': teamInfo,
  'api.test': apiTest,
  'blocks.validate': blocksValidate,
};
