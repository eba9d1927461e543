import type { ResourceRef } from '../use-cases/administration-ports.ts';
import type { CommandArgument, Given } from './command.ts';

/** The three ids that say which resource of an app is meant. */
export const resourceArguments: readonly CommandArgument[] = [
  { name: 'appId', about: 'the app' },
  { name: 'resourceTypeId', about: 'the type of resource in it' },
  { name: 'resourceId', about: 'the resource' },
];

export function resourceOf(given: Given): ResourceRef {
  return {
    appId: given.argument('appId'),
    resourceTypeId: given.argument('resourceTypeId'),
    resourceId: given.argument('resourceId'),
  };
}

export function resourceWords(resource: ResourceRef): string {
  return `${resource.resourceTypeId} ${resource.resourceId} of ${resource.appId}`;
}
