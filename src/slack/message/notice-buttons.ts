/** The actions that the buttons of messages start. */

/**
 * Open the form for the answer to a question, and the form that a request waits for. The button's
 * value is the request's id; for a question it is the id of the question's action, except in older
 * messages.
 */
export const askedActions = { answer: 'request.answer', 'fill-in': 'request.fill-in' } as const;

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;
