/**
 * Why a step is decided in the governance console and not by a button. Where the bot cannot know what
 * the request is, `doubt-texts.ts` says so.
 */
export const consoleReasons = {
  mode: [
    'This is decided in the governance console.',
    'Darüber wird in der Zugriffsverwaltung entschieden.',
  ],
  risk: [
    'Requests of this risk are decided in the governance console.',
    'Über Anfragen mit diesem Risiko wird in der Zugriffsverwaltung entschieden.',
  ],
  emergency: [
    'Emergencies are decided in the console.',
    'Über Notfälle wird in der Zugriffsverwaltung entschieden.',
  ],
  'step-up': [
    'Approving this needs an extra verification in the governance console.',
    'Die Genehmigung braucht eine zusätzliche Bestätigung in der Zugriffsverwaltung.',
  ],
  policy: [
    'I cannot apply the rules of this step. It is decided in the governance console.',
    'Die Regeln dieses Schritts kann ich nicht anwenden. Darüber wird in der Zugriffsverwaltung entschieden.',
  ],
} as const;
