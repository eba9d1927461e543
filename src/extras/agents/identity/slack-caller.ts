import { z } from 'zod';

/** Whom Slack names in a request that it signed (`params._meta.slack`). */
const slackCaller = z.object({
  user_id: z.string().min(1).max(50),
  team_id: z.string().min(1).max(50),
  enterprise_id: z.string().max(50).nullish(),
});

export interface SlackCaller {
  readonly userId: string;
  readonly teamId: string;
}

/** Only of a body whose signature was verified; null where it names nobody. */
export function readSlackCaller(value: unknown): SlackCaller | null {
  const parsed = slackCaller.safeParse(value);
  return parsed.success ? { userId: parsed.data.user_id, teamId: parsed.data.team_id } : null;
}
