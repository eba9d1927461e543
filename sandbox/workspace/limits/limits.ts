/**
 * Every number at which Slack refuses or cuts. Sources: the JSDoc of `@slack/types`, Slack's method
 * pages, its guides; where they are silent, what has been seen. Strings are counted in UTF-16
 * units, which never lets through what Slack would refuse.
 */
export const limits = {
  blocksOfMessage: 50,
  blocksOfView: 100,
  /**
   * Characters of all blocks of a message as JSON; beyond it `msg_blocks_too_long`. Seen, not
   * documented.
   */
  blocksPayload: 13_200,
  viewBytes: 250_000,
  privateMetadata: 3_000,
  callbackId: 255,
  blockId: 255,
  actionId: 255,
  /** Title, submit and close of a modal. */
  viewWord: 24,
  modalStack: 3,

  text: 3_000,
  header: 150,
  label: 2_000,
  placeholder: 150,
  actionsElements: 25,
  contextElements: 10,

  options: 100,
  optionsOfRadioButtons: 10,
  optionsOfCheckboxes: 10,
  optionsOfOverflow: 5,
  optionText: 75,
  optionValue: 75,
  buttonText: 75,
  buttonValue: 2_000,
  url: 3_000,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  plainTextInput: 3_000,

  /** `chat.postMessage` cuts here. */
  messageText: 40_000,
  /** `chat.update` refuses beyond it. */
  updatedText: 4_000,
  metadataBytes: 16_000,

  ackMs: 3_000,
  triggerMs: 3_000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
} as const;
