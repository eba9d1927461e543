import { type Document, parseDocument } from 'yaml';
import type { AccessSettings, RequestableApp } from '../../../domain/settings/access-settings.ts';
import { plainText, visibleControls } from '../../../domain/text/foreign-text.ts';

export type AppAnswer = Pick<RequestableApp, 'id' | 'name' | 'channel' | 'resources'>;

/** What `access.yaml` says that was asked or looked up. */
export interface AccessAnswers extends Pick<AccessSettings, 'offer' | 'timeZone'> {
  readonly operations: readonly string[];
  readonly taskUrl: string;
  readonly apps: readonly AppAnswer[];
  readonly admins: readonly { readonly id: string; readonly name: string }[];
}

/** Each value is replaced: without one, the comment of the next key would be part of it. */
const beginning = `
# What the tenant has beyond the 16 documented endpoints; npm run doctor compares. taskActions (decide in Slack) and
# taskRevoke (give access back) give power.
governance:
  operations: []
  # A link to each request in the service's console.
  taskUrl: ''
# listed: people can ask for access in the apps below. all: in every app of the tenant.
offer: ''
# channel gets the cards. docs/configuration.md has durations, more questions, escalation and the rest.
apps: []
# Where emergencies are told as well. onCall: a user group that is called there.
# emergency: { channel: C0INCIDENTS, onCall: S0ONCALL }
# Of the report and escalation.
timeZone: ''
# Of cards in channels: en or de.
language: en
# Who may use /access-admin, and is told when something needs an administrator.
admins: ''
`;

const headOf = (schemaPath: string) =>
  `# yaml-language-server: $schema=${schemaPath}
# The bot's settings, begun by npm run setup; docs/configuration.md has every key, docs/companies.md whole files.
# The bot reads them when it starts. npm run doctor -- --offline checks them.
`;

/** The text of a new `access.yaml`. */
export function accessYamlText(answers: AccessAnswers, schemaPath: string): string {
  const document = parseDocument(`${headOf(schemaPath)}${beginning}`);
  const put = (path: readonly string[], value: unknown) =>
    document.setIn(path, document.createNode(value, { flow: true }));
  put(['governance', 'operations'], answers.operations);
  put(['governance', 'taskUrl'], answers.taskUrl);
  put(['offer'], answers.offer);
  putApps(document, answers.apps);
  put(['timeZone'], answers.timeZone);
  const admins = document.createNode(
    answers.admins.map(({ id }) => id),
    { flow: true },
  );
  if (answers.admins.length > 0)
    admins.comment = commentOf(answers.admins.map(({ name }) => name).join(', '));
  document.setIn(['admins'], admins);
  return document.toString({ lineWidth: 0 });
}

function putApps(document: Document, apps: readonly AppAnswer[]): void {
  if (apps.length === 0) document.deleteIn(['apps']);
  else
    document.setIn(
      ['apps'],
      Object.assign(document.createNode([]), {
        items: apps.map((app) => document.createNode(appOf(app), { flow: true })),
      }),
    );
}

function appOf({ id, name: tenantName, channel, resources }: AppAnswer): object {
  const name = plainText(tenantName);
  return {
    id,
    ...(name === id || name === '' ? {} : { name }),
    ...(channel === null ? {} : { channel }),
    ...(resources.length === 0 ? {} : { resources }),
  };
}

/** Names come from outside: on one line, and nothing that a terminal obeys. */
const commentOf = (words: string) => ` ${visibleControls(words).replaceAll(/\s+/g, ' ')}`;
