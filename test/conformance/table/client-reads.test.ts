import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer } from '../../../conformance/check-answer.ts';
import {
  compareReading,
  type Misreading,
  readByClient,
  underDeclaredName,
} from '../../../conformance/client-reading.ts';
import { endpoints } from '../../../conformance/interface.ts';
import { answerRows } from '../../../conformance/rows.ts';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { sampleOf } from './sample.ts';
import { seededAnswers } from './seeded-answers.ts';
import { wrongAnswers } from './wrong-answers.ts';

/** Rows by endpoint that a hand-declared answer, full in every field, was read of. */
const fromSamples = new Map<number, ReadonlySet<string>>();
const misread: (Misreading & { readonly endpoint: number })[] = [];

beforeAll(async () => {
  const answers = await seededAnswers();
  for (const one of endpoints) {
    const { endpoint, bodies } = {
      endpoint: one.number,
      bodies: [sampleOf(one.answer), ...(answers.get(one.number) ?? [])],
    };
    for (const [index, body] of bodies.entries()) {
      const reading = compareReading(one, body);
      if (index === 0) fromSamples.set(endpoint, reading.read);
      misread.push(...reading.misread.map((problem) => ({ ...problem, endpoint })));
    }
  }
});

/** The values that the bot goes by; one of another type counts as not told, or as a wrong answer. */
const typedFields: Readonly<Record<number, readonly string[]>> = {
  1: [
    'taskView.task.actions.0',
    'taskView.task.approverIds.0',
    'taskView.task.createdAt',
    'taskView.task.createdByUserId',
    'taskView.task.deletedAt',
    'taskView.task.description',
    'taskView.task.emergencyAccess',
    'taskView.task.id',
    'taskView.task.numericId',
    'taskView.task.origin',
    'taskView.task.processing',
    'taskView.task.recommendation',
    'taskView.task.state',
    'taskView.task.stepApproverIds.0',
    'taskView.task.userId',
    'taskView.accessReviewPath',
    'taskView.appPath',
    'taskView.appUserLastUsagePath',
    'taskView.appUserPath',
    'taskView.approversPath',
    'taskView.createdByUserPath',
    'taskView.entitlementsPath',
    'taskView.identityUserPath',
    'taskView.insightsPath',
    'taskView.stepApproversPath',
    'taskView.userPath',
  ],
  2: ['appEntitlementOwnerEntitlement.roleSlug'],
  3: ['appOwnerEntitlement.roleSlug'],
  4: ['list.0.id', 'nextPageToken'],
  5: [
    'connectorView.connector.id',
    'connectorView.appPath',
    'connectorView.capabilitiesPath',
    'connectorView.usersPath',
  ],
  6: [
    'list.0.appEntitlement.alias',
    'list.0.appEntitlement.description',
    'list.0.appEntitlement.displayName',
    'list.0.appEntitlement.slug',
    'list.0.appEntitlement.id',
    'list.0.appEntitlement.appId',
    'list.0.appEntitlement.appResourceId',
    'list.0.appEntitlement.appResourceTypeId',
    'list.0.appEntitlement.emergencyGrantPolicyId',
    'list.0.appEntitlement.grantPolicyId',
    'list.0.appEntitlement.requestSchemaId',
    'list.0.appEntitlement.riskLevelValueId',
    'list.0.appEntitlement.deletedAt',
    'list.0.appEntitlement.emergencyGrantEnabled',
    'list.0.appEntitlement.overrideAccessRequestsDefaults',
    'list.0.appEntitlement.durationGrant',
    'list.0.appPath',
    'list.0.appResourcePath',
    'list.0.appResourceTypePath',
    'nextPageToken',
  ],
  7: ['catalogEntry.id'],
  8: ['list.0.connectorId', 'nextPageToken'],
  9: ['routingRule.id'],
  10: ['list.0.roleSlug', 'nextPageToken'],
  11: ['list.0.id', 'nextPageToken'],
  12: [
    'immutableUserIds.0',
    'list.0.id',
    'list.0.delegatedUserId',
    'list.0.displayName',
    'list.0.email',
    'list.0.emails.0',
    'list.0.managerIds.0',
    'list.0.deletedAt',
    'list.0.status',
    'nextPageToken',
  ],
  13: ['appEntitlementOwnerUser.roleSlug'],
  14: ['automationExecutions.0.id', 'nextPageToken'],
  15: ['list.0.id', 'nextPageToken'],
  16: ['list.0.id', 'nextPageToken'],
};

/** What is a record of its own within an answer; details of records are shown as they came. */
const recordNames = /^(?:task|user|appEntitlement|connector)$/;

function withUndeclaredMembers(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => withUndeclaredMembers(one, depth));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    depth === 0 || recordNames.test(name) ? withUndeclaredMembers(member, depth + 1) : member,
  ]);
  return { undeclaredByAnybody: 1, ...Object.fromEntries(entries) };
}

describe('the client reads', () => {
  test('every field of every answer', () => {
    const unread = answerRows.flatMap(({ name, endpoints: carriers }) =>
      carriers
        .filter((number) => fromSamples.get(number)?.has(name) !== true)
        .map((number) => `${number}: ${name}`),
    );
    expect(unread).toEqual([]);
  });

  test('nothing as something else than what came', () => {
    expect(misread).toEqual([]);
  });

  test.each(endpoints)('by their types the fields of endpoint $number that the bot uses', (one) => {
    const checked = wrongAnswers(one.answer).filter(({ isValue, body }) => {
      if (!isValue) return false;
      try {
        return compareReading(one, body).misread.length > 0;
      } catch (error) {
        if (error instanceof OutwardFailure) return true;
        throw error;
      }
    });
    // All others are shown to administrators alone, as they came.
    expect(checked.map(({ place }) => place)).toEqual(typedFields[one.number]);
  });

  test.each(endpoints)(
    'no member of endpoint $number that the interface does not declare',
    (one) => {
      const body = JSON.stringify(withUndeclaredMembers(sampleOf(one.answer)));
      expect(body).toContain('undeclaredByAnybody');
      const { undeclared } = checkAnswer(
        one,
        underDeclaredName(one, readByClient(one.number, body)),
        'any',
      );
      expect(undeclared).toEqual([]);
    },
  );

  test.each(endpoints)(
    'an answer of endpoint $number in which everything is null or left out, or says which field it needs',
    (one) => {
      const needed: Record<number, string> = { 1: 'taskView', 5: 'connectorView' };
      const bodies = [{}, Object.fromEntries(Object.keys(one.answer).map((name) => [name, null]))];
      for (const body of bodies) {
        let outcome = 'read';
        try {
          readByClient(one.number, JSON.stringify(body));
        } catch (error) {
          outcome = error instanceof Error ? error.message : 'thrown';
        }
        const single =
          needed[one.number] ??
          (Object.keys(one.answer).length === 1 ? Object.keys(one.answer)[0] : undefined);
        expect(outcome).toMatch(
          single === undefined ? /^read$/ : new RegExp(`: ${single}: expected object$`),
        );
      }
    },
  );
});
