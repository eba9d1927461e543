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
} as const;
