/** An entry as the receiver gets it. `npm run schema` makes `docs/audit-entry.schema.json` from it. */
import { z } from 'zod';
import type { AuditLine } from '../../domain/record/audit-filter.ts';
import type { AuditPushSettings } from '../../domain/settings/access-settings.ts';
import type { SealedLine } from '../../use-cases/trail/audit-chain.ts';

const person = z
  .strictObject({
    slackId: z.string().nullable().meta({ description: 'Their member id in Slack.' }),
    serviceId: z
      .string()
      .nullable()
      .meta({ description: 'The id of their identity user in the governance service.' }),
    email: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ description: 'A person, as far as the bot knew them when the entry was sent.' });
export type PushedPerson = Readonly<z.output<typeof person>>;

export const pushedEntry = z
  .strictObject({
    version: z.literal(1).meta({ description: 'Of this form. Members may be added to it.' }),
    position: z.int().positive().meta({
      description:
        'Its place in the sealed chain: ascending. After a restore from a backup it goes back to that of the backup.',
    }),
    seal: z.string().meta({
      description:
        'SHA-256 of the entry and everything before it, as in the heads of the trail. An entry that comes twice has the same; no other has.',
    }),
    seq: z.int().meta({ description: 'Its number in npm run audit.' }),
    at: z.iso.datetime().meta({ description: 'When it happened, in UTC.' }),
    kind: z.string().meta({ description: 'What happened, like review.approved.' }),
    tenant: z.url().meta({ description: 'The tenant of the governance service.' }),
    bot: z
      .strictObject({ version: z.string(), host: z.string() })
      .meta({ description: 'The process that sent it.' }),
    actor: person.nullable().meta({ description: 'null: the bot did it by itself.' }),
    target: person.nullable().meta({ description: 'The person it is for, where that is told.' }),
    app: z.string().nullable().meta({ description: 'Id of the app in the governance service.' }),
    requestId: z.string().nullable().meta({ description: 'The bot’s own id of the request.' }),
    taskId: z.string().nullable().meta({ description: 'Of the governance service.' }),
    detail: z.record(z.string(), z.unknown()).meta({ description: 'The rest, by kind.' }),
  })
  .meta({ title: 'An entry of the audit trail, as audit.push sends it' });
export type PushedEntry = Readonly<z.output<typeof pushedEntry>>;

/** What a batch is sent as. */
export function bodyOf(batch: readonly PushedEntry[], format: AuditPushSettings['format']): string {
  if (format === 'json') return JSON.stringify(batch);
  const events = batch.map((event) => {
    const time = Date.parse(event.at) / 1_000;
    return JSON.stringify({ time, host: event.bot.host, source: 'access-request-bot', event });
  });
  return events.join('\n');
}

/** What is the same in all entries that a process sends. */
export interface Sender {
  readonly tenant: string;
  readonly bot: PushedEntry['bot'];
}

const slackId = /^[UW][A-Z0-9]{2,}$/;

export function entryToPush(
  { position, hash, line }: SealedLine,
  people: ReadonlyMap<string, PushedPerson>,
  { tenant, bot }: Sender,
): PushedEntry {
  const { seq, at, kind, app, requestId, taskId, detail } = line;
  const personCalled = (id: string): PushedPerson =>
    people.get(id) ?? { ...nobody, ...(slackId.test(id) ? { slackId: id } : { name: id }) };
  const { actor } = line;
  const { targetSlackId: target } = detail;
  return {
    version: 1,
    position,
    seal: hash,
    seq,
    at,
    kind,
    tenant,
    bot,
    actor: actor === null ? null : personCalled(actor),
    target: typeof target === 'string' ? personCalled(target) : null,
    app,
    requestId,
    taskId,
    detail,
  };
}

const nobody: PushedPerson = { slackId: null, serviceId: null, email: null, name: null };

/** The people in these entries, as they are written there: mostly Slack ids. */
export function slackIdsIn(lines: readonly AuditLine[]): readonly string[] {
  const named = lines.flatMap(({ actor, detail }) => [actor, detail.targetSlackId]);
  return [...new Set(named.filter((one) => typeof one === 'string'))];
}
