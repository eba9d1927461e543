/** An access token and how long it lives from the moment it was asked for. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

export interface TokenSource {
  /** A token that is good for now. Throws what `request` throws. */
  current(): Promise<string>;
  /** The service refused this token: do not hand it out again. */
  refused(token: string): void;
  /** The tokens that may still be about, for redaction. */
  known(): readonly string[];
}

const longestMarginMs = 60_000;
const pauseAfterFailureMs = 5_000;

/**
 * Keeps one token and renews it ahead of its end: a minute before, or at four fifths of a short life. However many callers ask,
 * one request is in flight. While the old token still lives, a renewal that fails is not the caller's problem, and is tried
 * again after 5 s.
 */
export function createTokenSource(request: () => Promise<IssuedToken>, now: () => Date): TokenSource {
  let held: { token: string; renewAtMs: number; endsAtMs: number } | null = null;
  let previous: string | null = null;
  let inFlight: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const askedAtMs = now().getTime();
    const issued = await request();
    previous = held?.token ?? previous;
    const marginMs = Math.min(longestMarginMs, issued.lifetimeMs / 5);
    held = {
      token: issued.token,
      renewAtMs: askedAtMs + issued.lifetimeMs - marginMs,
      endsAtMs: askedAtMs + issued.lifetimeMs,
    };
    return issued.token;
  }

  function renewOnce(): Promise<string> {
    inFlight ??= renew().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return {
    async current() {
      if (held !== null && now().getTime() < held.renewAtMs) return held.token;
      try {
        return await renewOnce();
      } catch (error) {
        const atMs = now().getTime();
        if (held === null || atMs >= held.endsAtMs) throw error;
        held.renewAtMs = Math.max(held.renewAtMs, Math.min(atMs + pauseAfterFailureMs, held.endsAtMs));
        return held.token;
      }
    },
    refused(token) {
      if (held?.token !== token) return;
      previous = token;
      held = null;
    },
    known: () => [held?.token, previous].filter((token) => typeof token === 'string'),
  };
}
