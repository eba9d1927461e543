import { z } from 'zod';
import { identitySources } from '../domain/access-settings.ts';
import { languages } from '../domain/language.ts';
import { optionalOperations } from '../domain/optional-operation.ts';
import { secondsFromText } from './duration-text.ts';
import { requestFields } from './request-fields.ts';
import { expecting, filledListOf, listOf, matching, nonEmpty, oneOf, settings, textThat } from './shape-mistakes.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

const channelId = textThat(
  matching(/^[CG][A-Z0-9]{2,}$/),
  'the id of a Slack channel, like C0REVIEWS (it is at the bottom of the channel’s details)',
);
const personId = textThat(
  matching(/^[UW][A-Z0-9]{2,}$/),
  'the member id of a person in Slack, like U0ADMIN (it is in the menu of their profile)',
);
const userGroupId = textThat(
  matching(/^S[A-Z0-9]{2,}$/),
  'the id of a Slack user group, like S0ONCALL (it is at the end of the group’s address in Slack)',
);
const duration = textThat(secondsFromText, 'a time above zero with its unit, like 90m, 4h or 7d');

function durations(defaultSeconds: readonly number[]) {
  return filledListOf(duration, 'a list of times, like [1h, 4h], or leave it out for the default')
    .nullish()
    .transform((list) => [...new Set(list ?? defaultSeconds)].sort((one, other) => one - other));
}

function readTaskUrl(text: string): string | null {
  const names = [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const example = text.replaceAll(/\{[^}]*\}/g, '1');
  const isWeb = URL.canParse(example) && /^https?:$/.test(new URL(example).protocol);
  const known = names.length > 0 && names.every((name) => name === 'numericId' || name === 'id');
  return isWeb && known ? text : null;
}

const resource = settings({
  resourceTypeId: textThat(nonEmpty, 'the id of the resource’s type in the governance service'),
  resourceId: textThat(nonEmpty, 'the id of the resource in the governance service'),
});

const requestableApp = settings({
  id: textThat(nonEmpty, 'the app’s id in the governance service'),
  name: textThat(nonEmpty, 'the app’s name as people know it'),
  channel: channelId.nullish(),
  resources: filledListOf(
    resource,
    'a list of resources, like [{ resourceTypeId: team, resourceId: platform }], or leave it out',
  ).nullish(),
  durations: durations([hourSeconds, 4 * hourSeconds, daySeconds, 7 * daySeconds]),
  fields: requestFields.nullish(),
});

const governance = settings({
  operations: listOf(
    oneOf(optionalOperations),
    'a list of the optional operations that the tenant has, like [taskRead, taskSearch]',
  ),
  queryCase: z.enum(['camel', 'snake'], expecting('camel or snake')).nullish(),
  taskUrl: textThat(
    readTaskUrl,
    'an http or https link with {numericId} or {id} in it, like https://acme.example/task/{numericId}',
  ).nullish(),
});

/** `access.yaml` as the operator writes it; parsed values are in the bot's own units, durations with their defaults filled in. */
export const accessShape = settings({
  governance: governance.nullish(),
  apps: filledListOf(requestableApp, 'a list with at least one app that people can ask access to'),
  identity: settings({
    directory: textThat(nonEmpty, 'the name of the directory file, relative to this one, like people.yaml').nullish(),
    order: filledListOf(
      oneOf(identitySources),
      `a list of ${identitySources.join(', ')}, or leave it out for the default`,
    ).nullish(),
    profileField: textThat(
      matching(/^Xf[A-Z0-9]{2,}$/),
      'the id of a Slack profile field, like Xf0ABC (team.profile.get lists them)',
    ).nullish(),
    cache: duration.nullish(),
  }).nullish(),
  review: settings({
    mode: z.enum(['act', 'link'], expecting('act or link')).nullish(),
    allowOwnRequests: z.boolean(expecting('true or false')).nullish(),
  }).nullish(),
  emergency: settings({
    channel: channelId.nullish(),
    onCall: userGroupId.nullish(),
    durations: durations([hourSeconds, 4 * hourSeconds]),
  }).nullish(),
  admins: listOf(personId, 'a list of member ids, like [U0ADMIN]'),
  language: z.enum(languages, expecting(languages.join(' or '))).nullish(),
});

/** What `emergency.durations` is where the whole group is left out. */
export const defaultEmergencySeconds: readonly number[] = [hourSeconds, 4 * hourSeconds];

/** What `identity.cache` is where it is left out. */
export const defaultIdentityCacheSeconds = 600;

/** The directory file: who has which identity in the governance service, by email. */
export const directoryShape = z.array(
  settings({
    email: textThat(
      (text) => z.email().safeParse(text.trim()).data?.toLowerCase() ?? null,
      'the person’s email address, like ana@acme.example',
    ),
    identityUserId: textThat(nonEmpty, 'the id of the person’s identity user in the governance service'),
  }),
  expecting('a list of people, each like { email: ana@acme.example, identityUserId: user-ana }'),
);
