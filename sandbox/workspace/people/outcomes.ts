/** The error messages of Slack's client. */
import type { Outcome } from '../client.ts';
import type { AppAnswer } from '../delivery/transport.ts';

export type Refusal = Exclude<Outcome, { ok: true }>;

export function refuse(code: string, sentence: string): Refusal {
  return { ok: false, code, sentence };
}

export const done: Outcome = { ok: true };

export const unknownPerson = refuse('not_found', 'There is no such person in this workspace.');
export const notAllowed = refuse('not_allowed', 'You cannot use this app.');
export const notAMember = refuse('not_allowed', 'You are not in this conversation.');
export const viewGone = refuse('not_found', 'This window is no longer open.');
export const messageGone = refuse('not_found', 'This message was deleted.');
export const elementGone = refuse('stale', 'This has changed in the meantime. Have another look.');

const troubleSentence = 'We had some trouble connecting. Try again?';

/** In modals and Home, and for options. */
export function trouble(code: string): Refusal {
  return refuse(code, troubleSentence);
}

type Failure = Exclude<AppAnswer, { ok: true }>;

export function commandFailure(command: string, failure: Failure): Refusal {
  switch (failure.code) {
    case 'operation_timeout':
      return refuse(
        failure.code,
        `${command} failed because the app did not respond. Please try again or contact the app developer.`,
      );
    case 'dispatch_failed':
      return refuse(failure.code, `${command} failed with the error "dispatch_failed"`);
    case 'http_error': {
      const code = failure.status >= 500 ? 'http_service_error' : 'http_client_error';
      return refuse('http_error', `${command} failed with the error "${code}"`);
    }
  }
}

export function invalidCommand(command: string): Refusal {
  return refuse(
    'invalid_command',
    `${command} is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.`,
  );
}

/** For clicks in messages and for shortcuts. */
export function clickFailure(failure: Failure): Refusal {
  return refuse(failure.code, 'Something went wrong while the app handled this. Try again?');
}
