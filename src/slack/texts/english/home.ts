export const home = {
  title: 'Access requests',
  request: 'Request access',
  myRequests: 'My requests',
  nothingYet: 'You have not asked for anything yet. Type `/request-access` anywhere, or use the button above.',
  asked: ({ when }: { when: string }) => `asked ${when}`,
  waitingForReview: 'Waiting for review',
  beingSetUp: 'Being set up',
  onItsWay: 'On its way to the governance service',
  notSentOn: 'Not sent on',
  unclear: 'Not clear whether it arrived',
  left: 'Left',
};
