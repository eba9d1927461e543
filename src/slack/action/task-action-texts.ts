/**
 * A label for everything in the TaskActionType list (docs/spec/interface.md#task), without its
 * prefix. The list is open.
 */
export const taskActionLabels = {
  CLOSE: ['Close the request', 'Anfrage schließen'],
  APPROVE: ['Approve', 'Genehmigen'],
  DENY: ['Deny', 'Ablehnen'],
  COMMENT: ['Comment', 'Kommentieren'],
  DELETE: ['Delete the request', 'Anfrage löschen'],
  REASSIGN: ['Reassign', 'An andere übergeben'],
  RESTART: ['Restart the review', 'Prüfung neu beginnen'],
  SEND_REMINDER: ['Send a reminder', 'Erinnerung schicken'],
  PROVISION_COMPLETE: ['Mark as set up', 'Als eingerichtet vermerken'],
  PROVISION_CANCELLED: ['Cancel the set-up', 'Einrichtung abbrechen'],
  PROVISION_ERRORED: ['Mark the set-up as failed', 'Einrichtung als fehlgeschlagen vermerken'],
  ROLLBACK_SKIPPED: ['Skip the rollback', 'Rücknahme überspringen'],
  PROVISION_APP_USER_TARGET_CREATED: [
    'Mark the account as created',
    'Konto als angelegt vermerken',
  ],
  HARD_RESET: ['Reset from the beginning', 'Ganz von vorn beginnen'],
  ESCALATE_TO_EMERGENCY_ACCESS: ['Escalate to emergency access', 'Zum Notfall machen'],
  CHANGE_POLICY: ['Change the policy', 'Richtlinie ändern'],
  RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS: [
    'Recalculate the denial',
    'Ablehnung neu berechnen',
  ],
  SET_INSIGHTS_AND_RECOMMENDATION: [
    'Set insights and recommendation',
    'Hinweise und Empfehlung setzen',
  ],
  SET_ANALYSIS_ID: ['Set the analysis', 'Auswertung setzen'],
  RECALCULATE_APPROVERS_LIST: ['Recalculate the reviewers', 'Prüfende neu bestimmen'],
  PROCESS_NOW: ['Process now', 'Jetzt bearbeiten'],
  APPROVE_WITH_STEP_UP: [
    'Approve with extra verification',
    'Mit zusätzlicher Bestätigung genehmigen',
  ],
  SKIP_STEP: ['Skip this step', 'Diesen Schritt überspringen'],
  ROLLBACK_CANCELLED: ['Cancel the rollback', 'Rücknahme abbrechen'],
  UPDATE_REQUEST_DATA: ['Change the request’s details', 'Angaben der Anfrage ändern'],
  UPDATE_GRANT_DURATION: ['Change the duration', 'Dauer ändern'],
  RETRY_PROVISIONING: ['Retry the set-up', 'Einrichtung noch einmal versuchen'],
} as const;
