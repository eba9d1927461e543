export const lists = {
  and: 'and',
  or: 'or',
  more: ({ count }: { count: number }) => `${count} more`,
  /** Says that more were left out: at the end of a list, one a line. */
  moreLeftOut: ({ count }: { count: number }) => `… ${count} more`,
};
