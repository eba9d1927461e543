/** Where permalinks lead: to the message's conversation on the page, as somebody who can see it. */
import { Hono } from 'hono';
import { directory } from './state/directory.ts';

export function permalinkRoutes(): Hono {
  const routes = new Hono();
  routes.get('/:conversation/:message', (context) => {
    const conversation = directory.conversation(context.req.param('conversation'));
    const reader = conversation?.memberIds[0];
    if (conversation === undefined || reader === undefined) return context.text('There is no such message.', 404);
    const thread = context.req.query('thread_ts');
    const query = thread === undefined ? '' : `?thread=${encodeURIComponent(thread)}`;
    return context.redirect(`/as/${reader}/${conversation.id}${query}`);
  });
  return routes;
}
