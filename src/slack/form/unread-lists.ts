import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import type { AccessGovernance } from '../../use-cases/ports/ports.ts';
import { countedNames } from '../card/task-words.ts';
import type { Texts } from '../texts.ts';

type Lists = Pick<Catalogue, 'apps' | 'ages'>;

/** Whether something that can be requested may be in a list that was not read yet. */
export function isAnyUnread(catalogue: Lists): boolean {
  const ages = catalogue.ages();
  const all = catalogue.apps('');
  return all.length === 0 || all.some(({ id }) => ages.get(id) === null);
}

/**
 * Says that the service refuses the bot; or that something may be missing because its list was not
 * read since the start, so that nobody takes a short list for all there is. Empty where everything
 * that can be picked was read. `app`: what is picked; null while any can be.
 */
export function unreadWords(
  texts: Texts,
  {
    catalogue,
    governance,
  }: {
    readonly catalogue: Lists;
    readonly governance: Pick<AccessGovernance, 'isRefused'>;
  },
  app: RequestableApp | null,
): string {
  const words = texts.requestForm;
  if (governance.isRefused()) return words.serviceRefuses;
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
