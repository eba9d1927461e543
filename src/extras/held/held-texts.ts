import { textsOfExtra } from '../../slack/texts.ts';

/** What somebody has beside what they asked for here, on Home. */
export const heldTexts = textsOfExtra({
  title: ['Granted elsewhere', 'Woanders gewährt'],
  /** In front of what was read a while ago, because the last attempt failed or is still to come. */
  asOf: ['As I read it {when}.', 'Stand {when}.'],
  through: ['comes with {sources}', 'kommt mit {sources}'],
  giveBack: ['Give back {what}', '{what} zurückgeben'],
  takesAlong: ['You will lose {names} as well.', 'Damit geht auch {names}.'],
  mayComeBack: [
    'If you have it through a group, it may come back.',
    'Wenn du es über eine Gruppe hast, kann es wiederkommen.',
  ],
  /** What came of giving it back. */
  states: {
    accepted: ['being given back …', 'wird gerade zurückgegeben …'],
    sending: ['being given back …', 'wird gerade zurückgegeben …'],
    asked: ['removal requested {when}', 'Entzug beantragt {when}'],
    refused: ['not given back {when}: {why}', 'nicht zurückgegeben {when}: {why}'],
  },
  refusals: {
    kept: ['it was decided that you keep it.', 'es wurde entschieden, dass du es behältst.'],
    inherited: [
      'you now have it through something else. Look again.',
      'du hast es jetzt über etwas anderes. Sieh noch einmal nach.',
    ],
    'not-held': [
      'the access service does not show it any more.',
      'der Zugriffsdienst zeigt es nicht mehr.',
    ],
  },
} as const);
