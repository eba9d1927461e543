import { expect, it } from 'vitest';
import type { Audience, Refresh } from '../../../src/domain/record/reaction.ts';
import { reactions } from '../../../src/domain/record/reactions/reactions.ts';

const audiences: Readonly<Record<Audience, string>> = {
  requester: 'the requester',
  beneficiary: 'the person it is for',
  holders: 'requester and target',
  'requester-for-another': 'the requester, if it is for somebody else',
  actor: 'the person who did it',
  people: 'the people concerned',
  administrators: 'administrators',
  'holders-and-administrators': 'requester, target, administrators',
  channel: 'the channel of emergencies',
  place: 'who it is for: reviewers, escalation tiers, requester, the person who clicked',
  threads: 'the threads of its cards',
};

const refreshes: Readonly<Record<Refresh, string>> = {
  cards: 'cards',
  offers: 'buttons of messages',
  homes: 'Homes of requester and target',
  'actor-home': 'Home of the person who did it',
  'people-homes': 'Homes of the people concerned',
};

interface ToldRow {
  readonly to: Audience;
  readonly message: string;
  readonly key: string;
  readonly updates?: string;
}

/** What the table shows of a reaction to any fact. */
interface ReactionRow {
  readonly trail: 'kept' | 'none';
  readonly tells?: readonly ToldRow[];
  readonly shows?: readonly Refresh[];
}

const head = `# Who hears what

Every fact, whether the audit trail keeps it, which messages follow from it, and what is rendered again. Made from
\`src/domain/record/reactions/reactions.ts\`: \`npx vitest run test/unit/record/messages-page.test.ts -u\` writes this page anew.

\`record\` (\`src/use-cases/record/record.ts\`) is the only way to the trail, to messages and to rendering again. A second message
with the same key is not made; for each person and each thread the key ends with their id. \`as it says\`: the use case
chose the words.

| fact | trail | who hears of it | message | key | rendered again |
|---|---|---|---|---|---|
`;

/** The trail keeps them, and nothing else follows. */
function isSilent({ tells = [], shows = [] }: ReactionRow): boolean {
  return tells.length === 0 && shows.length === 0;
}

function rowsOf(kind: string, { trail, tells = [], shows = [] }: ReactionRow): readonly string[] {
  const kept = trail === 'kept' ? 'yes' : '';
  const again = shows.map((one) => refreshes[one]).join(', ');
  const cells = tells.map(({ to, message, key, updates }) => {
    const instead = updates === undefined ? '' : `, in the place of \`${updates}\``;
    return `${audiences[to]} | ${message}${instead} | \`${key}\``;
  });
  const [first = ' | | ', ...others] = cells;
  return [
    `| \`${kind}\` | ${kept} | ${first} | ${again} |`,
    ...others.map((cell) => `| | | ${cell} | |`),
  ];
}

it('docs/messages.md is the table of reactions', async () => {
  const all = Object.entries<ReactionRow>(reactions);
  const rows = all.flatMap(([kind, reaction]) =>
    isSilent(reaction) ? [] : rowsOf(kind, reaction),
  );
  const silent = all.flatMap(([kind, reaction]) => (isSilent(reaction) ? [`- \`${kind}\``] : []));
  const tail = `\n## Kept in the trail alone\n\n${silent.join('\n')}\n`;
  await expect(`${head}${rows.join('\n')}\n${tail}`).toMatchFileSnapshot(
    '../../../docs/messages.md',
  );
});
