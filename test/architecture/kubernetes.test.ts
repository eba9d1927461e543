import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';

/** Each kind of the manifests, as the API's schema has it. */
const models = {
  Deployment: { Model: Deployment, from: 'kubernetes-models/apps/v1' },
  StatefulSet: { Model: StatefulSet, from: 'kubernetes-models/apps/v1' },
  Job: { Model: Job, from: 'kubernetes-models/batch/v1' },
  Service: { Model: Service, from: 'kubernetes-models/v1' },
  NetworkPolicy: { Model: NetworkPolicy, from: 'kubernetes-models/networking.k8s.io/v1' },
  PodDisruptionBudget: { Model: PodDisruptionBudget, from: 'kubernetes-models/policy/v1' },
  PodMonitor: {
    Model: PodMonitor,
    from: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  },
} as const;

const folder = 'docs/deploy';
const files = readdirSync(folder).filter((file) => /^(kubernetes|podmonitor).*\.yaml$/.test(file));
const documents = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((one, index) => ({
    name: `${file}, ${index + 1}`,
    manifest: one.toJS(),
  })),
);

function modelOf(kind: unknown) {
  const model = Object.entries(models).find(([name]) => name === kind)?.[1];
  if (model === undefined) throw new Error(`this test does not know the kind ${String(kind)}`);
  return model;
}

describe('the Kubernetes manifests', () => {
  it('are all looked at', () => {
    expect(files.length).toBeGreaterThanOrEqual(4);
  });

  it.each(documents)('have the values that the API takes: $name', ({ manifest }) => {
    const { Model } = modelOf(manifest.kind);
    expect(manifest.apiVersion).toBe(Model.apiVersion);
    expect(() => new Model(manifest).validate()).not.toThrow();
  });

  it('have no field that the API does not know', () => {
    const work = mkdtempSync(join(tmpdir(), 'access-manifests-'));
    onTestFinished(() => rmSync(work, { recursive: true }));
    symlinkSync(resolve('node_modules'), join(work, 'node_modules'));
    // The compiler refuses unknown members of literals, which the schemas themselves let pass.
    const lines = documents.map(({ manifest }, index) => {
      const { from } = modelOf(manifest.kind);
      const type = `import('${from}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(join(work, 'manifests.ts'), lines.join('\n'));
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...flags, 'manifests.ts'], {
      cwd: work,
      encoding: 'utf8',
    });
    expect([stdout, status]).toEqual(['', 0]);
  });
});
