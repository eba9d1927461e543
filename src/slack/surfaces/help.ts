import type { AccessSettings } from '../../domain/access-settings.ts';
import { textsFor } from '../texts/texts.ts';
import { helpers } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { marked } from './text.ts';

export function helpMessage(settings: Pick<AccessSettings, 'admins' | 'apps'>): RenderedMessage {
  const words = [
    'Type `/request-access` to ask for access: pick an app, what you need in it, say why and for how long.',
    'The reviewers get a card to decide on. I tell you in a direct message when it is with them, when somebody decides, and when you have access.',
    `You can ask for ${settings.apps.length} ${settings.apps.length === 1 ? 'app' : 'apps'} here. Questions? Ask ${helpers(textsFor('en'), settings.admins)}.`,
  ].join('\n');
  return { text: words, blocks: [{ type: 'section', text: marked(words) }] };
}
