/** What the bot itself knows: the configured apps, its audit trail, and what its doctor finds. */
import { type AuditLine, readAuditFilter } from '../../../domain/record/audit-filter.ts';
import { auditSentence, isDelivery } from '../../../domain/record/audit-sentence.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { operationCheck } from '../../operation-lines.ts';
import type { AdminCommand, AdminContext, CommandInput } from '../admin-command.ts';
import { withActorMeant, withValues } from '../people-of-command.ts';
import { shownRecord } from '../shown-record.ts';
import { tasksElsewhere } from './tasks-elsewhere.ts';

const apps: AdminCommand = {
  name: 'apps',
  usage: '',
  about: 'the configured apps with their resources: what other commands can name',
  isList: true,
  async run(_given, context) {
    const records = context.apps.map(({ id, name, resources }) => {
      const typed = resources.map((one) => `${one.resourceTypeId} ${quoted(one.resourceId)}`);
      return shownRecord(
        { names: ['name'], fields: ['resources'] },
        { id, name, resources: typed },
      );
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
/** As many are read for it: most entries are deliveries. */
const auditReadSize = 200;
/** After every `seq` that there is. */
const newestSeq = 2_147_483_647;

const flags = ['since', 'until', 'actor', 'app', 'request'] as const;
const filterOf = (input: CommandInput, now: Date) =>
  readAuditFilter(
    Object.fromEntries(flags.map((flag) => [flag, input.value(flag) ?? undefined])),
    now,
  );

/**
 * With the actor's Slack id, and with instants in place of durations like "1h", so that the next
 * page covers the same time.
 */
async function resolvedFilter(
  input: CommandInput,
  context: AdminContext,
): Promise<Result<CommandInput, string>> {
  const filter = filterOf(input, context.world.now());
  if (!filter.ok) return filter;
  const { since, until } = filter.value;
  return withActorMeant(withValues(input, { since, until }), context);
}

const auditTable = {
  names: [],
  fields: [['at', 'When'], 'kind', 'app', ['actor', 'Who']],
} as const;

const audit: AdminCommand = {
  name: 'audit',
  usage:
    '[--since <when>] [--until <when>] [--actor <person>] [--app <appId>] [--request <id>] [--deliveries]',
  resolve: resolvedFilter,
  about: 'what was asked, decided and refused, newest first; --actor: a name, email or Slack id',
  isList: true,
  async run(input, context, { pageToken }) {
    const filter = filterOf(input, context.world.now());
    const seq = /^\d{1,10}$/.test(pageToken) ? Number(pageToken) : newestSeq;
    const nothing = {
      lines: [],
      names: { people: new Map<string, string>(), numbers: new Map<string, string>() },
    };
    const page = filter.ok
      ? await context.auditEntries(filter.value, { seq, limit: auditReadSize })
      : nothing;
    const { lines, names } = page;
    const entries = input.has('deliveries') ? lines : lines.filter((entry) => !isDelivery(entry));
    const pageEntries = entries.slice(0, auditPageSize);
    const records = pageEntries.map((entry) => {
      const title = auditSentence(entry, names).replaceAll(/\s+/g, ' ');
      return { ...shownRecord(auditTable, entry), title };
    });
    const isWhole = lines.length < auditReadSize && entries.length === pageEntries.length;
    const last = entries.length > pageEntries.length ? pageEntries.at(-1) : lines.at(-1);
    const nextPageToken = isWhole || last === undefined ? '' : String(last.seq);
    const hidden = input.has('deliveries') ? 0 : hiddenBefore(lines, last?.seq ?? seq);
    const notes =
      hidden === 0 ? [] : [`Deliveries left out: ${hidden}. Add --deliveries to see them.`];
    return ok({ title: 'Audit trail', records, notes, nextPageToken });
  },
};

/** How many deliveries lie among the entries of a page, whose last entry is given. */
function hiddenBefore(lines: readonly AuditLine[], lastSeq: number): number {
  return lines.filter((entry) => isDelivery(entry) && entry.seq >= lastSeq).length;
}

/** What has to be mended first. */
const order = { error: 0, warning: 1, ok: 2 } as const;

const doctor: AdminCommand = {
  name: 'doctor',
  usage: '',
  about: 'looks at Slack, the service and the database, and says what to mend',
  isList: true,
  async run(_given, { checks }) {
    const results = [...(await checks())].sort(
      (one, other) => order[one.state] - order[other.state],
    );
    const records = results.map((one) => ({
      title: one.what,
      fields: [{ label: one.state, text: one.says }],
      json: one,
    }));
    return ok({ title: 'Doctor', records });
  },
};

const operations: AdminCommand = {
  name: 'operations',
  usage: '',
  about: 'what the tenant has beyond the documented endpoints, and what people get by it',
  isList: true,
  async run(_given, context) {
    const lines = [...(await context.operations())].sort(
      (one, other) => order[operationCheck(one).state] - order[operationCheck(other).state],
    );
    const records = lines.map(({ operation, state, says }) => ({
      title: operation,
      fields: [{ label: 'Now', text: says }],
      json: { operation, state, says },
    }));
    return ok({ title: 'Operations', records });
  },
};

export const ownCommands: readonly AdminCommand[] = [
  apps,
  audit,
  doctor,
  operations,
  tasksElsewhere,
];
