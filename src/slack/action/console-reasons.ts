/** Why a step is decided in the governance console and not by a button. */
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
  'unclear-person': [
    'The access service contradicts itself about the person, so I cannot approve this. Try again later, or approve it in the governance console.',
    'Der Zugriffsdienst widerspricht sich bei der Person, darum kann ich das nicht genehmigen. Versuche es später noch einmal, oder genehmige es in der Zugriffsverwaltung.',
  ],
  'unclear-account': [
    'The access service tells another account than the requester picked, so I cannot approve this. Try again later, or approve it in the governance console.',
    'Der Zugriffsdienst nennt ein anderes Konto als das gewählte, darum kann ich das nicht genehmigen. Versuche es später noch einmal, oder genehmige es in der Zugriffsverwaltung.',
  ],
  'unclear-app': [
    'The access service contradicts itself about the app, so I cannot approve this. Try again later, or approve it in the governance console.',
    'Der Zugriffsdienst widerspricht sich bei der App, darum kann ich das nicht genehmigen. Versuche es später noch einmal, oder genehmige es in der Zugriffsverwaltung.',
  ],
  'unclear-entitlement': [
    'The access service contradicts itself about the permission, so I cannot approve this. Try again later, or approve it in the governance console.',
    'Der Zugriffsdienst widerspricht sich bei der Berechtigung, darum kann ich das nicht genehmigen. Versuche es später noch einmal, oder genehmige es in der Zugriffsverwaltung.',
  ],
  'unclear-request': [
    'The access service contradicts itself about this request, so I cannot approve it. Try again later, or approve it in the governance console.',
    'Der Zugriffsdienst widerspricht sich bei dieser Anfrage, darum kann ich sie nicht genehmigen. Versuche es später noch einmal, oder genehmige sie in der Zugriffsverwaltung.',
  ],
  'unreadable-duration': [
    'I cannot read how long this access is to last, so I cannot approve it. Look at it in the governance console.',
    'Ich kann nicht lesen, wie lange dieser Zugriff gelten soll, darum kann ich ihn nicht genehmigen. Sieh ihn dir in der Zugriffsverwaltung an.',
  ],
  untold: [
    'The access service says too little about this request to decide on it here. Decide in the governance console.',
    'Der Zugriffsdienst sagt über diese Anfrage zu wenig für eine Entscheidung hier. Entscheide in der Zugriffsverwaltung.',
  ],
} as const;
