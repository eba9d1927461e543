/** Long because it has every refusal, in two languages. */

/**
 * Deciding: what is said to whoever clicked, the form for a denial, and everything that a card had
 * to cut.
 */
export const review = {
  deny: ['Deny', 'Ablehnen'],
  approve: ['Approve', 'Genehmigen'],
  checking: ['Checking whether you can do this …', 'Ich prüfe, ob du das kannst …'],
  acts: {
    approve: ['Approve with a note', 'Mit Notiz genehmigen'],
    'approve-for-less': ['Approve for less time', 'Für kürzer genehmigen'],
    ask: ['Ask the requester', 'Rückfrage stellen'],
    answer: ['Answer', 'Antworten'],
    'fill-in': ['Fill in the form', 'Formular ausfüllen'],
  },
  words: ['Message', 'Nachricht'],
  wordsHint: [
    'Everybody who sees the request reads this.',
    'Das lesen alle, die die Anfrage sehen.',
  ],
  newReviewers: ['Who decides instead', 'Wer stattdessen entscheidet'],
  cannotUndo: ['This cannot be taken back.', 'Das lässt sich nicht zurücknehmen.'],
  takeBack: ['Take it back', 'Zurücknehmen'],
  perhapsSent: [
    'I will not send your decision again. It may have arrived already; if so, the card shows it.',
    'Ich sende deine Entscheidung nicht noch einmal. Vielleicht ist sie schon angekommen; dann zeigt es die Karte.',
  ],
  nothingToTakeBack: [
    'There is nothing to take back any more.',
    'Es gibt nichts mehr zurückzunehmen.',
  ],
  reason: ['Reason', 'Grund'],
  reasonHint: ['The requester reads this.', 'Das liest, wer angefragt hat.'],
  confidential: [
    'This is confidential: only its requester, whom it is for, its reviewers and administrators see it.',
    'Das ist vertraulich: nur wer angefragt hat, für wen es ist, wer entscheidet und die Administratoren sehen es.',
  ],
  wholeTitle: ['The whole request', 'Die ganze Anfrage'],
  access: ['Access', 'Zugriff'],
  recommendation: ['Recommendation', 'Empfehlung'],
  why: ['Why', 'Warum'],
  answers: ['Answers', 'Angaben'],
  stepReviewers: ['Reviewers of this step ({count})', 'Über diesen Schritt entscheiden ({count})'],
  owners: ['Owners', 'Zuständig'],
  insights: ['Insights', 'Hinweise'],
  details: ['What else is known', 'Was sonst bekannt ist'],
  /** By kind. */
  detail: {
    creator: ['Created by: {text}', 'Angelegt von: {text}'],
    account: ['Account: {text}', 'Konto: {text}'],
    'access-review': ['Access review: {text}', 'Zugriffsprüfung: {text}'],
    'reviewed-resource': ['Resource under review: {text}', 'Geprüfte Ressource: {text}'],
    role: ['Role: {text}', 'Rolle: {text}'],
    scope: ['Scope: {text}', 'Geltungsbereich: {text}'],
    'scope-binding': ['Role on scope: {text}', 'Rolle im Geltungsbereich: {text}'],
    'also-revoked': ['Taken away as well: {text}', 'Wird auch entzogen: {text}'],
    'external-ref': ['External reference: {text}', 'Externer Verweis: {text}'],
    annotation: ['Annotation: {text}', 'Anmerkung: {text}'],
    comments: ['Comments in the service: {text}', 'Kommentare im Dienst: {text}'],
    'bot-may': ['The bot may: {text}', 'Der Bot darf: {text}'],
  },
  reasonEmpty: [
    'Say in a sentence why. The requester reads it.',
    'Sag kurz, warum. Das liest, wer angefragt hat.',
  ],
  thisRequest: ['This request', 'Diese Anfrage'],
  whatIsAsked: ['{what}, asked by {who}', '{what}, angefragt von {who}'],
  clickLost: [
    'This click was not saved. Try again in a moment. If it happens again, give your IT team this reference: {reference}.',
    'Dieser Klick wurde nicht gespeichert. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: {reference}.',
  ],
  commandFailed: [
    'This command did not work. Try again in a moment. If it happens again, give your IT team this reference: {reference}.',
    'Dieser Befehl hat nicht geklappt. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: {reference}.',
  ],
} as const;

/** Why something is not done, and what to do next. */
export const refusals = {
  /** Whom to ask where nobody is configured. */
  itTeam: ['your IT team', 'dein IT-Team'],
  /** By kind, the same for whoever asks and for the person it is for. */
  identity: {
    you: ['you', 'dich'],
    'unknown-person': [
      'I cannot find {who} in the access directory. Ask {helpers}.',
      'Ich finde {who} nicht im Zugriffsverzeichnis. Wende dich an {helpers}.',
    ],
    'no-email': [
      'Slack shows me no email address of {who}. Ask {helpers}.',
      'Slack nennt mir keine E-Mail-Adresse für {who}. Wende dich an {helpers}.',
    ],
    'unconfirmed-email': [
      'Nobody confirmed {email} in Slack. Confirm it from the email that Slack sent, or ask {helpers}.',
      'Niemand hat {email} in Slack bestätigt. Bestätige sie über die E-Mail von Slack, oder wende dich an {helpers}.',
    ],
    inactive: [
      'The access service has this person as {status}. Ask {helpers}.',
      'Der Zugriffsdienst führt diese Person als {status}. Wende dich an {helpers}.',
    ],
    changed: [
      'Your Slack account belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Dein Slack-Konto gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
    ],
    /** Of somebody else than the reader. */
    changedOther: [
      'The Slack account of {who} belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Das Slack-Konto von {who} gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
    ],
    'not-among': ['{who} cannot be picked here.', '{who} kann hier nicht ausgewählt werden.'],
    guest: [
      'Guests cannot get access here. Ask {helpers}.',
      'Gäste bekommen keinen Zugriff. Wende dich an {helpers}.',
    ],
    bot: [
      'Apps and bots cannot get access here.',
      'Apps und Bots können hier keinen Zugriff bekommen.',
    ],
    deactivated: [
      'Deactivated accounts cannot get access.',
      'Deaktivierte Konten können keinen Zugriff bekommen.',
    ],
    external: [
      'Only members of this workspace can get access here. Ask {helpers}.',
      'Nur wer zu diesem Arbeitsbereich gehört, kann hier Zugriff bekommen. Wende dich an {helpers}.',
    ],
  },
  /** `number`: " (#1001)", or nothing. */
  duplicate: ['You already asked for this{number}.', 'Das hast du schon angefragt{number}.'],
  duplicateOfOther: [
    'Somebody already asked for this{number}.',
    'Das hat schon jemand angefragt{number}.',
  ],
  waitingFor: ['It is waiting for {people}.', 'Darüber entscheidet {people}.'],
  /** Why a corrected request is not sent; `number` is that of the first. */
  correction: {
    'first-granted': [
      'Your first request{number} was granted before it was withdrawn, so I did not send the corrected one.',
      'Deine erste Anfrage{number} wurde gewährt, bevor sie zurückgezogen war. Die berichtigte habe ich nicht abgeschickt.',
    ],
    'first-not-withdrawn': [
      'Your first request{number} could not be withdrawn, so I did not send the corrected one.',
      'Deine erste Anfrage{number} ließ sich nicht zurückziehen. Die berichtigte habe ich nicht abgeschickt.',
    ],
  },
  /** Follows one of those of the service. */
  said: [' The access service says: “{message}”.', ' Der Zugriffsdienst sagt: „{message}“.'],
  service: {
    forbidden: [
      'This is not allowed.{said} If you need it, ask {helpers}.',
      'Das ist nicht erlaubt.{said} Wenn du es brauchst, wende dich an {helpers}.',
    ],
    invalid: [
      'This was not accepted.{said} Change the request and try again, or ask {helpers}.',
      'Das wurde nicht angenommen.{said} Ändere die Anfrage und versuche es noch einmal, oder wende dich an {helpers}.',
    ],
    'not-found': [
      'This app, permission or person is not there any more.{said} Pick again, or ask {helpers}.',
      'Diese App, Berechtigung oder Person gibt es nicht mehr.{said} Wähle neu, oder wende dich an {helpers}.',
    ],
    conflict: [
      'Another change is in progress.{said} Try again in a minute, or ask {helpers}.',
      'Gerade ändert sich etwas anderes.{said} Versuche es in einer Minute noch einmal, oder wende dich an {helpers}.',
    ],
  },
  /** By kind: refusals of which there is nothing more to tell. */
  plain: {
    gone: [
      'This request is gone. Ask {helpers}.',
      'Diese Anfrage gibt es nicht mehr. Wende dich an {helpers}.',
    ],
    closed: ['This request is closed already.', 'Diese Anfrage ist schon abgeschlossen.'],
    'step-moved-on': [
      'This request has moved on to its next step. Look at the card again.',
      'Diese Anfrage ist schon beim nächsten Schritt. Sieh dir die Karte noch einmal an.',
    ],
    'not-offered': ['This is not possible at the moment.', 'Das geht gerade nicht.'],
    'other-workspace': [
      'This request can be decided only in its own workspace.',
      'Über diese Anfrage kann nur in ihrem eigenen Arbeitsbereich entschieden werden.',
    ],
    'own-request': [
      'Somebody else has to decide: this request is yours or for you.',
      'Darüber muss jemand anders entscheiden: die Anfrage ist von dir oder für dich.',
    ],
    'not-yours': [
      'Only the requester and the person it is for can do this.',
      'Das kann nur, wer angefragt hat, und die Person, für die es ist.',
    ],
    ended: ['This access has ended already.', 'Dieser Zugriff ist schon zu Ende.'],
    'not-administrator': ['Only administrators can do this.', 'Das können nur Administratoren.'],
    'decided-before': [
      'You decided an earlier step. Somebody else has to decide this one.',
      'Du hast schon über einen früheren Schritt entschieden. Hier muss jemand anders entscheiden.',
    ],
    'reason-needed': [
      'This step needs a reason. Decide again and say why.',
      'Dieser Schritt braucht eine Begründung. Entscheide noch einmal und sag, warum.',
    ],
    'decided-elsewhere': [
      'Somebody decided this in the governance console. Your decision did not count.',
      'Darüber hat jemand in der Zugriffsverwaltung entschieden. Deine Entscheidung zählte nicht.',
    ],
    'perhaps-decided': [
      'This is decided, but I got no answer to your decision, so I cannot tell whether yours was the one that counted. Look at the request.',
      'Darüber ist entschieden. Auf deine Entscheidung kam keine Antwort, darum kann ich nicht sagen, ob sie gezählt hat. Sieh dir die Anfrage an.',
    ],
    'perhaps-sent': [
      'I will not send your decision again. An earlier attempt got no answer and may still arrive: then it counts.',
      'Ich sende deine Entscheidung nicht noch einmal. Auf einen früheren Versuch kam keine Antwort, und er kann noch ankommen: dann zählt sie.',
    ],
    further: [
      'I refused several of your clicks just now. For a while I may refuse more of them without telling you. A refused click changes nothing: the cards and Home show where each request stands.',
      'Ich habe gerade mehrere deiner Klicks abgelehnt. Eine Weile lang lehne ich vielleicht weitere ab, ohne es dir zu sagen. Ein abgelehnter Klick ändert nichts: Die Karten und Home zeigen, wie es um jede Anfrage steht.',
    ],
    expired: [
      'Your decision waited too long, and I will not send it. Look at the request again.',
      'Deine Entscheidung hat zu lange gewartet, und ich sende sie nicht mehr. Sieh dir die Anfrage noch einmal an.',
    ],
    withdrawn: [
      'I took your decision back. It was not sent.',
      'Ich habe deine Entscheidung zurückgenommen. Sie wurde nicht gesendet.',
    ],
    replaced: [
      'You decided again, and that counts.',
      'Du hast noch einmal entschieden, und das zählt.',
    ],
    'request-withdrawn': [
      'This request was withdrawn. Close it in the governance console.',
      'Diese Anfrage wurde zurückgezogen. Schließe sie in der Zugriffsverwaltung.',
    ],
    'not-passed-on': [
      'Pick somebody else: the policy of this step names the people it can be reassigned to.',
      'Wähle jemand anderen: Die Richtlinie dieses Schritts nennt, wer ihn übernehmen kann.',
    ],
    'left-to-nobody': [
      'Pick somebody else: nobody decides on a request that is theirs or for them.',
      'Wähle jemand anderen: niemand entscheidet über eine Anfrage, die von ihm oder für ihn ist.',
    ],
    'nudged-already': [
      'The reviewers were nudged today already. Try again on the next working day.',
      'Die Prüfenden wurden heute schon angestupst. Versuche es am nächsten Arbeitstag wieder.',
    ],
    restored: [
      'I was restored from a backup in which this was still open. You may have been given the access anew since, so I took nothing away. If you no longer need it, give it back again.',
      'Ich bin aus einer Sicherung wiederhergestellt, in der das noch offen war. Vielleicht hast du den Zugriff seitdem neu bekommen, darum habe ich nichts entzogen. Wenn du ihn nicht mehr brauchst, gib ihn noch einmal zurück.',
    ],
    uncertain: [
      'I sent this and got no answer, so I will not send it again. Look at the request; if it is not done, do it again.',
      'Ich habe das gesendet und keine Antwort bekommen, darum sende ich es nicht noch einmal. Sieh dir die Anfrage an; wenn es fehlt, tu es noch einmal.',
    ],
  },
  /** The request is not what its card showed: what each field says now, else that it changed. */
  changed: {
    target: [
      'The request is now for another person.',
      'Die Anfrage ist jetzt für eine andere Person.',
    ],
    app: ['The request is now about another app.', 'Die Anfrage betrifft jetzt eine andere App.'],
    entitlements: [
      'The request is now about another permission.',
      'Die Anfrage betrifft jetzt eine andere Berechtigung.',
    ],
    duration: ['The duration changed.', 'Die Dauer hat sich geändert.'],
    justification: ['The justification was rewritten.', 'Die Begründung wurde neu geschrieben.'],
    answers: ['The answers in its form changed.', 'Die Angaben im Formular haben sich geändert.'],
    emergency: [
      'The request was marked as an emergency, or no longer is.',
      'Die Anfrage wurde zum Notfall oder ist keiner mehr.',
    ],
    now: {
      target: ['The request is now for {who}.', 'Die Anfrage ist jetzt für {who}.'],
      app: ['The app is now {what}.', 'Die App ist jetzt {what}.'],
      entitlements: ['The request is now about {what}.', 'Die Anfrage betrifft jetzt {what}.'],
      duration: ['The duration is now {duration}.', 'Die Dauer ist jetzt {duration}.'],
      unreadable: [
        'I cannot read how long the access is to last now: look at it in the governance console.',
        'Ich kann nicht lesen, wie lange der Zugriff jetzt gelten soll: Sieh in der Zugriffsverwaltung nach.',
      ],
      permanent: [
        'The access now lasts until it is revoked.',
        'Der Zugriff gilt jetzt bis auf Widerruf.',
      ],
      justification: ['The justification is now: “{text}”.', 'Die Begründung ist jetzt: „{text}“.'],
      emergency: ['The request is now an emergency.', 'Die Anfrage ist jetzt ein Notfall.'],
      noEmergency: ['The request is no longer an emergency.', 'Die Anfrage ist kein Notfall mehr.'],
    },
    again: [
      'Please look again: your click was not carried out.',
      'Bitte sieh noch einmal hin: Dein Klick wurde nicht ausgeführt.',
    ],
    /**
     * Not that the card was refreshed: the click may come from a form, from a reminder that cannot
     * be changed any more, or from a card that was deleted.
     */
    unknownCard: [
      'Your click was not carried out: it came from a card or form of an earlier version of the bot, which does not record what it showed. Please open the request again, on its card or on my Home tab, look at it, and click there.',
      'Dein Klick wurde nicht ausgeführt: Er kam von einer Karte oder einem Formular einer früheren Version des Bots, die nicht festhalten, was sie gezeigt haben. Öffne die Anfrage bitte noch einmal, auf ihrer Karte oder meinem Home-Tab, sieh sie dir an und klicke dort.',
    ],
    typed: ['You wrote: {words}', 'Du hattest geschrieben: {words}'],
  },
  failed: [
    'This did not work. Look at the request in the governance console, or give {helpers} this reference: {reference}.',
    'Das hat nicht geklappt. Sieh dir die Anfrage in der Zugriffsverwaltung an, oder wende dich mit dieser Kennung an {helpers}: {reference}.',
  ],
  emergencyTooLong: [
    'Emergency access lasts at most {duration}, and this asks for longer. Withdraw it, then ask for emergency access.',
    'Notfallzugriff gilt höchstens {duration}, und hier geht es um länger. Zieh die Anfrage zurück und frag Notfallzugriff an.',
  ],
  unknown: [
    'I do not know this request any more. Look in the governance console.',
    'Ich kenne diese Anfrage nicht mehr. Sieh in der Zugriffsverwaltung nach.',
  ],
  repeated: [
    'An earlier click of yours counts here, so this one changes nothing. The request shows where it stands.',
    'Hier gilt schon ein früherer Klick von dir, darum ändert dieser nichts. Wie es steht, zeigt die Anfrage.',
  ],
  notReviewer: [
    'You are not a reviewer of this step.',
    'Über diesen Schritt entscheidest nicht du.',
  ],
  alreadyDecided: [
    'Somebody else has already decided this.',
    'Darüber hat schon jemand anders entschieden.',
  ],
  alreadyDecidedBy: {
    approve: ['{who} already approved this: {when}.', '{who} hat das schon genehmigt: {when}.'],
    deny: ['{who} already denied this: {when}.', '{who} hat das schon abgelehnt: {when}.'],
  },
  /** Why it is decided there, and not by a button. */
  inConsole: {
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
      'Approving this takes an extra verification in the governance console.',
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
  },
  /** Beside a field of the request form, where Slack shows no markup. */
  mistakes: {
    justificationEmpty: [
      'Say in a sentence why you need this.',
      'Sag in einem Satz, wofür du das brauchst.',
    ],
    durationTooLong: [
      'At most {duration}. Pick a shorter time.',
      'Höchstens {duration}. Wähle eine kürzere Zeit.',
    ],
    durationNoLonger: [
      'You have this for {duration} anyway. Pick a longer time.',
      'Das hast du ohnehin noch: {duration}. Wähle eine längere Zeit.',
    ],
    notAsEmergency: [
      '{what}: not available as emergency access. Remove it, or ask without the emergency.',
      '{what}: nicht als Notfall möglich. Nimm es heraus, oder frage ohne Notfall an.',
    ],
    /** Of several asked for in one go: `what` names those that set the limit. */
    durationTooLongOf: [
      '{what}: at most {duration}. Pick a shorter time, or remove it.',
      '{what}: höchstens {duration}. Wähle eine kürzere Zeit, oder nimm es heraus.',
    ],
    durationMustEndOf: [
      '{what}: needs an end. Pick a time, or remove it.',
      '{what}: braucht ein Ende. Wähle eine Zeit, oder nimm es heraus.',
    ],
    durationMustEnd: ['This needs an end. Pick a time.', 'Das braucht ein Ende. Wähle eine Zeit.'],
    notThere: [
      'This is not there any more. Pick again.',
      'Das gibt es nicht mehr. Wähle noch einmal.',
    ],
    durationMissing: ['Pick how long you need it.', 'Wähle, wie lange du es brauchst.'],
  },
} as const;
