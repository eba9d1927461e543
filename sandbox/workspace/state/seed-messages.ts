/** Messages that are there at the first start. Their times are relative to it. */
import type { StoredMessage } from './stored.ts';
import { tsOf } from './timestamps.ts';

interface SeedMessage {
  readonly conversationId: string;
  readonly hoursAgo: number;
  readonly authorId: string;
  readonly text: string;
  readonly replies?: readonly Omit<SeedMessage, 'conversationId' | 'replies'>[];
}

const seed: readonly SeedMessage[] = [
  {
    conversationId: 'C0GENERAL',
    hoursAgo: 74,
    authorId: 'U0MARISOL',
    text: 'The new ferry is named *Reasonable Doubt*. The vote was close, and the runner-up is now the lifeboat.',
    replies: [
      { hoursAgo: 73.9, authorId: 'U0TESS', text: 'I would like it noted that I voted for _Boaty McBoatface II_.' },
      { hoursAgo: 73.8, authorId: 'U0MARISOL', text: 'It is noted. It is also the lifeboat.' },
    ],
  },
  {
    conversationId: 'C0GENERAL',
    hoursAgo: 27,
    authorId: 'U0QUINN',
    text: 'Please welcome <@U0XENA>, who joins Timetables today! Somebody show her where the tide tables and the biscuits are.',
  },
  {
    conversationId: 'C0GENERAL',
    hoursAgo: 26.5,
    authorId: 'U0XENA',
    text: 'Hello everybody! Which of the three kettles is the production one?',
  },
  {
    conversationId: 'C0INCIDENTS',
    hoursAgo: 52,
    authorId: 'U0MINA',
    text: 'SEV-3: the night ferry’s departure board says "yesterday". Passengers are confused but punctual.',
    replies: [
      { hoursAgo: 51.9, authorId: 'U0BEN', text: 'Time zone of the board is `Pacific/Kiritimati`. On it.' },
      { hoursAgo: 51.2, authorId: 'U0BEN', text: 'Fixed. The board has rejoined the present.' },
    ],
  },
  {
    conversationId: 'C0INCIDENTS',
    hoursAgo: 5,
    authorId: 'U0CHEN',
    text: 'INC-42: replica lag on the bookings database, 40 s and growing. <!subteam^S0ONCALL> is looking.',
  },
  {
    conversationId: 'C0HARBOUR',
    hoursAgo: 49,
    authorId: 'U0OSKAR',
    text: 'North Rock light is serviced. The puffin has been asked to leave again.',
  },
  {
    conversationId: 'C0HARBOUR',
    hoursAgo: 30,
    authorId: 'U0WIM',
    text: 'Last day today. The good tide tables are in the drawer under the bad tide tables. Fair winds!',
  },
  {
    conversationId: 'C0HARBOUR',
    hoursAgo: 28,
    authorId: 'U0EXTERN',
    text: 'Pilots here: berth 4 at 06:10 tomorrow, please mind the freshly painted buoy.',
  },
  {
    conversationId: 'C0HARBOUR',
    hoursAgo: 27.8,
    authorId: 'U0VERA',
    text: 'It is *Lighthouse Red*, not orange. And it is still wet.',
  },
  {
    conversationId: 'C0SECREV',
    hoursAgo: 98,
    authorId: 'U0FATIMA',
    text: 'Quarterly reminder: "because I have always had it" is not a justification. Neither is "fog".',
  },
  {
    conversationId: 'C0FINANCE',
    hoursAgo: 46,
    authorId: 'U0INES',
    text: 'Whoever expensed 14 foghorns: the limit is one foghorn a department.',
  },
  {
    conversationId: 'C0REVIEWS',
    hoursAgo: 96,
    authorId: 'U0ANA',
    text: 'From today requests for access come in here. Type `/request-access` in any channel, and please read before you click.',
  },
  {
    conversationId: 'C0LOUNGE',
    hoursAgo: 20,
    authorId: 'U0SVEN',
    text: 'Lost & Found holds: one (1) wedding ring, two left boots, and a parrot that knows somebody’s password.',
    replies: [{ hoursAgo: 19.9, authorId: 'U0GORAN', text: 'I will take the parrot’s statement.' }],
  },
];

function message(one: Omit<SeedMessage, 'replies'>, now: Date, threadTs: string | null): StoredMessage {
  return {
    conversationId: one.conversationId,
    ts: tsOf(new Date(now.getTime() - one.hoursAgo * 3_600_000)),
    threadTs,
    authorId: one.authorId,
    byBot: false,
    text: one.text,
    blocks: [],
    metadata: null,
    editedTs: null,
    onlyFor: null,
    broadcast: false,
  };
}

export function seedMessages(now: Date): StoredMessage[] {
  return seed
    .flatMap((one) => {
      const parent = message(one, now, null);
      const replies = (one.replies ?? []).map((reply) =>
        message({ ...reply, conversationId: one.conversationId }, now, parent.ts),
      );
      return [parent, ...replies];
    })
    .toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
}
