import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isSeq,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { AccessSettings, RequestableApp } from '../../../domain/settings/access-settings.ts';
import { plainText, visibleControls } from '../../../domain/text/foreign-text.ts';

export interface AppAnswer extends Pick<RequestableApp, 'id' | 'name' | 'channel' | 'resources'> {
  /** Names, for a comment. */
  readonly owners: readonly string[];
}

/** What is asked about `access.yaml`. */
export interface AccessAnswers
  extends Pick<AccessSettings, 'offer' | 'timeZone' | 'language' | 'admins'> {
  readonly operations: readonly string[];
  readonly taskUrl: string | null;
  readonly apps: readonly AppAnswer[];
  readonly emergencyChannel: string | null;
  /** Of the administrators, for a comment. */
  readonly adminNames: readonly string[];
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
emergency:
  channel: ''
# Of the report and escalation.
timeZone: ''
# Of cards in channels: en or de.
language: ''
# Who may use /access-admin, and is told when something needs an administrator.
admins: ''
`;

const headOf = (schemaPath: string) =>
  `# yaml-language-server: $schema=${schemaPath}
# The bot's settings, written by npm run setup; docs/configuration.md has every key, docs/companies.md whole files.
# The bot reads them when it starts. npm run doctor -- --offline checks them.
`;

/** The text of `access.yaml` with these answers; everything else of an existing one stays. */
export function accessYamlText(
  existing: string | null,
  answers: AccessAnswers,
  schemaPath: string,
): string {
  const text = existing ?? `${headOf(schemaPath)}${beginning}`;
  const edit = new Edit(text);
  edit.put(['governance', 'operations'], orNull(answers.operations));
  edit.put(['governance', 'taskUrl'], answers.taskUrl);
  edit.put(['offer'], answers.offer);
  putApps(edit, answers.apps);
  edit.put(['emergency', 'channel'], answers.emergencyChannel);
  // The group on call is mentioned in that channel, and nowhere else.
  if (answers.emergencyChannel === null) edit.put(['emergency', 'onCall'], null);
  edit.put(['timeZone'], answers.timeZone);
  edit.put(['language'], answers.language);
  edit.put(['admins'], answers.admins, answers.adminNames);
  return edit.hasChanged ? edit.text() : text;
}

const orNull = <Words extends { readonly length: number }>(words: Words): Words | null =>
  words.length > 0 ? words : null;

/** Of those that are there only the channel and the resources change. */
function putApps(edit: Edit, apps: readonly AppAnswer[]): void {
  const list = edit.items(['apps']);
  const remaining = list.filter((item) => apps.some(({ id }) => id === item.get('id')));
  const added = apps.filter(({ id }) => !list.some((item) => item.get('id') === id));
  if (remaining.length < list.length || added.length > 0 || apps.length === 0)
    edit.replaceItems(['apps'], remaining, added.map(appOf));
  for (const app of apps.filter((one) => !added.includes(one))) {
    const place = remaining.findIndex((item) => item.get('id') === app.id);
    edit.put(['apps', place, 'channel'], app.channel);
    if (app.resources.length > 0) edit.put(['apps', place, 'resources'], app.resources);
  }
}

const appOf = ({ id, name: tenantName, channel, resources, owners }: AppAnswer) => {
  const name = plainText(tenantName);
  return {
    value: {
      id,
      ...(name === id || name === '' ? {} : { name }),
      ...(channel === null ? {} : { channel }),
      ...(resources.length === 0 ? {} : { resources }),
    },
    comment: owners.length === 0 ? null : `owners: ${owners.join(', ')}`,
  };
};

type Path = readonly (string | number)[];

/** A change of a YAML file that leaves comments and everything else where they are. */
class Edit {
  readonly #document: Document;
  hasChanged = false;

  constructor(text: string) {
    this.#document = parseDocument(text);
  }

  /** null takes the setting out. What is the same already is left as it is written. */
  put(path: Path, value: unknown, names: readonly string[] = []): void {
    const document = this.#document;
    const node = document.getIn(path, true);
    const there: unknown = isNode(node) ? node.toJS(document) : (node ?? null);
    const isSame = there !== null && isDeepStrictEqual(there, value);
    if (isSame || (value === null && !document.hasIn(path))) return;
    this.hasChanged = true;
    const above = path.slice(0, -1);
    if (value === null) {
      document.deleteIn(path);
      const group = document.getIn(above);
      if (above.length > 0 && isMap(group) && group.items.length === 0) document.deleteIn(above);
      return;
    }
    // A group without settings is null, and takes none.
    if (above.length > 0 && !isCollection(document.getIn(above)))
      document.setIn(above, document.createNode({}));
    const created = document.createNode(value, { flow: true });
    if (names.length > 0) created.comment = commentOf(names.join(', '));
    document.setIn(path, created);
  }

  /** The groups in a list. */
  items(path: Path): readonly YAMLMap[] {
    const list = this.#document.getIn(path);
    return isSeq(list) ? list.items.filter((item): item is YAMLMap => isMap(item)) : [];
  }

  /** A list of these alone; without any it is taken out. */
  replaceItems(
    path: Path,
    kept: readonly YAMLMap[],
    added: readonly { readonly value: unknown; readonly comment: string | null }[],
  ): void {
    const document = this.#document;
    if (kept.length + added.length === 0) {
      this.put(path, null);
      return;
    }
    this.hasChanged = true;
    const list = document.getIn(path);
    const items = added.map(({ value, comment }) => {
      const node = document.createNode(value, { flow: true });
      if (comment !== null) node.comment = commentOf(comment);
      return node;
    });
    if (isSeq(list) && list.items.length > 0) list.items = [...kept, ...items];
    else document.setIn(path, Object.assign(document.createNode([]), { items }));
  }

  text(): string {
    return this.#document.toString({ lineWidth: 0 });
  }
}

/** Names come from outside: on one line, and nothing that a terminal obeys. */
const commentOf = (words: string) => ` ${visibleControls(words).replaceAll(/\s+/g, ' ')}`;
