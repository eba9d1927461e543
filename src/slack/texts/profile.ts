/** Access profiles: catalogs that are asked for as a whole. */
export const profile = {
  /** The one place that says what giving one back does to what is in it. */
  leaving: {
    stays: [
      'What is in it stays as it is, until it ends or you give it back.',
      'Was darin ist, bleibt, bis es endet oder du es zurückgibst.',
    ],
    goes: [
      'This asks for what is in it to be taken away as well.',
      'Damit wird auch der Entzug dessen beantragt, was darin ist.',
    ],
    'goes-unless-shared': [
      'This asks for what is in it to be taken away as well, unless another access profile of yours has it.',
      'Damit wird auch der Entzug dessen beantragt, was darin ist, außer es ist in einem anderen deiner Zugriffsprofile.',
    ],
    unknown: [
      'What is in it may stay; I cannot tell.',
      'Was darin ist, bleibt vielleicht; das kann ich nicht sagen.',
    ],
  },
  ofItYouHave: ['Of it you have {names}.', 'Davon hast du {names}.'],
  /** `what`: one of the sentences above. */
  onGivingBack: ['_If you give it back:_ {what}', '_Wenn du es zurückgibst:_ {what}'],
} as const;
