/** The window with everything that waits for somebody's decision. */
import type { Button, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import type { WaitingPage, WaitingView } from '../../../use-cases/card/waiting-page.ts';
import { button } from '../../action/buttons.ts';
import { asOfLine, modal } from '../../modals.ts';
import { readJson } from '../../platform/json-text.ts';
import { limits } from '../../platform/limits.ts';
import { actionsBlock, cut, marked, oneLine, option, plain, section } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { reviewBlocks } from './waiting-review.ts';

export const waitingActions = {
  app: 'waiting.app',
  previous: 'waiting.previous',
  next: 'waiting.next',
  /** The button back to the list, in the window that shows one request whole. */
  back: 'waiting.back',
} as const;

export const waitingMemory = z
  .object({ waiting: z.object({ page: z.number().int(), appId: z.string().nullable() }) })
  .transform(({ waiting }) => waiting);

/** The part of the list that a window shows or was opened from; null for any other window. */
export function readWaitingView(privateMetadata: string): WaitingView | null {
  return waitingMemory.safeParse(readJson(privateMetadata)).data ?? null;
}

/** The choice that shows all apps; no id of an app is empty. */
export const allApps = 'all-apps:';

/** Each request with its buttons, as on Home. `asOf`: when the page was read. */
export function waitingWindow(texts: Texts, page: WaitingPage, asOf: Date): ModalView {
  const { waiting } = texts;
  const entries = page.reviews.flatMap((one) => reviewBlocks(texts, one));
  const emptyWords = page.count === 0 ? waiting.nothing : waiting.unreadable;
  const blocks: KnownBlock[] = [
    ...appFilter(texts, page),
    ...asOfLine(texts, asOf),
    ...(entries.length === 0 ? [section(emptyWords)] : entries),
    ...pageButtons(texts, page),
  ];
  const { page: number, appId } = page;
  return {
    ...modal(texts.home.waitingForMe, texts.requestForm.close, blocks),
    private_metadata: JSON.stringify({ waiting: { page: number, appId } }),
  };
}

/** Empty if everything is of one app. */
function appFilter({ waiting }: Texts, { apps, appId }: WaitingPage): SectionBlock[] {
  if (apps.length < 2) return [];
  const all = apps.reduce((sum, { count }) => sum + count, 0);
  const first = option(waiting.allApps({ count: all }), allApps);
  // An id that is too long for an option names no app that anybody has seen.
  const choosableApps = apps.filter(({ id }) => id.length <= limits.optionValue);
  const options = choosableApps.slice(0, limits.options - 1).map(({ id, name, count }) => {
    const appName = cut(oneLine(name), limits.optionText - countLength);
    return option(waiting.app({ app: appName, count }), id);
  });
  const picked = options.find(({ value }) => value === appId);
  const accessory = {
    type: 'static_select' as const,
    action_id: waitingActions.app,
    placeholder: plain(waiting.appLabel, limits.placeholder),
    options: [first, ...options],
    initial_option: picked ?? first,
  };
  return [{ type: 'section', block_id: 'waiting.app', text: marked(waiting.appLabel), accessory }];
}

/** How many characters of an option are for the number behind the app. */
const countLength = 10;

/** Empty if everything is on one page. */
function pageButtons({ waiting }: Texts, { page, pages }: WaitingPage): KnownBlock[] {
  if (pages < 2) return [];
  const to = (action: string, words: string, number: number): Button => ({
    ...button(action, words, `${number}`),
    accessibility_label: waiting.toPage({ words, number: number + 1, pages }),
  });
  const buttons = [
    ...(page === 0 ? [] : [to(waitingActions.previous, waiting.previous, page - 1)]),
    ...(page === pages - 1 ? [] : [to(waitingActions.next, waiting.next, page + 1)]),
  ];
  const where: KnownBlock = {
    type: 'context',
    elements: [marked(waiting.page({ number: page + 1, pages }))],
  };
  return [where, ...actionsBlock('waiting.pages', buttons)];
}
