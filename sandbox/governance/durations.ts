const protobufSeconds = /^-?\d{1,12}(?:\.\d{1,9})?s$/;

/**
 * Whether a text is a protobuf duration such as `"3600s"`; `"1h"` and `"P1D"` are not
 * (docs/spec/deployments.md#wire).
 */
export function isProtobufDuration(text: string): boolean {
  return protobufSeconds.test(text);
}

/** Seconds of a protobuf duration that `isProtobufDuration` accepted. */
export function secondsOf(duration: string): number {
  return Number(duration.slice(0, -1));
}

/** The protobuf form of a number of seconds: `3600` gives `"3600s"`. */
export function durationOf(seconds: number): string {
  return `${seconds}s`;
}
