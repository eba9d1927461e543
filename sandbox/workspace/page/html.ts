/**
 * Markup in which `hono/html` has escaped everything from outside. The type includes a promise, for
 * templates that contain promises; there are none here, and `c.html` and `await` accept both.
 */
import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;
