import type { Variables } from '../../config/environment.ts';
import { Misused, readFlags } from '../command.ts';
import type { OfferFlags } from './offer-questions.ts';

export const setupHelp = `Usage: npm run setup [-- --yes] [flags]

Asks for the tokens of the Slack app, the tenant and its credentials, the database, and what people can ask for. It checks each answer at once, writes
slack-app.yml (the manifest of the Slack app), .env (secrets; mode 0600) and access.yaml, and runs the doctor. What is there already is the
default answer; a file that is there is changed only after a question. It can be run again.

--yes                   asks nothing: takes what flags, the environment and the files that are there say
--replace               changes files that are there without a question
--address URL           where Slack reaches the bot, like https://bot.acme.example
--socket                Slack reaches the bot through a socket that the bot opens (Socket Mode)
--tenant URL            the governance tenant, like https://acme.example (GOVERNANCE_BASE_URL)
--client-id ID          of the bot's credentials there (GOVERNANCE_CLIENT_ID)
--app ID[=CHANNEL]      an app that people can ask for, and where its cards go; once for each
--all-apps              people can ask for every app of the tenant
--resource APP=TYPE/ID  what can be asked for in an app, where the tenant does not list it; once for each
--channel CHANNEL       where cards go: an id, or a name like '#access-reviews'
--emergency-channel CHANNEL
--allow OPERATION       taskActions: reviewers decide with buttons. taskRevoke: people give access back. Once for each
--admin PERSON          an email or a member id; once for each
--task-url LINK         to a request in the service's console, with {numericId} or {id}
--time-zone ZONE        like Europe/Berlin
--language en|de        in channels

Secrets come from the environment or from files alone: SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET or SLACK_APP_TOKEN, GOVERNANCE_CLIENT_SECRET,
DATABASE_URL (without it the bot has an embedded database), AUDIT_SIGNING_KEY (without it setup makes one), each also as SLACK_BOT_TOKEN_FILE and so on.
Ends with the doctor's exit: 0; with 1 where there is an error, or something could not be reached or written; with 2 where a flag is missing or wrong.`;

export interface SetupFlags extends OfferFlags {
  readonly isAsking: boolean;
  readonly isReplacing: boolean;
  readonly address: string | null;
  readonly isSocket: boolean;
  /** In the place of the environment's. */
  readonly variables: Variables;
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;

const powers: readonly string[] = ['taskActions', 'taskRevoke'];

/** Throws `Misused`. */
export function readSetupFlags(words: readonly string[]): SetupFlags {
  const typed = readFlags(words, {
    yes: flag,
    replace: flag,
    address: text,
    socket: flag,
    tenant: text,
    'client-id': text,
    app: texts,
    'all-apps': flag,
    resource: texts,
    channel: text,
    'emergency-channel': text,
    allow: texts,
    admin: texts,
    'task-url': text,
    'time-zone': text,
    language: text,
  });
  if (typed.socket && typed.address !== undefined)
    throw new Misused('--socket and --address say different things: give one of them.');
  const strange = (typed.allow ?? []).find((one) => !powers.includes(one));
  if (strange !== undefined)
    throw new Misused(`--allow takes ${powers.join(' or ')}, not “${strange}”.`);
  return {
    isAsking: !typed.yes,
    isReplacing: typed.replace,
    address: typed.address ?? null,
    isSocket: typed.socket,
    variables: { GOVERNANCE_BASE_URL: typed.tenant, GOVERNANCE_CLIENT_ID: typed['client-id'] },
    apps: (typed.app ?? []).map((one) => {
      const [id = '', channel = ''] = one.split('=', 2);
      return { id, channel: channel === '' ? null : channel };
    }),
    isOfferingAll: typed['all-apps'],
    resources: (typed.resource ?? []).map(resourceOf),
    channel: typed.channel ?? null,
    emergencyChannel: typed['emergency-channel'] ?? null,
    allowed: typed.allow ?? [],
    admins: typed.admin ?? [],
    taskUrl: typed['task-url'] ?? null,
    timeZone: typed['time-zone'] ?? null,
    language: typed.language ?? null,
  };
}

function resourceOf(typed: string) {
  const [, appId, resourceTypeId, resourceId] = /^([^=]+)=([^/]+)\/(.+)$/.exec(typed) ?? [];
  if (appId === undefined || resourceTypeId === undefined || resourceId === undefined)
    throw new Misused(`--resource takes APP=TYPE/ID, not “${typed}”.`);
  return { appId, resourceTypeId, resourceId };
}
