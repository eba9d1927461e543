/**
 * The room of Slack. It owns how Slack's payloads become use cases and how what happened becomes
 * words and blocks; it never decides, never touches the database and never talks to the governance
 * service.
 *
 * This file: every number of Slack's that we build against (docs/spec/slack.md#limits). Characters
 * are UTF-16 code units.
 */
export const limits = {
  sectionText: 3_000,
  fieldText: 2_000,
  headerText: 150,
  modalTitle: 24,
  /** Ours, for one line: Slack takes 2,000. */
  labelText: 150,
  options: 100,
  optionText: 75,
  textInput: 3_000,
  placeholder: 150,
  optionValue: 75,
  overflowOptions: 5,
  buttonText: 75,
  blockId: 255,
  buttonValue: 2_000,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  privateMetadata: 3_000,
  messageBlocks: 50,
  homeBlocks: 100,
  /** All blocks of a message as JSON; `msg_blocks_too_long` was seen near 13,200. */
  blocksPayload: 13_000,
} as const;

/**
 * Ours: a longer link to the governance service's page is left out of a card, which has it several
 * times.
 */
export const cardUrlLength = 500;

/** Ours: how many people a card names before it counts. */
export const namedPeople = 10;
