import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@medley/kit';
import { Program, takeFreePort, until } from '@medley/testing';
import { readDocument, ROOT } from '../docs/read-tables';
import { schemasOfServices, serviceNames } from '../docs/service-schemas';
import { overlays, secrets, specsOf, workloads, type EnvVar } from './kubernetes/overlays';

const schemas = schemasOfServices();
const deployments = workloads('Deployment');
const titled = deployments.map((one) => [`${one.overlay} ${one.name}`, one] as const);

describe('the Deployments', () => {
  it.each(overlays)('of %s are one for each service, each with its main', (overlay) => {
    const ours = deployments.filter((one) => one.overlay === overlay);
    expect(ours.map(({ name }) => name).sort()).toEqual(serviceNames());
    for (const { name, container } of ours) {
      expect(container.args).toEqual(['node', `services/${name}/dist/main.js`]);
      expect(existsSync(join(ROOT, 'services', name, 'src/main.ts'))).toBe(true);
      expect(container.image).toMatch(new RegExp(`/medley-${name}:\\d+\\.\\d+\\.\\d+$`));
    }
  });

  it('set only settings that their services read', () => {
    const unknown = deployments.flatMap(({ overlay, name, container }) =>
      container.env
        .filter((variable) => !(variable.name in (schemas[name]?.describe()['keys'] as object)))
        .map((variable) => `${overlay} ${name}: ${variable.name}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(titled)('%s has all settings it needs, valid ones', (_title, { name, container }) => {
    const schema = schemas[name];
    if (!schema) throw new Error(`no schema of ${name}`);
    const env = Object.fromEntries(container.env.map((variable) => [variable.name, valueOf(variable)]));
    expect(() => loadConfig(schema, env)).not.toThrow();
  });

  it('read every secret by reference, each service the broker as its own user', () => {
    const values = deployments.flatMap(({ container }) => container.env.filter(({ value }) => value));
    expect(
      values.filter(({ name, value }) => /KEY|SECRET|PASSWORD|URL$/.test(name) && isSecret(value)),
    ).toEqual([]);
    for (const { name, container } of deployments) {
      const url = container.env.find((variable) => variable.name === 'AMQP_URL');
      expect(new URL(url ? valueOf(url) : '').username).toBe(name);
      const declare = container.env.find((variable) => variable.name === 'AMQP_DECLARE');
      expect(declare?.value).toBe(String(name === 'orchestrator'));
    }
  });
});

describe('the ports and paths', () => {
  it.each(titled)('%s listens where its probes ask', (_title, { container }) => {
    const numbers = Object.fromEntries(
      container.ports.map(({ name, containerPort }) => [name, containerPort]),
    );
    const setting = (name: string): number =>
      Number(container.env.find((variable) => variable.name === name)?.value);
    expect(numbers).toEqual({
      health: setting('HEALTH_PORT'),
      ...(container.env.some(({ name }) => name === 'PORT') ? { http: setting('PORT') } : {}),
    });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'health' });
    const { httpGet, tcpSocket } = container.readinessProbe;
    // A gateway without a broker still answers, with 502 where it must.
    if ('http' in numbers) expect(tcpSocket).toEqual({ port: 'http' });
    else expect(httpGet).toEqual({ path: '/health', port: 'health' });
  });

  it('a service whose broker is dead is alive, and not ready', async () => {
    const [port, dead] = [await takeFreePort(), await takeFreePort()];
    const program = new Program('services/llm/dist/main.js', {
      AMQP_URL: `amqp://llm:secret@127.0.0.1:${dead}`,
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'warn',
    });
    const status = async (path: string): Promise<number | null> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
      return response?.status ?? null;
    };
    try {
      await until(() => program.output.includes('cannot connect to RabbitMQ'));
      await until(async () => (await status('/health')) === 503);
      expect(await status('/health/live')).toBe(200);
      expect(program.hasEnded).toBe(false);
    } finally {
      await program.end();
    }
  });

  it('of Services and monitors exist in the pods they select', () => {
    const ports = new Map(
      deployments.flatMap(({ overlay, container }) =>
        container.ports.map(({ name, containerPort }) => [`${overlay} ${name}`, containerPort] as const),
      ),
    );
    for (const overlay of overlays) {
      const services = specsOf<{ ports: { name: string; port: number; targetPort: string }[] }>(
        overlay,
        'Service',
      ).filter(({ name }) => !['rabbitmq', 'mongodb'].includes(name));
      expect(services.map(({ name }) => name).sort()).toEqual(['gateway', 'medley-metrics']);
      for (const { spec } of services)
        for (const { targetPort } of spec.ports) expect(ports.has(`${overlay} ${targetPort}`)).toBe(true);
    }
    const [monitor] = specsOf<{ endpoints: { port: string; path: string }[] }>(
      'production',
      'ServiceMonitor',
    );
    expect(monitor?.spec.endpoints).toMatchObject([{ port: 'health', path: '/metrics' }]);
  });
});

describe('a pod that is stopped', () => {
  const stopMs = Number(
    /const STOP_MS = ([\d_]+);/.exec(readDocument('libs/kit/src/run-service.ts'))?.[1]?.replaceAll('_', ''),
  );

  it.each(titled)('%s has time for its whole shutdown', (_title, { pod, container }) => {
    const [program, seconds = '0'] = container.lifecycle?.preStop.exec.command ?? ['sleep'];
    expect(program).toBe('sleep');
    expect(stopMs).toBeGreaterThan(18_000);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(
      Number(seconds) * 1000 + stopMs + 5_000,
    );
  });
});

/** The value that a container gets; an absent optional secret is an empty variable. */
function valueOf({ name, value, valueFrom }: EnvVar): string {
  if (value !== undefined) return value;
  const reference = valueFrom?.secretKeyRef;
  const secret = secrets.find(({ metadata }) => metadata.name === reference?.name);
  const data = (secret?.['stringData'] ?? {}) as Record<string, string>;
  const found = data[reference?.key ?? ''];
  if (found === undefined) throw new Error(`${name}: no ${reference?.name}/${reference?.key}`);
  return found;
}

/** Text that nobody may read in a manifest: a user's part in a URL, or anything that looks random. */
function isSecret(value = ''): boolean {
  return /:\/\/[^/]*@/.test(value) || /^[\w+/=-]{16,}$/.test(value);
}
