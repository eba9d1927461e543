import fc from 'fast-check';
import { actFields, actFormId } from '../../src/slack/action/action-form-modal.ts';
import { holderActions, uncertainActions } from '../../src/slack/action/buttons.ts';
import { adminButton } from '../../src/slack/admin/admin.ts';
import { cardActions } from '../../src/slack/card/card-buttons.ts';
import {
  entitlementBlockId,
  requestFormId,
} from '../../src/slack/form/blocks/request-form-fields.ts';
import { homeActions } from '../../src/slack/home/home.ts';
import { anyCharacter } from './slack-limits.ts';
import { actMemory, requestMemory } from './window-memories.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json };

/** What stands in a payload where something else was expected. */
const odd: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<Json | undefined>(
    undefined,
    null,
    true,
    0,
    -1,
    1e308,
    '',
    '\0',
    'a\0b',
    '\ud800',
    'x',
    '{}',
    'null',
    [],
    [null],
  ),
  fc.constantFrom<Json>(
    {},
    { id: null },
    { type: 'x' },
    { __proto__: 1, constructor: {} },
    'x'.repeat(100_000),
    '['.repeat(20_000),
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.json({ maxDepth: 3 }),
);

/** Every place in a JSON value, those within texts that hold JSON themselves included. */
function placesIn(value: Json, place: readonly string[] = []): readonly (readonly string[])[] {
  const held = typeof value === 'string' ? jsonIn(value) : value;
  if (held === null || typeof held !== 'object') return [place];
  return [
    place,
    ...Object.entries(held).flatMap(([member, one]) => placesIn(one, [...place, member])),
  ];
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The value with something else at a place; `undefined` takes the member away. */
function replaced(
  value: Json,
  [member, ...rest]: readonly string[],
  by: Json | undefined,
): Json | undefined {
  if (member === undefined) return by;
  if (typeof value === 'string')
    return JSON.stringify(replaced(jsonIn(value), [member, ...rest], by));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    name === member ? replaced(one, rest, by) : one,
  ]);
  return Array.isArray(value) ? entries.map(([, one]) => one ?? null) : Object.fromEntries(entries);
}

/** Payloads of Slack's kinds, with up to three of their members missing or other than expected. */
export function mutated(payloads: readonly Json[]): fc.Arbitrary<Json> {
  const change = fc.tuple(fc.nat(), odd);
  return fc
    .tuple(fc.constantFrom(...payloads), fc.array(change, { maxLength: 3 }))
    .map(([payload, changes]) => {
      let now = payload;
      for (const [nth, by] of changes) {
        const places = placesIn(now);
        now = replaced(now, places[nth % places.length] ?? [], by) ?? null;
      }
      return now;
    });
}

export interface Sender {
  readonly responseUrl: string;
  readonly cardValue: string;
  readonly requestId: string;
  readonly entitlementId: string;
}

/** One payload of every kind that the bot listens to, as Slack would send it. */
export function everyPayload({
  responseUrl,
  cardValue,
  requestId,
  entitlementId,
}: Sender): readonly Json[] {
  const user = { id: 'U0BEN', username: 'ben', name: 'ben', team_id: 'T0ACME' };
  const team = { id: 'T0ACME', domain: 'acme' };
  const person = { user, team, trigger_id: '1.2.3' };
  const container = {
    type: 'message',
    channel_id: 'C0GENERAL',
    message_ts: '1.5',
    is_ephemeral: false,
  };
  const block = entitlementBlockId('app-github', []);
  const values: Json = {
    app: { 'request.app': { selected_option: { value: 'app-github' } } },
    [block]: { 'request.entitlement': { selected_options: [{ value: entitlementId }] } },
    justification: { 'request.justification': { value: 'INC-42' } },
    'duration-1': { 'request.duration': { selected_option: { value: '3600' } } },
    time: { 'request.time': { value: null } },
    target: { 'request.target': { selected_user: null } },
  };
  const view = {
    id: 'V1',
    hash: '1.2',
    callback_id: requestFormId,
    private_metadata: JSON.stringify(requestMemory),
    state: { values },
  };
  const denial = {
    ...actMemory,
    ...JSON.parse(cardValue),
    clicked: { channel: 'C0GENERAL', ts: '1.5' },
  };
  const reason = { [actFields.words.block]: { [actFields.words.action]: { value: 'not now' } } };
  const denied = {
    ...view,
    callback_id: actFormId,
    private_metadata: JSON.stringify(denial),
    state: { values: reason },
  };
  const admin = JSON.stringify({ v: 3, words: ['status'], isConfirmed: true });
  const click = (action_id: string, value: string) => ({
    type: 'block_actions',
    ...person,
    container,
    response_url: responseUrl,
    actions: [{ action_id, block_id: 'b', value, action_ts: '1.5' }],
  });
  const command = (name: string, text: string) => ({
    command: name,
    text,
    user_id: 'U0BEN',
    user_name: 'ben',
    team_id: 'T0ACME',
    team_domain: 'acme',
    channel_id: 'C0GENERAL',
    trigger_id: '1.2.3',
    response_url: responseUrl,
  });
  return [
    command('/request-access', 'github platform write for 2h because INC-42'),
    command('/request-access', 'status'),
    command('/emergency-access', 'github'),
    command('/access-admin', 'status'),
    ...Object.values({
      ...cardActions,
      decideInConsole: `${cardActions.decideInConsole}.approve`,
    }).map((id) => click(id, cardValue)),
    ...[...Object.values(holderActions), ...Object.values(uncertainActions)].map((id) =>
      click(id, requestId),
    ),
    click(`${adminButton}.0`, admin),
    ...Object.values(homeActions).map((id) => click(id, '')),
    {
      type: 'block_actions',
      ...person,
      view,
      actions: [
        {
          action_id: 'request.app',
          block_id: 'app',
          action_ts: '1.5',
          selected_option: { value: 'app-github' },
        },
      ],
    },
    {
      type: 'block_suggestion',
      ...person,
      view,
      action_id: 'request.app',
      block_id: 'app',
      value: 'git',
    },
    {
      type: 'block_suggestion',
      ...person,
      view,
      action_id: 'request.entitlement',
      block_id: block,
      value: 'plat',
    },
    { type: 'view_submission', ...person, view },
    { type: 'view_submission', ...person, view: denied },
    { type: 'shortcut', ...person, callback_id: 'request_access' },
    {
      type: 'message_action',
      ...person,
      callback_id: 'request_access_for_message',
      response_url: responseUrl,
      channel: { id: 'C0GENERAL' },
      message: { ts: '1.5', text: 'the *build* is red', user: 'U0DARA', thread_ts: '1.4' },
    },
    {
      type: 'message_action',
      ...person,
      callback_id: 'comment_from_message',
      response_url: responseUrl,
      channel: { id: 'C0REVIEWS' },
      message: {
        ts: '1.5',
        text: 'which *build*?',
        user: 'U0DARA',
        thread_ts: '1.4',
        bot_id: null,
      },
    },
    {
      type: 'event_callback',
      event_id: 'Ev1',
      event: { type: 'app_home_opened', user: 'U0BEN', tab: 'home' },
    },
    {
      type: 'event_callback',
      event_id: 'Ev2',
      event: { type: 'message', channel: 'C0GENERAL', user: 'U0BEN', text: 'hello' },
    },
  ];
}
