/** One way to carry a command out, whoever gave it: what it did is in the trail before it is told. */
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Fact } from '../../../domain/record/facts.ts';
import { type Result, refuse } from '../../../domain/result.ts';
import type { OptionalOperation } from '../../../domain/settings/access-settings.ts';
import type { Sentence } from '../../../domain/text/sentence.ts';
import type { TenantCapabilities } from '../../../service/capabilities.ts';
import type { AnyEndpoint } from '../../../service/client/wire/endpoint.ts';
import type { Unclear } from '../names/named.ts';

/** From chat only configured administrators and owners; the process's own user has its credentials. */
export type AdminCaller =
  | { readonly via: 'chat'; readonly slackUserId: string }
  /** `name`: the user of the operating system. */
  | { readonly via: 'command line'; readonly name: string };

/** access.yaml does not name the operation, so the service was not asked. */
interface NotConfigured {
  readonly kind: 'not-configured';
  readonly operation: OptionalOperation;
}
export type CommandRefusal = ServiceRefusal | NotConfigured | Unclear;
/** With what a failure becomes: it is kept and logged already. */
export type SaidRefusal = CommandRefusal | { readonly kind: 'said'; readonly says: Sentence };

/** A refusal if the tenant certainly lacks the operation; otherwise null. */
export function missingOperation(
  endpoint: AnyEndpoint,
  capabilities: TenantCapabilities,
): ReturnType<typeof refuse<NotConfigured>> | null {
  const { operation } = endpoint;
  if (operation === undefined || capabilities.mayCall(endpoint)) return null;
  return refuse({ kind: 'not-configured', operation });
}

export interface KeepingDeps {
  audit(command: Omit<Fact<'admin-command'>, 'kind'>): Promise<void>;
  readonly world: {
    now(): Date;
    newId(): string;
    readonly log: { warn(detail: object, message: string): void };
  };
}

/** What was typed, for the trail: ids and flags. */
export interface TypedCommand {
  readonly command: string;
  /** It changes something, which is kept before it is sent as well. */
  readonly isChange?: boolean;
  /** Only what was refused or failed is kept: a question is no act. */
  readonly isQuestion?: boolean;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** How much of a sentence or a word that somebody typed the audit trail keeps. */
const keptLength = 300;

/** Throws only what the audit trail throws: what cannot be kept is not done, or not shown. */
export async function carryOut<T>(
  deps: KeepingDeps,
  caller: AdminCaller,
  { command, isChange = false, isQuestion = false, detail: typed = {} }: TypedCommand,
  work: () => Promise<Result<T, CommandRefusal>>,
): Promise<Result<T, SaidRefusal>> {
  const entry = { id: deps.world.newId(), command, ...typed };
  if (isChange) await keepCommand(deps, caller, 'begun', entry);
  try {
    const result = await work();
    const why = result.ok
      ? {}
      : { why: commandRefusalWords(result.refusal)[0].slice(0, keptLength) };
    if (!result.ok || !isQuestion)
      await keepCommand(deps, caller, result.ok ? 'done' : 'refused', { ...entry, ...why });
    return result;
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, command }, 'administrator’s command failed');
    const why = error.message.slice(0, keptLength);
    await keepCommand(deps, caller, 'failed', { ...entry, why });
    return refuse({ kind: 'said', says: failureWords(error, isChange) });
  }
}

export function keepCommand(
  deps: KeepingDeps,
  caller: AdminCaller,
  outcome: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const who = caller.via === 'chat' ? {} : { operator: caller.name };
  return deps.audit({
    at: deps.world.now(),
    actor: caller.via === 'chat' ? caller.slackUserId : null,
    detail: { via: caller.via, ...who, outcome, ...detail },
  });
}

/** What the service refused, in its own words; plain text. */
export function commandRefusalWords(refusal: SaidRefusal): Sentence {
  if (refusal.kind === 'unclear' || refusal.kind === 'said') return refusal.says;
  if (refusal.kind === 'not-configured') {
    const { operation } = refusal;
    return [
      `The access service was not asked: access.yaml does not name ${operation}. If the tenant has it, add it to governance.operations and start the bot again.`,
      `Der Zugriffsdienst wurde nicht gefragt: access.yaml nennt ${operation} nicht. Hat der Tenant es, trag es in governance.operations ein und starte den Bot neu.`,
    ];
  }
  const { kind, message, serviceRequestId } = refusal;
  const words = message.trim().replaceAll(/\s+/g, ' ').slice(0, 500);
  const quoted = words === '' ? '' : `: “${words}”`;
  const reference = serviceRequestId === null ? '' : ` (${serviceRequestId})`;
  const why = `${kind.replaceAll('-', ' ')}${quoted}${reference}`;
  return [`The access service refuses this, ${why}.`, `Der Zugriffsdienst lehnt das ab, ${why}.`];
}

/** Why there is no answer, and of a change whether it may have been carried out all the same. */
function failureWords(
  { system, kind, message, certainlyNotDone }: OutwardFailure,
  isChange: boolean,
): Sentence {
  const [mend, abhilfe] =
    kind === 'unauthorized'
      ? [
          ' It does not accept the bot’s credentials (GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET).',
          ' Er nimmt die Zugangsdaten des Bots nicht an (GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET).',
        ]
      : ['', ''];
  const [outcome, ergebnis] =
    isChange && !certainlyNotDone
      ? [
          ' Nobody knows whether it was done: look before you repeat it.',
          ' Niemand weiß, ob es geschehen ist: Sieh nach, bevor du es wiederholst.',
        ]
      : [' Nothing was changed.', ' Nichts wurde geändert.'];
  const [who, wer] =
    system === 'slack' ? ['Slack', 'Slack'] : ['The access service', 'Der Zugriffsdienst'];
  return [
    `${who} gave no usable answer (${message}).${mend}${outcome}`,
    `${wer} gab keine brauchbare Antwort (${message}).${abhilfe}${ergebnis}`,
  ];
}
