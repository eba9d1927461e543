/**
 * The room of Slack. It owns how Slack's payloads become use cases and how what happened becomes words and blocks; it never
 * decides, never touches the database and never talks to the governance service.
 *
 * This file: every number of Slack's that we build against (slack.md, Limits). Characters are UTF-16 code units.
 */
export const limits = {
  sectionText: 3_000,
  fieldText: 2_000,
  fields: 10,
  headerText: 150,
  modalTitle: 24,
  options: 100,
  optionText: 75,
  optionValue: 75,
  overflowOptions: 5,
  buttonText: 75,
  buttonUrl: 3_000,
  inputLength: 3_000,
  blocksInMessage: 50,
  blocksInModal: 100,
  privateMetadata: 3_000,
  contextElements: 10,
} as const;

/** Ours: how much of a justification a card shows before it says that there is more. `msg_blocks_too_long` comes near 13,200. */
export const cardTextLength = 1_500;

/** Ours: how many people a card names before it counts. */
export const namedPeople = 10;
