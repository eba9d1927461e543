import type { Language } from '../../domain/language.ts';

/** A label for everything in the TaskActionType list (interface.md, Task), without its prefix. The list is open. */
const labels: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  CLOSE: { en: 'Close the request', de: 'Anfrage schließen' },
  APPROVE: { en: 'Approve', de: 'Genehmigen' },
  DENY: { en: 'Deny', de: 'Ablehnen' },
  COMMENT: { en: 'Comment', de: 'Anmerkung schreiben' },
  DELETE: { en: 'Delete the request', de: 'Anfrage löschen' },
  REASSIGN: { en: 'Reassign', de: 'An andere übergeben' },
  RESTART: { en: 'Restart the review', de: 'Prüfung neu beginnen' },
  SEND_REMINDER: { en: 'Send a reminder', de: 'Erinnerung schicken' },
  PROVISION_COMPLETE: { en: 'Mark as set up', de: 'Als eingerichtet vermerken' },
  PROVISION_CANCELLED: { en: 'Cancel the set-up', de: 'Einrichtung abbrechen' },
  PROVISION_ERRORED: { en: 'Mark the set-up as failed', de: 'Einrichtung als fehlgeschlagen vermerken' },
  ROLLBACK_SKIPPED: { en: 'Skip the rollback', de: 'Rücknahme überspringen' },
  PROVISION_APP_USER_TARGET_CREATED: { en: 'Mark the account as created', de: 'Konto als angelegt vermerken' },
  HARD_RESET: { en: 'Reset from the beginning', de: 'Ganz von vorn beginnen' },
  ESCALATE_TO_EMERGENCY_ACCESS: { en: 'Escalate to emergency access', de: 'Zum Notfall machen' },
  CHANGE_POLICY: { en: 'Change the policy', de: 'Regelwerk ändern' },
  RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS: { en: 'Recalculate the denial', de: 'Ablehnung neu berechnen' },
  SET_INSIGHTS_AND_RECOMMENDATION: { en: 'Set insights and recommendation', de: 'Hinweise und Empfehlung setzen' },
  SET_ANALYSIS_ID: { en: 'Set the analysis', de: 'Auswertung setzen' },
  RECALCULATE_APPROVERS_LIST: { en: 'Recalculate the reviewers', de: 'Prüfende neu bestimmen' },
  PROCESS_NOW: { en: 'Process now', de: 'Jetzt bearbeiten' },
  APPROVE_WITH_STEP_UP: { en: 'Approve with extra verification', de: 'Mit zusätzlicher Bestätigung genehmigen' },
  SKIP_STEP: { en: 'Skip this step', de: 'Diesen Schritt überspringen' },
  ROLLBACK_CANCELLED: { en: 'Cancel the rollback', de: 'Rücknahme abbrechen' },
  UPDATE_REQUEST_DATA: { en: 'Change the request’s details', de: 'Angaben der Anfrage ändern' },
  UPDATE_GRANT_DURATION: { en: 'Change the duration', de: 'Dauer ändern' },
  RETRY_PROVISIONING: { en: 'Retry the set-up', de: 'Einrichtung noch einmal versuchen' },
};

/** What an action is called; undefined for one that nobody knows yet. */
export const actionLabels = (language: Language) => (action: string) =>
  Object.hasOwn(labels, action) ? labels[action]?.[language] : undefined;
