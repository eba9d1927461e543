import type { Company, CompanyConsoleRequest } from '../../company-schema.ts';
import { userIdOf } from '../seed.ts';
import type { World } from '../world.ts';
import { noSource, openTask } from './open-task.ts';

/** What people asked for in the console; nothing where the state is not new. */
export function openConsoleRequests(world: World, { consoleRequests }: Company): void {
  if (world.state.tasks.length > 0) return;
  world.state.change(() => {
    for (const request of consoleRequests) open(world, request);
  });
}

function open(world: World, request: CompanyConsoleRequest): void {
  const { who, kind, app, entitlement, why, seconds } = request;
  openTask(
    world,
    {
      kind,
      origin: 'TASK_ORIGIN_WEBAPP',
      appId: app,
      appEntitlementId: entitlement,
      identityUserId: userIdOf(request.for),
      appUserId: '',
      description: why,
      grantDuration: seconds === null ? null : `${seconds}s`,
      emergencyAccess: false,
      requestData: null,
      source: noSource,
    },
    userIdOf(who),
  );
}
