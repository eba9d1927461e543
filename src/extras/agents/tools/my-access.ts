import { z } from 'zod';
import { holderOf } from '../../../domain/action/holder-action.ts';
import { ok } from '../../../domain/result.ts';
import { isConfidential } from '../../../domain/settings/access-settings.ts';
import { standingWords } from '../../../slack/home/standing.ts';
import type { Languages, Reader } from '../../../slack/people/languages.ts';
import { holderRequests, shownRequests } from '../../../use-cases/access/holder-requests.ts';
import { postedCard } from '../../../use-cases/card/card-model.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import type { HomeRequest, HomeRequests } from '../../../use-cases/ports/home-contents.ts';
import { plainWords } from './plain-words.ts';
import { type Tool, type ToolAnswer, toolOf } from './tool.ts';

export interface MyAccessPorts extends LocalDeps {
  readonly languages: Pick<Languages, 'readerOf'>;
}

/** What the person asked for, and others for them, and what they have through it. */
export function myAccess(ports: MyAccessPorts): Tool {
  const about = {
    name: 'my_access',
    title: 'My requests and access',
    description:
      'Lists the access requests that the person you act for made, or that others made for them, with how each one stands, when granted access ends, a link, and what can be prepared about it. What is under way or there comes first. Access that they were given elsewhere is on the app’s Home tab in Slack.',
    isWriting: false,
    input: z.object({}),
  };
  return toolOf(ports, about, async ({ caller: { person }, reader }) => {
    const page = await holderRequests(ports, person.userId, shownRequests.message);
    const leftOut = Object.values(page.left).reduce((sum, count) => sum + count, 0);
    return ok({ requests: await toldRequests(ports, reader, person.userId, page), leftOut });
  });
}

/** As Home tells them, with a link to the card that the person can read, else to the console. */
export async function toldRequests(
  ports: MyAccessPorts,
  reader: Reader,
  userId: string,
  { shown, at }: Pick<HomeRequests, 'shown' | 'at'>,
): Promise<readonly ToolAnswer[]> {
  return ports.store.transaction(async (tx) => {
    const answers: ToolAnswer[] = [];
    for (const entry of shown) {
      const { request, task, grant, standing, consoleUrl, can } = entry;
      const card = postedCard(await tx.cards.ofRequest(request.id));
      const line = standingWords(reader.texts, userId, withoutReviewers(ports, entry), at);
      const [, says = ''] = plainWords(line, reader).split('\n');
      const isTheirs = holderOf(request) === userId;
      answers.push({
        id: request.id,
        number: task?.numericId ?? null,
        app: request.appName,
        access: request.entitlementName,
        standing,
        says,
        reason: request.justification,
        askedAt: request.createdAt.toISOString(),
        endsAt: grant?.endsAt?.toISOString() ?? null,
        link: card?.permalink ?? consoleUrl,
        canPrepare: [
          ...(isTheirs && can.extend ? ['more-time'] : []),
          ...(isTheirs && can['give-back'] ? ['give-back'] : []),
        ],
      });
    }
    return answers;
  });
}

/** An agent does not learn who decides about a confidential app: it may repeat that anywhere. */
function withoutReviewers(
  { settings }: Pick<MyAccessPorts, 'settings'>,
  entry: HomeRequest,
): HomeRequest {
  const { request, task } = entry;
  if (task === null || !isConfidential(settings, request.appId)) return entry;
  const stepApprovers = task.stepApprovers.map((one) => ({ ...one, name: one.id, email: null }));
  const { handedOver: _, ...rest } = task;
  return { ...entry, question: null, task: { ...rest, stepApprovers } };
}
