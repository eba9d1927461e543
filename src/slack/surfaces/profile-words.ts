import type { LeavingProfile } from '../../domain/access-profile.ts';
import type { Texts } from '../texts/texts.ts';
import { cut, listed } from './text.ts';

/** Names that a dialog has room for, beside the rest of it. */
const mostNamed = 2;
const namedLength = 30;

/** What giving back an access profile does to what is in it, for a dialog: as plain text. */
export function leavingWords(texts: Texts, { unenrolment, held }: LeavingProfile): string {
  const { leaving, ofItYouHave } = texts.profile;
  if (held.length === 0) return leaving[unenrolment];
  const named = held.slice(0, mostNamed).map((one) => cut(one, namedLength));
  const more = held.length - named.length;
  const names = more <= 0 ? named : [...named, texts.lists.more({ count: more })];
  return `${leaving[unenrolment]} ${ofItYouHave({ names: listed(texts, names, 'and') })}`;
}

/** The same below the access on Home; nothing where it is no access profile. */
export function leavingLine({ profile }: Texts, leaving: LeavingProfile | null): readonly string[] {
  if (leaving === null) return [];
  return [profile.onGivingBack({ what: profile.leaving[leaving.unenrolment] })];
}
