import { type AccessSettings, isConfidential } from '../../domain/settings/access-settings.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import type { IsHidden, Visibility } from '../../use-cases/ports/visibility-ports.ts';

interface HiddenDeps {
  readonly settings: AccessSettings;
  readonly visibility: Pick<Visibility, 'hiddenFrom'>;
}

export interface AskingPeople {
  readonly askerId: string;
  /** Who the access is for. */
  readonly holderId: string;
}

/** What is hidden from the person that a request is for, by what is known now. */
export function hiddenFor(
  { settings, visibility }: HiddenDeps,
  { askerId, holderId }: AskingPeople,
): IsHidden {
  const isHidden = visibility.hiddenFrom(holderId);
  if (askerId === holderId) return isHidden;
  // What somebody sees of a confidential app tells others what they hold.
  return (one) => !isConfidential(settings, one.appId) && isHidden(one);
}

/**
 * Whether a form goes by visibility: not in an emergency, and not for access that the service has
 * accepted before.
 */
export function goesByVisibility(
  form: Pick<TypedForm, 'emergency' | 'extends' | 'corrects'>,
): boolean {
  return !form.emergency && form.extends === null && form.corrects === null;
}
