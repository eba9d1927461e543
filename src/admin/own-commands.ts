/** What the bot itself knows: the configured apps, its audit trail, and what its doctor finds. */
import { readAuditFilter } from '../domain/audit-filter.ts';
import { ok } from '../domain/result.ts';
import type { AdminCommand, Given } from './command.ts';
import { shownRecord } from './record.ts';

const apps: AdminCommand = {
  name: 'apps',
  usage: '',
  about: 'the configured apps with their resources: what other commands can name',
  isList: true,
  async run(_given, context) {
    const records = context.apps.map(({ id, name, resources }) => {
      const typed = resources.map((one) => `${one.resourceTypeId} ${quoted(one.resourceId)}`);
      return shownRecord({ names: ['name'], fields: ['resources'] }, { id, name, resources: typed });
    });
    return ok({ title: 'Apps', records });
  },
};

/** As it has to be typed. */
function quoted(id: string): string {
  return /[\s"']/.test(id) ? `"${id}"` : id;
}

/** As many as a message in chat shows. */
const auditPageSize = 10;
/** After every `seq` that there is. */
const newestSeq = 2_147_483_647;

const flags = ['since', 'until', 'actor', 'app', 'request'] as const;
const filterOf = (given: Given) =>
  readAuditFilter(Object.fromEntries(flags.map((flag) => [flag, given.value(flag) ?? undefined])));

const auditTable = {
  names: ['kind'],
  id: 'seq',
  fields: [['at', 'When'], ['actor', 'Who'], 'app'],
} as const;

const audit: AdminCommand = {
  name: 'audit',
  usage: '[--since <when>] [--until <when>] [--actor <person>] [--app <appId>] [--request <id>]',
  about: 'what was asked, decided, delivered and refused, the newest first; npm run audit exports and verifies it',
  isList: true,
  check(given) {
    const filter = filterOf(given);
    return filter.ok ? [] : [filter.refusal];
  },
  async run(given, context, { pageToken }) {
    const filter = filterOf(given);
    const seq = /^\d{1,10}$/.test(pageToken) ? Number(pageToken) : newestSeq;
    const entries = filter.ok ? await context.auditEntries(filter.value, { seq, limit: auditPageSize }) : [];
    const records = entries.map((entry) => shownRecord(auditTable, entry));
    const last = entries.length < auditPageSize ? undefined : entries.at(-1);
    return ok({ title: 'Audit trail', records, nextPageToken: last === undefined ? '' : String(last.seq) });
  },
};

/** What has to be mended first. */
const order = { error: 0, warning: 1, ok: 2 } as const;

const doctor: AdminCommand = {
  name: 'doctor',
  usage: '',
  about: 'looks at Slack, the governance service and the database, and says what mends what is wrong',
  isList: true,
  async run(_given, { checks }) {
    const found = [...(await checks())].sort((one, other) => order[one.state] - order[other.state]);
    const records = found.map((one) => ({
      title: one.what,
      fields: [{ label: one.state, text: one.says }],
      json: one,
    }));
    return ok({ title: 'Doctor', records });
  },
};

export const ownCommands: readonly AdminCommand[] = [apps, audit, doctor];
