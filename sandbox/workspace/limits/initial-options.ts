/** Slack refuses an initial option that is not one of the options. */
export type ComparableOption = { value?: string | undefined; text: { text: string } };

function sameOption(one: ComparableOption, other: ComparableOption): boolean {
  return one.value === other.value && one.text.text === other.text.text;
}

export function amongOptions(
  initial: readonly ComparableOption[],
  options: readonly ComparableOption[],
): boolean {
  return initial.every((one) => options.some((option) => sameOption(one, option)));
}

export const notAmong = {
  error: 'initial options must exactly match one or more of the provided options',
};
