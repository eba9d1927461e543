/** A part of the world that the bot depends on. */
const systems = ['database', 'slack', 'socket', 'governance', 'catalogue'] as const;
type System = (typeof systems)[number];

interface SystemState {
  readonly ok: boolean;
  /** Since when it is so; ISO 8601. */
  readonly since: string;
  /** One sentence for the operator. */
  readonly says: string;
}

/** Asks the system itself; resolves with what it says, throws where it is not usable. */
type Probe = () => Promise<string>;

export interface SystemStatus {
  /** What a call of the bot saw; `trouble` is null where the system answered. */
  heard(system: System, trouble: string | null): void;
  /** How every system is. Those that nothing was heard of for a minute are asked first. */
  read(): Promise<Readonly<Record<System, SystemState>>>;
}

const freshMs = 60_000;
const probeMs = 3_000;

/**
 * How the systems are, from what the bot's own calls saw.
 *
 * @param probes asked where nothing was heard for a minute; a `live` one is asked every time, because no call tells of it
 */
export function createSystemStatus(
  probes: Readonly<Record<System, { readonly probe: Probe; readonly live?: boolean }>>,
  now: () => Date,
): SystemStatus {
  const known = new Map<System, SystemState>();
  const heardAtMs = new Map<System, number>();

  function note(system: System, ok: boolean, says: string): void {
    const before = known.get(system);
    const since = before?.ok === ok ? before.since : now().toISOString();
    known.set(system, { ok, since, says });
    heardAtMs.set(system, now().getTime());
  }

  async function ask(system: System): Promise<void> {
    const { probe, live = false } = probes[system];
    const heardAt = heardAtMs.get(system) ?? Number.NEGATIVE_INFINITY;
    if (!live && now().getTime() - heardAt < freshMs) return;
    try {
      note(system, true, await inTime(probe));
    } catch (error) {
      note(system, false, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    heard: (system, trouble) => note(system, trouble === null, trouble ?? 'answers'),
    async read() {
      await Promise.all(systems.map(ask));
      const stateOf = (system: System): SystemState =>
        known.get(system) ?? { ok: false, since: now().toISOString(), says: 'not asked yet' };
      return {
        database: stateOf('database'),
        slack: stateOf('slack'),
        socket: stateOf('socket'),
        governance: stateOf('governance'),
        catalogue: stateOf('catalogue'),
      };
    },
  };
}

/** Throws where nothing came within 3 s. */
export async function inTime<T>(probe: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`does not answer within ${probeMs / 1_000} s`)), probeMs);
  });
  try {
    return await Promise.race([probe(), late]);
  } finally {
    clearTimeout(timer);
  }
}
