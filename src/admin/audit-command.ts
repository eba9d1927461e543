import { type AuditLine, readAuditFilter } from '../domain/audit-filter.ts';
import { ok } from '../domain/result.ts';
import type { AdminCommand, Given } from './command.ts';
import type { ShownRecord } from './record.ts';

/** As many as a message in chat shows. */
const pageSize = 10;

/** After every `seq` that there is. */
const newestSeq = 2_147_483_647;

const flags = ['since', 'until', 'actor', 'app', 'request'] as const;
const filterOf = (given: Given) =>
  readAuditFilter(Object.fromEntries(flags.map((flag) => [flag, given.value(flag) ?? undefined])));

/** What the bot itself keeps: the newest entries first. */
export const auditCommand: AdminCommand = {
  name: 'audit',
  usage: '[--since <when>] [--until <when>] [--actor <person>] [--app <appId>] [--request <id>]',
  about: 'what was asked, decided, delivered and refused, the newest first; npm run audit exports and verifies it',
  endpoints: [],
  isList: true,
  check(given) {
    const filter = filterOf(given);
    return filter.ok ? [] : [filter.refusal];
  },
  async run(given, context, { pageToken = '' }) {
    const filter = filterOf(given);
    const seq = /^\d{1,10}$/.test(pageToken) ? Number(pageToken) : newestSeq;
    const entries = filter.ok ? await context.auditEntries(filter.value, { seq, limit: pageSize }) : [];
    const last = entries.length < pageSize ? undefined : entries.at(-1);
    return ok({
      title: 'Audit trail',
      records: entries.map(shown),
      nextPageToken: last === undefined ? '' : String(last.seq),
    });
  },
};

function shown(entry: AuditLine): ShownRecord {
  const { seq, kind, at, actor, app, requestId, taskId, detail } = entry;
  const fields = [
    { label: 'When', text: at, isTime: true },
    { label: 'Who', text: actor ?? 'the bot', isTime: false },
    { label: 'App', text: app ?? '', isTime: false },
    { label: 'Request', text: requestId ?? '', isTime: false },
    { label: 'Task', text: taskId ?? '', isTime: false },
    { label: 'Detail', text: Object.keys(detail).length === 0 ? '' : JSON.stringify(detail), isTime: false },
  ];
  return { title: `${kind} (${seq})`, fields: fields.filter(({ text }) => text !== ''), json: entry };
}
