/** `/access-admin agents`: whose agents are connected. */
import { ok } from '../../../domain/result.ts';
import type { Sentence } from '../../../domain/text/sentence.ts';
import type { ChatCommand } from '../../../operator/admin/chat-commands.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import { agentRows } from '../agent-tables.ts';

const mostShown = 40;

const day = (at: Date) => at.toISOString().slice(0, 10);

export function agentsCommand({ store }: Pick<LocalDeps, 'store'>): ChatCommand {
  return {
    usage: 'agents',
    about: ['whose agents are connected', 'wessen Agenten verbunden sind'],
    async run({ deps }) {
      const tokens = await store.transaction((tx) =>
        rowsOfExtra(tx, agentRows).goodTokens(tx.at, mostShown),
      );
      const says = tokens.map(
        async ({ slackUserId, name, lastUsedAt, endsAt }): Promise<Sentence> => {
          const [person] = await deps.knownPeople(slackUserId);
          const what = `${person?.name ?? slackUserId}: “${name}”`;
          const used: Sentence =
            lastUsedAt === null
              ? ['never used', 'nie benutzt']
              : [`used on ${day(lastUsedAt)}`, `benutzt am ${day(lastUsedAt)}`];
          return [
            `${what}, ${used[0]}, until ${day(endsAt)}`,
            `${what}, ${used[1]}, bis ${day(endsAt)}`,
          ];
        },
      );
      const none: Sentence = ['No agent is connected.', 'Kein Agent ist verbunden.'];
      return ok({ says: tokens.length === 0 ? [none] : await Promise.all(says) });
    },
  };
}
