import { inject } from 'vitest';
// For the type of what it provides.
import type {} from './compile-cache.ts';

/** What a process of the bot gets from this one: nothing but `env` that could change what it does. */
export function processEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject('compileCache'), ...env };
}
