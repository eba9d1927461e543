/**
 * Why something is not done, and what to do next. The parts of a sentence are the members of the
 * refusal, which the sentence formats itself.
 */
export const refusals = {
  /** The helpers if nobody is configured. */
  itTeam: ['your IT team', 'dein IT-Team'],
  /** In the place of the person's mention. */
  you: ['you', 'dich'],
  /** By kind. `who`: the person it is about, as somebody else or as the reader. */
  identity: {
    'unknown-person': [
      'I cannot find {who}[[ ({email:name})]] in the access directory. Ask {helpers}.',
      'Ich finde {who}[[ ({email:name})]] nicht im Zugriffsverzeichnis. Wende dich an {helpers}.',
    ],
    'no-email': [
      'Slack shows me no email address of {who}. Ask {helpers}.',
      'Slack nennt mir keine E-Mail-Adresse für {who}. Wende dich an {helpers}.',
    ],
    'unconfirmed-email': [
      'Nobody confirmed {email:name} in Slack. Confirm it from the email that Slack sent, or ask {helpers}.',
      'Niemand hat {email:name} in Slack bestätigt. Bestätige sie über die E-Mail von Slack, oder wende dich an {helpers}.',
    ],
    inactive: [
      'In the access service, your account is {status:name}. Ask {helpers}.',
      'Im Zugriffsdienst ist dein Konto {status:name}. Wende dich an {helpers}.',
    ],
    changed: [
      'Your Slack account belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Dein Slack-Konto gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
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
  /** The same of somebody else than the reader, where it differs. */
  identityOfOther: {
    inactive: [
      'In the access service, the account of {who} is {status:name}. Ask {helpers}.',
      'Im Zugriffsdienst ist das Konto von {who} {status:name}. Wende dich an {helpers}.',
    ],
    changed: [
      'The Slack account of {who} belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Das Slack-Konto von {who} gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
    ],
  },
  duplicate: [
    'You already asked for this{numericId:number}.[[ It is waiting for {reviewers:people}.]]',
    'Das hast du schon angefragt{numericId:number}.[[ Darüber entscheidet {reviewers:people}.]]',
  ],
  duplicateOfOther: [
    'Somebody already asked for this{numericId:number}.[[ It is waiting for {reviewers:people}.]]',
    'Das hat schon jemand angefragt{numericId:number}.[[ Darüber entscheidet {reviewers:people}.]]',
  ],
  service: {
    forbidden: [
      'This is not allowed.[[ The access service says: “{message:quote}”.]] If you need it, ask {helpers}.',
      'Das ist nicht erlaubt.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Wenn du den Zugriff brauchst, wende dich an {helpers}.',
    ],
    invalid: [
      'This was not accepted.[[ The access service says: “{message:quote}”.]] Change the request and try again, or ask {helpers}.',
      'Das wurde nicht angenommen.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Ändere die Anfrage und versuche es noch einmal, oder wende dich an {helpers}.',
    ],
    'not-found': [
      'This app, permission or person is not there any more.[[ The access service says: “{message:quote}”.]] Pick again, or ask {helpers}.',
      'Diese App, Berechtigung oder Person gibt es nicht mehr.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Wähle neu, oder wende dich an {helpers}.',
    ],
    conflict: [
      'Another change is in progress.[[ The access service says: “{message:quote}”.]] Try again in a minute, or ask {helpers}.',
      'Gerade ändert sich etwas anderes.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Versuche es in einer Minute noch einmal, oder wende dich an {helpers}.',
    ],
  },
  byKind: {
    'account-gone': [
      'The account {account:name} is not among the accounts in this app any more, so I did not send the request. Pick another account and ask again.',
      'Das Konto {account:name} gibt es in dieser App nicht mehr, darum habe ich die Anfrage nicht abgeschickt. Wähle ein anderes Konto und frage noch einmal an.',
    ],
    /** Why a corrected request is not sent; `numericId` is that of the first. */
    'first-granted': [
      'Your first request{numericId:number} was granted before it was withdrawn, so I did not send the corrected one.',
      'Deine erste Anfrage{numericId:number} wurde gewährt, bevor sie zurückgezogen war. Die berichtigte habe ich nicht abgeschickt.',
    ],
    'first-not-withdrawn': [
      'Your first request{numericId:number} could not be withdrawn, so I did not send the corrected one.',
      'Deine erste Anfrage{numericId:number} ließ sich nicht zurückziehen. Die berichtigte habe ich nicht abgeschickt.',
    ],
    'not-reviewer': [
      'You are not a reviewer of this step.[[ When you clicked, it waited for {reviewers:people}.]]',
      'Über diesen Schritt entscheidest nicht du.[[ Bei deinem Klick wartete er auf {reviewers:people}.]]',
    ],
    failed: [
      'This did not work. Look at the request in the governance console, or give {helpers} this reference: {reference:name}.',
      'Das hat nicht geklappt. Sieh dir die Anfrage in der Zugriffsverwaltung an, oder wende dich mit dieser Kennung an {helpers}: {reference:name}.',
    ],
    'too-long': [
      'Emergency access lasts at most {longestSeconds:duration}, and this asks for longer. Withdraw it, then ask for emergency access.',
      'Notfallzugriff gilt höchstens {longestSeconds:duration}, und hier geht es um länger. Zieh die Anfrage zurück und frag Notfallzugriff an.',
    ],
    gone: [
      'This request is gone. Ask {helpers}.',
      'Diese Anfrage gibt es nicht mehr. Wende dich an {helpers}.',
    ],
    closed: ['This request is closed already.', 'Diese Anfrage ist schon abgeschlossen.'],
    'step-moved-on': [
      'This request has moved on to its next step. Look at the card again.',
      'Diese Anfrage ist schon beim nächsten Schritt. Sieh dir die Karte noch einmal an.',
    ],
    'answer-refused': [
      'The access service no longer accepts an answer from here: the request was decided elsewhere, or its time ran out. Open it in the governance console.',
      'Der Zugriffsdienst nimmt von hier keine Antwort mehr an: Es wurde anderswo entschieden, oder die Zeit war um. Öffne die Anfrage in der Zugriffsverwaltung.',
    ],
    'not-offered': ['This is not possible at the moment.', 'Das geht gerade nicht.'],
    'other-workspace': [
      'This request can be decided only in its own workspace.',
      'Über diese Anfrage kann nur in ihrem eigenen Arbeitsbereich entschieden werden.',
    ],
    'own-request': [
      'Somebody else has to decide: you made this request, or it is for you.',
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
      'Somebody decided this in the governance console. Your decision was not applied.',
      'Darüber hat jemand in der Zugriffsverwaltung entschieden. Deine Entscheidung zählte nicht.',
    ],
    'perhaps-decided': [
      'This was decided while the answer to your decision was lost, so I cannot tell whether yours counted. Look at the request.',
      'Darüber wurde entschieden, während die Antwort auf deine Entscheidung verloren ging. Darum kann ich nicht sagen, ob sie gezählt hat. Sieh dir die Anfrage an.',
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
      'Your decision waited too long, and I will not send it. If the request still waits for you, decide again.',
      'Deine Entscheidung hat zu lange gewartet, und ich sende sie nicht mehr. Wenn die Anfrage noch auf dich wartet, entscheide noch einmal.',
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
      'This request was withdrawn, so it can only be denied, or closed in the governance console.',
      'Diese Anfrage wurde zurückgezogen. Sie lässt sich nur noch ablehnen oder in der Zugriffsverwaltung schließen.',
    ],
    'granted-first': [
      'It was granted before you withdrew it. If you do not need the access, give it back.',
      'Sie wurde gewährt, bevor du sie zurückgezogen hast. Wenn du den Zugriff nicht brauchst, gib ihn zurück.',
    ],
    'approved-first': [
      'It was approved before you withdrew it, so I could not withdraw it. The governance console shows whether you have the access.',
      'Sie wurde genehmigt, bevor du sie zurückgezogen hast. Darum konnte ich sie nicht zurückziehen. Ob du den Zugriff hast, zeigt die Zugriffsverwaltung.',
    ],
    'not-passed-on': [
      'Pick somebody else: the policy of this step names the people it can be reassigned to.',
      'Wähle jemand anderen: Die Richtlinie dieses Schritts nennt, wer ihn übernehmen kann.',
    ],
    'left-to-nobody': [
      'Pick somebody else: people cannot decide on requests made by them or for them.',
      'Wähle jemand anderen: Über die eigene Anfrage kann niemand entscheiden.',
    ],
    'nudged-already': [
      'The reviewers were nudged today already. Try again on the next working day.',
      'Die Prüfenden wurden heute schon angestupst. Versuche es am nächsten Arbeitstag wieder.',
    ],
    restored: [
      'I was restored from a backup in which this was still open. You may have received the access again since, so I took nothing away. If you no longer need it, give it back again.',
      'Ich bin aus einer Sicherung wiederhergestellt, in der das noch offen war. Vielleicht hast du den Zugriff seitdem neu bekommen, darum habe ich nichts entzogen. Wenn du ihn nicht mehr brauchst, gib ihn noch einmal zurück.',
    ],
    uncertain: [
      'I sent this and got no answer, so I will not send it again. Look at the request; if it is not done, do it again.',
      'Ich habe das gesendet und keine Antwort bekommen, darum sende ich es nicht noch einmal. Sieh dir die Anfrage an; wenn es nicht geschehen ist, mach es noch einmal.',
    ],
  },
  unknown: [
    'I do not know this request any more. Look in the governance console.',
    'Ich kenne diese Anfrage nicht mehr. Sieh in der Zugriffsverwaltung nach.',
  ],
  repeated: [
    'An earlier click of yours counts here, so this one changes nothing. The request shows where it stands.',
    'Hier gilt schon ein früherer Klick von dir, darum ändert dieser nichts. Wie es steht, zeigt die Anfrage.',
  ],
  alreadyDecided: [
    'Somebody else has already decided this.',
    'Darüber hat schon jemand anders entschieden.',
  ],
  alreadyDecidedBy: {
    approve: [
      '{slackUserId:mention} already approved this: {at:moment}.',
      '{slackUserId:mention} hat das schon genehmigt: {at:moment}.',
    ],
    deny: [
      '{slackUserId:mention} already denied this: {at:moment}.',
      '{slackUserId:mention} hat das schon abgelehnt: {at:moment}.',
    ],
  },
  /** A click is refused because the request is no longer what its card showed: what changed. */
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
    account: [
      'The request is now for another account.',
      'Die Anfrage ist jetzt für ein anderes Konto.',
    ],
    alsoTaken: [
      'What is taken away as well has changed.',
      'Was dabei auch entzogen wird, hat sich geändert.',
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
      noJustification: [
        'The request has no justification any more.',
        'Die Anfrage hat keine Begründung mehr.',
      ],
      account: [
        'The request is now for the account {account}.',
        'Die Anfrage ist jetzt für das Konto {account}.',
      ],
      alsoTaken: ['{names} would be taken away as well now.', 'Jetzt würde auch {names} entzogen.'],
      onlyThis: ['Nothing else is taken away any more.', 'Außerdem wird nichts mehr entzogen.'],
      emergency: ['The request is now an emergency.', 'Die Anfrage ist jetzt ein Notfall.'],
      noEmergency: ['The request is no longer an emergency.', 'Die Anfrage ist kein Notfall mehr.'],
    },
    durationBefore: ['Before, it was {duration}.', 'Vorher war sie {duration}.'],
    again: [
      'Your click was not carried out. If the request still waits for you, look at it again.',
      'Dein Klick wurde nicht ausgeführt. Wenn die Anfrage noch auf dich wartet, sieh sie dir noch einmal an.',
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
} as const;
