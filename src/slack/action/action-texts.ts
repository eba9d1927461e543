/** The forms for deciding, and the window that shows a request whole. */
export const review = {
  deny: ['Deny', 'Ablehnen'],
  approve: ['Approve', 'Genehmigen'],
  /** In the place of Approve and Deny where access is to be taken away. */
  removal: {
    approve: ['Remove access', 'Zugriff entziehen'],
    deny: ['Keep access', 'Zugriff behalten'],
    withNote: ['Remove with a note', 'Mit Notiz entziehen'],
    warning: ['{who} loses {what}.', '{who} verliert {what}.'],
    takesAlong: ['They will lose {names} as well.', 'Damit geht auch {names}.'],
  },
  /** Asks for confirmation before critical access is approved, or what has changed. */
  confirm: {
    title: ['Approve this?', 'Das genehmigen?'],
    /** Where an approval was refused because the request had changed. */
    changed: ['It has changed. Approve it now?', 'Es hat sich geändert. Jetzt genehmigen?'],
    before: ['Before, it was {seconds:duration}.', 'Vorher war sie {seconds:duration}.'],
    now: [
      'You would approve {what} for {who}, {period}.',
      'Du würdest {what} für {who} genehmigen, {period}.',
    ],
    late: [
      'Approved now, it ends {duration} later than asked.',
      'Jetzt genehmigt, endet es {duration} später als angefragt.',
    ],
    /** In a channel, of a confidential app. */
    unseen: [
      '“{details}” shows what {what} would give, and to whom. Approve it only if you have read that.',
      '„{details}“ zeigt, was {what} gäbe, und wem. Genehmige es nur, wenn du das gelesen hast.',
    ],
    unknownRisk: ['Its risk is not known', 'Das Risiko ist nicht bekannt'],
  },
  checking: ['Checking whether you can do this …', 'Ich prüfe, ob du das kannst …'],
  acts: {
    approve: ['Approve with a note', 'Mit Notiz genehmigen'],
    'approve-for-less': ['Approve for less time', 'Für kürzer genehmigen'],
    ask: ['Ask the requester', 'Rückfrage stellen'],
    answer: ['Answer', 'Antworten'],
    'fill-in': ['Fill in the form', 'Formular ausfüllen'],
    'set-up': ['Done', 'Erledigt'],
    'cannot-set-up': ['Cannot be done', 'Geht nicht'],
  },
  words: ['Message', 'Nachricht'],
  wordsHint: [
    'Everybody who sees the request reads this.',
    'Das lesen alle, die die Anfrage sehen.',
  ],
  newReviewers: ['Who decides instead', 'Wer stattdessen entscheidet'],
  cannotUndo: ['This cannot be taken back.', 'Das lässt sich nicht zurücknehmen.'],
  /** The shortcut on a message in the thread of a card, which makes it a comment. */
  fromMessage: {
    title: ['Add as a comment', 'Als Kommentar anfügen'],
    submit: ['Add comment', 'Kommentar anfügen'],
    request: ['Request', 'Anfrage'],
    elsewhere: [
      'Nothing was added. This works on what somebody writes in the thread of a request’s card: open that thread, and choose it there.',
      'Es wurde nichts angefügt. Das geht bei dem, was jemand im Thread der Karte einer Anfrage schreibt: Öffne diesen Thread, und wähle es dort.',
    ],
    /** Every request of the thread is gone from the store. */
    gone: [
      'Nothing was added. The requests of this thread can no longer be read here.',
      'Es wurde nichts angefügt. Die Anfragen dieses Threads sind hier nicht mehr lesbar.',
    ],
    already: [
      'You added this message before, so nothing was added now. If the request does not show it, write it there as a comment.',
      'Du hast diese Nachricht schon angefügt, also wurde jetzt nichts angefügt. Zeigt die Anfrage sie nicht, schreib sie dort als Kommentar.',
    ],
  },
  reason: ['Reason', 'Grund'],
  reasonHint: ['The requester reads this.', 'Die anfragende Person liest das.'],
  /**
   * Reasons to pick in a denial. They are sent as shown, in the language of the person who denies.
   */
  readyReasons: {
    'less-access': ['Less access is enough.', 'Weniger Zugriff genügt.'],
    'shorter-time': ['Ask for a shorter time.', 'Bitte eine kürzere Zeit anfragen.'],
    'other-access': ['Other access fits better.', 'Ein anderer Zugriff passt besser.'],
    'no-reason': ['The reason is missing.', 'Die Begründung fehlt.'],
  },
  readyReason: ['Why? Pick a reason or write one', 'Warum? Wähle oder schreibe einen Grund'],
  ownWords: ['In your own words', 'In eigenen Worten'],
  /** Slack calls each of the two fields optional. */
  ownWordsHint: ['The requester will see it.', 'Die anfragende Person sieht es.'],
  confidential: [
    'This is confidential: only the requester, the person it is for, its reviewers and the administrators see it.',
    'Das ist vertraulich: Nur die anfragende Person, die Person, für die es ist, die Prüfenden und die Administratoren sehen es.',
  ],
  /** Instead of that, where nobody could say in time who the reader is to the service. */
  unknownReader: [
    'I could not find out in time whether you may see this. Close this window and open it again in a moment.',
    'Ich konnte nicht rechtzeitig herausfinden, ob du das sehen darfst. Schließe das Fenster, und öffne es gleich noch einmal.',
  ],
  /** A window is not rendered again, however long it stays open. */
  asOf: ['As of {when}', 'Stand: {when}'],
  wholeTitle: ['The whole request', 'Die ganze Anfrage'],
  access: ['Access', 'Zugriff'],
  recommendation: ['Recommendation', 'Empfehlung'],
  why: ['Why', 'Warum'],
  answers: ['Answers', 'Angaben'],
  /** Those that are done in the console. */
  actions: ['Actions', 'Aktionen'],
  stepReviewers: ['Reviewers of this step ({count})', 'Über diesen Schritt entscheiden ({count})'],
  owners: ['Owners', 'Zuständig'],
  insights: ['Insights', 'Hinweise'],
  /** `when`: of the only reading that there is. */
  confirmShown: [
    'I cannot read this request again: it is shown as it was {when}. Decide only if that is still right.',
    'Ich kann diese Anfrage nicht neu lesen: Sie ist so zu sehen, wie sie {when} war. Entscheide nur, wenn das noch stimmt.',
  ],
  thisRequest: ['This request', 'Diese Anfrage'],
  whatIsAsked: ['{what}, asked by {who}', '{what}, angefragt von {who}'],
  notKept: [
    'This click was not saved, so nothing was done. Try again in a moment.',
    'Dieser Klick wurde nicht gespeichert, also ist nichts geschehen. Versuche es gleich noch einmal.',
  ],
  maybeKept: [
    'It is not certain that this was saved. Look again in a moment: if nothing has happened, try again.',
    'Es ist nicht sicher, ob das gespeichert wurde. Sieh gleich noch einmal nach: Wenn nichts geschehen ist, versuche es noch einmal.',
  ],
  clickLost: [
    'This click was not saved. Try again in a moment. If it happens again, give your IT team this reference: {reference}.',
    'Dieser Klick wurde nicht gespeichert. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: {reference}.',
  ],
  commandFailed: [
    'This command did not work. Try again in a moment. If it happens again, give your IT team this reference: {reference}.',
    'Dieser Befehl hat nicht geklappt. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: {reference}.',
  ],
} as const;

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

/** What is said beside the refusals, whose own words stand in `domain/refusals/refusals.ts`. */
export const besideRefusals = {
  /** The helpers if nobody is configured. */
  itTeam: ['your IT team', 'dein IT-Team'],
  /** What changed in a request that is no longer what its card showed. */
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
    names: ['What is requested has another name now.', 'Was angefragt ist, heißt jetzt anders.'],
    typed: ['You wrote: {words}', 'Du hattest geschrieben: {words}'],
  },
} as const;
