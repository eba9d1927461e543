import { textsOfExtra } from '../../slack/texts.ts';

/** What waits for somebody in the service and is not decided in Slack. */
export const workTexts = textsOfExtra({
  title: ['Waiting for me in the console', 'Wartet in der Zugriffsverwaltung auf mich'],
  /** By the kind of task. */
  kinds: {
    grant: ['Request', 'Anfrage'],
    revoke: ['Removal of access', 'Entzug von Zugriff'],
    'set-up': ['To set up by hand', 'Von Hand einzurichten'],
    certify: ['Access review', 'Zugriffsprüfung'],
    offboarding: ['Offboarding', 'Austritt'],
    finding: ['Finding', 'Befund'],
    action: ['Action', 'Aktion'],
    other: ['To do', 'Zu erledigen'],
  },
  unnamed: ['without a name', 'ohne Namen'],
  tasks: ['{count} open', '{count} offen'],
  due: ['due {when}', 'fällig {when}'],
} as const);
