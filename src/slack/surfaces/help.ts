import type { AccessSettings } from '../../domain/access-settings.ts';
import { tasksAreRead } from '../../domain/optional-operation.ts';
import type { Texts } from '../texts/texts.ts';
import { helpers } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { marked } from './text.ts';

export function helpMessage(
  texts: Texts,
  settings: Pick<AccessSettings, 'admins' | 'apps' | 'governance'>,
): RenderedMessage {
  const { help } = texts;
  const apps = help.apps({ count: settings.apps.length });
  const questions = help.questions({ helpers: helpers(texts, settings.admins) });
  const words = [
    help.howTo,
    help.inOneLine,
    help.otherWays,
    help.emergencies,
    tasksAreRead(new Set(settings.governance.operations)) ? help.whatFollows : help.whatFollowsUnfollowed,
    `${apps} ${questions}`,
  ].join('\n');
  return { text: words, blocks: [{ type: 'section', text: marked(words) }] };
}
