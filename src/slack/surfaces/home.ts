import type { HomeView, KnownBlock } from '@slack/types';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { HomeModel } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import { textsFor } from '../texts/texts.ts';
import { outcomeWords, taskNumber } from './task-words.ts';
import { marked, moment, name, plain } from './text.ts';

export const homeActions = { request: 'home.request' } as const;

/** App Home: one button, and where each of the person's requests stands. */
export function homeView(home: HomeModel): HomeView {
  const blocks: KnownBlock[] = [
    { type: 'header', text: plain('Access requests', limits.headerText) },
    {
      type: 'actions',
      block_id: 'home.actions',
      elements: [
        {
          type: 'button',
          style: 'primary',
          action_id: homeActions.request,
          text: plain('Request access', limits.buttonText),
          value: 'home',
        },
      ],
    },
    { type: 'divider' },
    { type: 'section', text: marked('*My requests*') },
  ];
  if (home.requests.length === 0) {
    blocks.push({
      type: 'section',
      text: marked('You have not asked for anything yet. Type `/request-access` anywhere, or use the button above.'),
    });
  }
  for (const entry of home.requests) blocks.push({ type: 'section', text: marked(requestLine(entry)) });
  return { type: 'home', blocks };
}

function requestLine({ request, task }: HomeModel['requests'][number]): string {
  const what = `*${name(`${request.appName} · ${request.entitlementName}`, 200)}*`;
  const number = task === null || taskNumber(task) === '' ? '' : ` (${name(taskNumber(task))})`;
  return `${what}${number}\n${standing()} · asked ${moment(textsFor('en'), request.createdAt)}`;

  function standing(): string {
    if (task !== null) {
      if (!isOpen(task)) return name(outcomeWords(task.outcome));
      return task.stepApprovers.length > 0 ? 'Waiting for review' : 'Being set up';
    }
    switch (request.state) {
      case 'submitted':
      case 'sending':
      case 'created':
        return 'On its way to the governance service';
      case 'refused':
        return 'Not sent on';
      case 'uncertain':
        return 'Not clear whether it arrived';
      case 'abandoned':
        return 'Left';
    }
  }
}
