/** Single values that several parts of `access.yaml` take: durations and the ids of Slack. */
import { longestWireSeconds, readDuration } from '../domain/duration-text.ts';
import { matching, textThat } from './shape-mistakes.ts';

/** Stricter than what people type in Slack: symbols or English words, every number with its unit. */
const durationText = /^(?:\d+(?:\.\d+)?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*)+$/;

/** `1h`, `90m`, `7d`, `1h 30m` in whole seconds; null for anything else, zero and negatives included. */
export function secondsFromText(text: string): number | null {
  if (!durationText.test(text.trim())) return null;
  const seconds = readDuration(text);
  return seconds !== null && Number.isInteger(seconds) && seconds > 0 && seconds <= longestWireSeconds ? seconds : null;
}

export const channelId = textThat(
  matching(/^[CG][A-Z0-9]{2,}$/),
  'the id of a Slack channel, like C0REVIEWS (it is at the bottom of the channel’s details)',
);
export const personId = textThat(
  matching(/^[UW][A-Z0-9]{2,}$/),
  'the member id of a person in Slack, like U0ADMIN (it is in the menu of their profile)',
);
export const userGroupId = textThat(
  matching(/^S[A-Z0-9]{2,}$/),
  'the id of a Slack user group, like S0ONCALL (it is at the end of the group’s address in Slack)',
);
export const duration = textThat(secondsFromText, 'a time above zero with its unit, like 90m, 4h or 7d');
