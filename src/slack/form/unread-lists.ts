import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import { countedNames } from '../card/task-words.ts';
import type { Texts } from '../platform/texts.ts';

/**
 * Says that something may be missing because its list was not read since the start, so that nobody
 * takes a short list for all there is. Empty where everything that can be picked was read. `app`:
 * what is picked; null while any can be.
 */
export function unreadWords(
  texts: Texts,
  catalogue: Pick<Catalogue, 'apps' | 'ages'>,
  app: RequestableApp | null,
): string {
  const words = texts.requestForm;
  const ages = catalogue.ages();
  const all = catalogue.apps('');
  const unread = all.filter(({ id }) => ages.get(id) === null);
  const concerned = app === null ? unread : unread.filter(({ id }) => id === app.id);
  // The tenant's list of apps was not read yet.
  if (all.length === 0) return words.nothingReadYet;
  if (concerned.length === 0) return '';
  if (unread.length === all.length) return words.nothingReadYet;
  const apps = countedNames(
    texts,
    concerned.map((one) => one.name),
    'and',
  );
  return words.notReadYet({ apps });
}
