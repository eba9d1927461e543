import type { HomeView, KnownBlock } from '@slack/types';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { HomeModel } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { outcomeWords, taskNumber } from './task-words.ts';
import { marked, moment, name, plain } from './text.ts';

export const homeActions = { request: 'home.request' } as const;

/** App Home: one button, and where each of the person's requests stands. */
export function homeView(texts: Texts, home: HomeModel): HomeView {
  const blocks: KnownBlock[] = [
    { type: 'header', text: plain(texts.home.title, limits.headerText) },
    {
      type: 'actions',
      block_id: 'home.actions',
      elements: [
        {
          type: 'button',
          style: 'primary',
          action_id: homeActions.request,
          text: plain(texts.home.request, limits.buttonText),
          value: 'home',
        },
      ],
    },
    { type: 'divider' },
    { type: 'section', text: marked(`*${texts.home.myRequests}*`) },
  ];
  if (home.requests.length === 0) {
    blocks.push({
      type: 'section',
      text: marked(texts.home.nothingYet),
    });
  }
  for (const entry of home.requests) blocks.push({ type: 'section', text: marked(requestLine(texts, entry)) });
  return { type: 'home', blocks };
}

function requestLine(texts: Texts, { request, task }: HomeModel['requests'][number]): string {
  const { home } = texts;
  const what = `*${name(`${request.appName} · ${request.entitlementName}`, 200)}*`;
  const number = task === null || taskNumber(task) === '' ? '' : ` (${name(taskNumber(task))})`;
  return `${what}${number}\n${standing()} · ${home.asked({ when: moment(texts, request.createdAt) })}`;

  function standing(): string {
    if (task !== null) {
      if (!isOpen(task)) return name(outcomeWords(texts, task.outcome));
      return task.stepApprovers.length > 0 ? home.waitingForReview : home.beingSetUp;
    }
    switch (request.state) {
      case 'submitted':
      case 'sending':
      case 'created':
        return home.onItsWay;
      case 'refused':
        return home.notSentOn;
      case 'uncertain':
        return home.unclear;
      case 'abandoned':
        return home.left;
    }
  }
}
