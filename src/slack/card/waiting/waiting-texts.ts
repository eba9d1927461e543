/** The window with everything that waits for somebody's decision. */
export const waiting = {
  nothing: ['Nothing waits for you any more.', 'Auf dich wartet nichts mehr.'],
  /** They wait, and none of them can be shown. */
  unreadable: [
    'This cannot be shown right now. Open the window again in a minute, or decide in the governance console.',
    'Das lässt sich gerade nicht zeigen. Öffne das Fenster in einer Minute wieder, oder entscheide in der Zugriffsverwaltung.',
  ],
  appLabel: ['Filter by app', 'Nach App filtern'],
  allApps: ['All apps ({count})', 'Alle Apps ({count})'],
  app: ['{app} ({count})', '{app} ({count})'],
  page: ['Page {number} of {pages}', 'Seite {number} von {pages}'],
  previous: ['Previous', 'Zurück'],
  next: ['Next', 'Weiter'],
  /** What a screen reader says for these two buttons. */
  toPage: ['{words}: page {number} of {pages}', '{words}: Seite {number} von {pages}'],
  /** The button from one request back to the list. */
  back: ['Back to the list', 'Zurück zur Liste'],
  /** The window in which several requests of low risk are approved. */
  several: {
    title: ['Approve several', 'Mehrere genehmigen'],
    howTo: [
      'These have a low risk. Pick the ones to approve: each is checked and recorded by itself.',
      'Diese haben ein geringes Risiko. Wähle aus, was du genehmigst: Jede Anfrage wird einzeln geprüft und festgehalten.',
    ],
    /** This window has no button for it. */
    whyCut: [
      '(cut; “Show everything” on Home has the whole text)',
      '(gekürzt; „Alles zeigen“ auf Home hat den ganzen Text)',
    ],
    nothingPicked: [
      '⚠️ Nothing is picked. Pick at least one request, or cancel.',
      '⚠️ Nichts ist ausgewählt. Wähle mindestens eine Anfrage, oder brich ab.',
    ],
    more: [
      'More of them wait. Open this window again once these are decided.',
      'Es warten noch mehr davon. Öffne dieses Fenster wieder, wenn diese entschieden sind.',
    ],
    nothing: [
      'Nothing can be approved together any more. Home shows what waits.',
      'Zusammen lässt sich nichts mehr genehmigen. Home zeigt, was wartet.',
    ],
    risksUnread: [
      'Which requests have a low risk cannot be read now. Try again in some minutes, or decide on Home.',
      'Welche Anfragen ein geringes Risiko haben, lässt sich gerade nicht lesen. Versuche es in einigen Minuten noch einmal, oder entscheide auf Home.',
    ],
  },
} as const;
