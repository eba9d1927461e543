/** Access profiles: catalogs that are asked for as a whole. */
export const profile = {
  /** The one place that says what giving one back does to what is in it. */
  leaving: {
    stays: [
      'What is in it stays as it is, until it ends or you give it back.',
      'Was darin ist, bleibt, bis es endet oder du es zurückgibst.',
    ],
    goes: [
      'I will ask for everything in it to be removed as well.',
      'Damit wird auch der Entzug dessen beantragt, was darin ist.',
    ],
    'goes-unless-shared': [
      'I will ask for everything in it to be removed as well, unless another of your access profiles has it.',
      'Damit wird auch der Entzug dessen beantragt, was darin ist, außer es ist in einem anderen deiner Zugriffsprofile.',
    ],
    unknown: [
      'What is in it may stay; I cannot tell.',
      'Was darin ist, bleibt vielleicht; das kann ich nicht sagen.',
    ],
  },
  /** On the card of a task that follows from joining one. */
  partOf: ['Part of the access profile {profile}', 'Teil des Zugriffsprofils {profile}'],
  /** On Home, below the profile. */
  brings: ['_It brings:_ {parts}', '_Es bringt:_ {parts}'],
  given: ['{given} of {of} given', '{given} von {of} gewährt'],
  refused: ['{count} not given', '{count} nicht gewährt'],
  waiting: {
    one: ['1 waiting for {people}', '1 wartet auf {people}'],
    other: ['{count} waiting for {people}', '{count} warten auf {people}'],
  },
  underWay: ['{count} under way', '{count} in Arbeit'],
  unseen: ['{count} not requested as far as I can see', '{count} soweit ich sehe nicht angefragt'],
  /** How one item is; one that was refused says its outcome. */
  states: {
    unseen: ['not requested as far as I can see', 'soweit ich sehe nicht angefragt'],
    had: ['there', 'vorhanden'],
    given: ['given', 'gewährt'],
    open: ['under way', 'in Arbeit'],
  },
  /** In front of an item whose name is not told. */
  unnamed: ['something that I cannot name', 'etwas, das ich nicht benennen kann'],
  noLongerFollowed: [
    'I no longer follow this. As I read it {when}.',
    'Ich verfolge das nicht weiter. Stand {when}.',
  ],
  neverRead: ['I could not read what became of it.', 'Was daraus wurde, konnte ich nicht lesen.'],
  /** At the end of a list of items. */
  more: ['{count} more', '{count} mehr'],
  ofItYouHave: ['You have {names} from it.', 'Davon hast du {names}.'],
  /** `what`: one of the sentences above. */
  onGivingBack: ['_If you give it back:_ {what}', '_Wenn du es zurückgibst:_ {what}'],
} as const;
