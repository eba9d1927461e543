import { ok, refuse } from '../../domain/result.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { type Prompts, untilRight } from './prompts.ts';
import type { ChannelFacts } from './slack-questions.ts';

interface ChannelDeps {
  readonly prompts: Prompts;
  readonly existing: Pick<AccessSettings, 'channels'> | null;
}

interface ChannelQuestion {
  readonly message: string;
  /** What it means that none is chosen. */
  readonly none: string;
  /** An id, or a name with # before it. */
  readonly initial: string | null;
  /** Empty where the workspace does not list them. */
  readonly channels: readonly ChannelFacts[];
}

/** The id of a channel that cards can go to; null for none. */
export function askChannel(
  { prompts, existing }: ChannelDeps,
  { message, none, initial, channels }: ChannelQuestion,
): Promise<string | null> {
  const isMeant = (typed: string) => (one: ChannelFacts) =>
    one.id === typed || `#${one.name}` === typed;
  const choices = [
    { value: '', label: none },
    ...channels.map((one) => ({ value: one.id, label: `#${one.name}`, hint: hintOf(one) })),
  ];
  return untilRight<string, string | null>(prompts, {
    initial: channels.find(isMeant(initial ?? ''))?.id ?? initial ?? '',
    ask: (typed) =>
      channels.length === 0
        ? prompts.text(`${message} Its id, like C0REVIEWS; empty for none:`, typed)
        : prompts.choose(message, choices, typed),
    async check(typed) {
      const id = typed.trim();
      if (id === '') return ok(null);
      const channel = channels.find(isMeant(id));
      if (channel === undefined && channels.length > 0)
        return refuse(
          `The bot sees no channel ${id}. If it is private, invite the bot there first: /invite @access.`,
        );
      if (channel === undefined)
        return /^[CG][A-Z0-9]{2,}$/.test(id) ? ok(id) : refuse(`${id} is no id of a channel.`);
      if (channel.isShared && existing?.channels.allowShared.includes(channel.id) !== true)
        return refuse(
          `#${channel.name} is shared with another company, so no cards go there. Name another, or add it to channels.allowShared in access.yaml first.`,
        );
      if (!channel.isMember)
        await prompts.say(`The bot is not in #${channel.name} yet: type /invite @access there.`);
      return ok(channel.id);
    },
  });
}

const hintOf = ({ isShared, isMember }: ChannelFacts): string | undefined =>
  isShared ? 'shared with another company' : isMember ? undefined : 'the bot is not in it';
