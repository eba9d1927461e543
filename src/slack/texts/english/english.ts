import { actionLabels } from '../action-labels.ts';
import { card, steps } from './card.ts';
import { home } from './home.ts';
import { notices } from './notices.ts';
import { requestForm } from './request-form.ts';
import { refusals, review } from './review.ts';

const help = {
  howTo: '`/request-access` asks for access: pick an app and a role or permission, say why and for how long.',
  inOneLine:
    'In one line: `/request-access github admin for 4h because INC-42: db down`. Add `for @ana` to ask for somebody else.',
  otherWays:
    '`/request-access status` shows what is open, `/request-access list` all of it. In a message’s menu: “Request access for this”.',
  emergencies: '`/emergency-access` takes the same words, for what cannot wait.',
  questions: ({ helpers }: { helpers: string }) => `Questions? Ask ${helpers}.`,
};

const lists = {
  and: 'and',
  or: 'or',
  more: ({ count }: { count: number }) => `${count} more`,
  /** Says that more were left out: at the end of a list, one a line. */
  moreLeftOut: ({ count }: { count: number }) => `… ${count} more`,
};

const limits = {
  title: 'Please wait',
  tooQuick: ({ wait }: { wait: string }) => `That was quick. Please try again in ${wait}.`,
};

const times = {
  /** For the platform's words of units and numbers. */
  locale: 'en',
  untilRevoked: 'until revoked',
  /** "for 4 hours". */
  forSoLong: ({ duration }: { duration: string }) => `for ${duration}`,
  /** Slack's date command: the parts are its own tokens, which each reader sees in their own zone. */
  moment: ({ date, time }: { date: string; time: string }) => `${date}, ${time}`,
};

export const english = {
  actions: actionLabels('en'),
  card,
  help,
  home,
  limits,
  lists,
  notices,
  refusals,
  requestForm,
  review,
  steps,
  times,
};
