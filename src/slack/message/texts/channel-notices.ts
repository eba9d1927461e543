/** Messages to a channel that list several requests, and the head of the audit trail. */
export const channelNotices = {
  digest: {
    open: {
      one: ['1 open request', '1 offene Anfrage'],
      other: ['{count} open requests', '{count} offene Anfragen'],
    },
    longest: ['waiting longest:', 'am längsten warten:'],
    ending: ['Ending today:', 'Heute endet:'],
  },
  overview: [
    '⏳ *{count} requests wait here for a decision.* Slack takes one card a second, emergencies come first. You can decide all of them on my Home tab now.',
    '⏳ *Hier warten {count} Anfragen auf eine Entscheidung.* Slack nimmt eine Karte in der Sekunde an, Notfälle zuerst. Auf meinem Home-Tab kannst du schon jetzt alle entscheiden.',
  ],
  auditHead: [
    'The audit trail has {count} entries. Keep this line: it shows later whether one of them was changed.\n`{head}`',
    'Das Audit-Protokoll hat {count} Einträge. Heb diese Zeile auf: Sie zeigt später, ob einer davon geändert wurde.\n`{head}`',
  ],
} as const;
