/** Messages about access that somebody has or had: its start, its end and more time. */
export const accessNotices = {
  yourAccess: ['your access to {what}', 'dein Zugriff auf {what}'],
  theirAccess: ["{who}'s access to {what}", 'der Zugriff von {who} auf {what}'],
  youHave: ['✅ You have {what} {period}.', '✅ Du hast {what} {period}.'],
  theyHave: ['✅ {holder} has {what} {period}.', '✅ {holder} hat {what} {period}.'],
  /** Behind the end of a later, shorter grant. */
  endangered: {
    until: [
      'An earlier grant was to last until {when}: the access service may end it together with this one. To be sure, ask for more time.',
      'Ein früherer Zugriff sollte bis {when} gelten: Der Zugriffsdienst kann ihn zusammen mit diesem beenden. Um sicherzugehen, frag nach mehr Zeit.',
    ],
    unbounded: [
      'An earlier grant had no end that I know of: the access service may end it together with this one. To be sure, ask for more time.',
      'Ein früherer Zugriff hatte kein Ende, das ich kenne: Der Zugriffsdienst kann ihn zusammen mit diesem beenden. Um sicherzugehen, frag nach mehr Zeit.',
    ],
  },
  /** In the message about a grant that a later, shorter one may end: after the sooner end. */
  replaced: {
    until: [
      'It was to last until {when}, but a later request is shorter: the access service may end both together. To be sure, ask for more time.',
      'Der Zugriff sollte bis {when} gelten, aber eine spätere Anfrage ist kürzer: Der Zugriffsdienst kann beide zusammen beenden. Um sicherzugehen, bitte um mehr Zeit.',
    ],
    unbounded: [
      'As far as I know it had no end, but a later request is shorter: the access service may end both together. To be sure, ask for more time.',
      'Der Zugriff hatte meines Wissens kein Ende, aber eine spätere Anfrage ist kürzer: Der Zugriffsdienst kann beide zusammen beenden. Um sicherzugehen, bitte um mehr Zeit.',
    ],
  },
  /**
   * How access ended. `when` names the day: the message may be sent late, and stands in the place of
   * one that was sent when the access began.
   */
  ended: {
    expired: ['{access} ended {when}.', '{access} endete {when}.'],
    'given-back': ['{access} was given back.', '{access} wurde zurückgegeben.'],
    'taken-away': ['{access} was taken away.', '{access} wurde entzogen.'],
    extended: [
      '{access} was replaced by a longer one.',
      '{access} wurde durch einen längeren ersetzt.',
    ],
    replaced: [
      '{access} ended {when}: a later request for a shorter time had replaced the longer one.',
      '{access} endete {when}: Eine spätere Anfrage für kürzere Zeit hatte die längere ersetzt.',
    ],
    unconfirmed: [
      '{access} should have ended {when}. The access service does not tell me whether it did.',
      '{access} sollte {when} enden. Ob er das tat, sagt mir der Zugriffsdienst nicht.',
    ],
  },
  /** By reviewers. `who`: those who approved it. */
  removed: {
    gone: ['{access} was taken away {when}.', '{access} wurde entzogen: {when}.'],
    by: ['The removal was approved by {who}.', 'Der Entzug wurde genehmigt von {who}.'],
    also: ['Taken away as well: {names}.', 'Ebenfalls entzogen: {names}.'],
    approved: [
      '{access} is to be taken away, approved by {who}. The access service does not tell me when that is done.',
      '{access} wird entzogen, genehmigt von {who}. Wann das erledigt ist, sagt mir der Zugriffsdienst nicht.',
    ],
    alsoThen: ['The same goes for {names}.', 'Das gilt auch für {names}.'],
  },
  endingSoon: ['{access} ends {when}.', '{access} endet {when}.'],
  moreTime: [
    'A request for more time{number} is open. Nobody has decided yet.',
    'Mehr Zeit ist angefragt{number}, noch ohne Entscheidung.',
  ],
  /** The same request after the end. */
  accessAgain: [
    'A request for it{number} is open. Nobody has decided yet.',
    'Er ist wieder angefragt{number}, noch ohne Entscheidung.',
  ],
  letItEnd: ['Let it end', 'Enden lassen'],
  itEnds: ['Good. It ends {when}.', 'Gut. Er endet {when}.'],
  done: ["I'm done", 'Ich bin fertig'],
  emergencyEnded: [
    '{holder} had emergency access to {what} for {duration}, from {from}: {ending}.',
    '{holder} hatte {duration} lang Notfallzugriff auf {what}, seit {from}: {ending}.',
  ],
} as const;
