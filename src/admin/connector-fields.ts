import { z } from 'zod';
import type { AdminInput } from '../use-cases/admin-desk.ts';
import type { ConnectorChange } from '../use-cases/administration-ports.ts';

/** A change while it is being put together. */
export type Draft = { -readonly [Name in keyof ConnectorChange]: ConnectorChange[Name] };

/** One field of a connector that can be set (interface.md, Connector), and how it is typed. */
export interface ConnectorField extends Omit<AdminInput, 'typed'> {
  /** Puts what was typed into the change; a sentence where it cannot. */
  put(draft: Draft, typed: string): string | null;
}

type Put<Value> = (draft: Draft, value: Value) => void;

const trueWords: ReadonlySet<string> = new Set(['true', 'yes', 'on']);
const falseWords: ReadonlySet<string> = new Set(['false', 'no', 'off']);
const textArray = z.array(z.string());
const typedObject = z.looseObject({ '@type': z.string().min(1) });

function text(name: string, label: string, hint: string, put: Put<string>): ConnectorField {
  return {
    name,
    label,
    hint,
    kind: 'text',
    canBeEmpty: true,
    put(draft, typed) {
      put(draft, typed);
      return null;
    },
  };
}

function flag(name: string, label: string, hint: string, put: Put<boolean>): ConnectorField {
  return {
    name,
    label,
    hint,
    kind: 'yes or no',
    canBeEmpty: false,
    put(draft, typed) {
      const word = typed.trim().toLowerCase();
      if (!trueWords.has(word) && !falseWords.has(word)) return `${name} takes yes or no.`;
      put(draft, trueWords.has(word));
      return null;
    },
  };
}

function whole(name: string, label: string, hint: string, put: Put<number>): ConnectorField {
  return {
    name,
    label,
    hint,
    kind: 'number',
    canBeEmpty: false,
    put(draft, typed) {
      if (!/^\d{1,9}$/.test(typed.trim())) return `${name} takes a whole number.`;
      put(draft, Number(typed.trim()));
      return null;
    },
  };
}

function list(name: string, label: string, hint: string, put: Put<readonly string[]>): ConnectorField {
  return {
    name,
    label,
    hint,
    kind: 'list',
    canBeEmpty: true,
    put(draft, typed) {
      const trimmed = typed.trim();
      if (!trimmed.startsWith('[')) {
        put(
          draft,
          trimmed.split(/[,\n]/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()])),
        );
        return null;
      }
      const items = textArray.safeParse(readJson(trimmed));
      if (!items.success) return `${name} takes words separated by commas, or a JSON array of texts.`;
      put(draft, items.data);
      return null;
    },
  };
}

function date(name: string, label: string, hint: string, put: Put<string>): ConnectorField {
  return {
    name,
    label,
    hint,
    kind: 'text',
    canBeEmpty: false,
    put(draft, typed) {
      const moment = typed.trim();
      if (!/^\d{4}-\d{2}-\d{2}T/.test(moment) || Number.isNaN(Date.parse(moment))) {
        return `${name} takes a date and time such as 2026-03-01T06:00:00Z.`;
      }
      put(draft, moment);
      return null;
    },
  };
}

function readJson(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return undefined;
  }
}

/** In the order in which the form shows them. */
export const shownFields: readonly ConnectorField[] = [
  text('displayName', 'Name', '', (draft, value) => {
    draft.displayName = value;
  }),
  text('description', 'Description', '', (draft, value) => {
    draft.description = value;
  }),
  text('connectorSyncCronSchedule.cronSpec', 'Sync schedule', 'Cron, for example 0 * * * *', (draft, cronSpec) => {
    draft.connectorSyncCronSchedule = { ...draft.connectorSyncCronSchedule, cronSpec };
  }),
  text(
    'connectorSyncCronSchedule.timezone',
    'Time zone of the schedule',
    'For example Europe/Lisbon',
    (draft, timezone) => {
      draft.connectorSyncCronSchedule = { ...draft.connectorSyncCronSchedule, timezone };
    },
  ),
  date('connectorSyncCronSchedule.start', 'First sync', 'For example 2026-03-01T06:00:00Z', (draft, start) => {
    draft.connectorSyncCronSchedule = { ...draft.connectorSyncCronSchedule, start };
  }),
  list('syncConfig.syncResourceTypeIds', 'Resource types to sync', 'Separated by commas', (draft, value) => {
    draft.syncConfig = { syncResourceTypeIds: value };
  }),
  whole('parallelSyncWorkerCount', 'Parallel sync workers', '', (draft, value) => {
    draft.parallelSyncWorkerCount = value;
  }),
  flag('canResumeSync', 'A broken sync is resumed', '', (draft, value) => {
    draft.canResumeSync = value;
  }),
  flag('disableCheckBadSync', 'Bad syncs are not checked for', '', (draft, value) => {
    draft.disableCheckBadSync = value;
  }),
  text('syncDisabledCategory', 'Sync is switched off: category', '', (draft, value) => {
    draft.syncDisabledCategory = value;
  }),
  text('syncDisabledReason', 'Sync is switched off: reason', '', (draft, value) => {
    draft.syncDisabledReason = value;
  }),
  list('userIds', 'People in charge', 'Ids in the governance service, separated by commas', (draft, value) => {
    draft.userIds = value;
  }),
  list('profileAllowList', 'Profile attributes taken', 'Separated by commas', (draft, value) => {
    draft.profileAllowList = value;
  }),
  list('profileIgnoreList', 'Profile attributes left out', 'Separated by commas', (draft, value) => {
    draft.profileIgnoreList = value;
  }),
  {
    name: 'config',
    label: 'Configuration',
    hint: 'JSON with its @type',
    kind: 'json',
    canBeEmpty: false,
    put(draft, typed) {
      const config = typedObject.safeParse(readJson(typed));
      if (!config.success) return 'config takes a JSON object with a text "@type".';
      draft.config = config.data;
      return null;
    },
  },
];

/** Rarely set; only by name. */
export const otherFields: readonly ConnectorField[] = [
  text('catalogId', 'Catalog entry', '', (draft, value) => {
    draft.catalogId = value;
  }),
  text('status.lastError', 'Last error', '', (draft, lastError) => {
    draft.status = { ...draft.status, lastError };
  }),
  date('status.startedAt', 'Sync started', '', (draft, startedAt) => {
    draft.status = { ...draft.status, startedAt };
  }),
  date('status.updatedAt', 'Sync updated', '', (draft, updatedAt) => {
    draft.status = { ...draft.status, updatedAt };
  }),
  date('status.completedAt', 'Sync completed', '', (draft, completedAt) => {
    draft.status = { ...draft.status, completedAt };
  }),
  {
    name: 'oauthAuthorizedAs',
    label: 'Authorisation',
    hint: '',
    kind: 'json',
    canBeEmpty: true,
    put(draft, typed) {
      if (!['', '{}'].includes(typed.trim()))
        return 'oauthAuthorizedAs takes {} and nothing else: it is empty in requests.';
      draft.oauthAuthorizedAs = {};
      return null;
    },
  },
];
