import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Health, loadConfig, serveHealth } from '@medley/kit';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { readDocument, ROOT } from '../docs/read-tables';
import { schemasOfServices, serviceNames } from '../docs/service-schemas';

interface ComposeService {
  image: string;
  build?: { dockerfile: string; args: Record<string, string> };
  command?: string[];
  ports?: string[];
  networks: string[];
  volumes: string[];
  environment: Record<string, string>;
  healthcheck: { test: string[] };
}

const compose = parse(readDocument('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
};
const ours = Object.entries(compose.services).filter(([, service]) => service.image.startsWith('medley-'));
const schemas = schemasOfServices();

describe('docker-compose.yml', () => {
  it('runs the main of every service', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(serviceNames());
    for (const [name, { command, image, build }] of ours) {
      expect([image, build]).toEqual([
        `medley-${name}`,
        { context: '.', dockerfile: 'deploy/Dockerfile', args: { SERVICE: name } },
      ]);
      expect(command).toEqual(['node', '--max-semi-space-size=32', `services/${name}/dist/main.js`]);
      expect(existsSync(join(ROOT, 'services', name, 'src/main.ts'))).toBe(true);
    }
  });

  it('sets only known settings of each service', () => {
    const unknown = ours.flatMap(([name, { environment }]) => {
      const known = Object.keys(schemas[name]?.describe()['keys'] as object);
      return Object.keys(environment)
        .filter((setting) => !known.includes(setting))
        .map((setting) => `${name} has no setting ${setting}`);
    });
    expect(unknown).toEqual([]);
  });

  it('passes every setting on, except what the image or the users of RabbitMQ decide', () => {
    const decided = ['DATA_DIR', 'FFMPEG_PATH', 'ALLOW_BUNDLED_FFMPEG', 'AMQP_PREFIX'];
    const missing = ours.flatMap(([name, { environment }]) =>
      Object.keys(schemas[name]?.describe()['keys'] as object)
        .filter((setting) => !(setting in environment) && !decided.includes(setting))
        .map((setting) => `docker-compose.yml does not pass ${setting} to ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('gives every service the directory of files that settings name', () => {
    for (const [, { volumes }] of ours)
      expect(volumes).toContain('${CONFIG_DIR:-./deploy/config}:/config:ro');
    expect(existsSync(join(ROOT, 'deploy/config'))).toBe(true);
  });

  it('can run several gateways, because only the proxy before them has a port of the machine', () => {
    const publishing = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(publishing.map(([name]) => name)).toEqual(['proxy']);
    const { gateway, proxy } = compose.services;
    expect(gateway?.networks).toEqual(expect.arrayContaining(proxy?.networks ?? ['none']));
    const caddyfile = readDocument('deploy/caddy/Caddyfile');
    expect(caddyfile).toMatch(new RegExp(`name gateway\\s+port ${gateway?.environment['PORT']}\\s`));
    // The gateways believe what the proxy says about clients.
    const [subnet] = compose.networks['public']?.ipam?.config ?? [];
    expect(gateway?.environment['TRUSTED_PROXIES']).toBe(subnet?.subnet);
  });

  it('has an example with TLS that changes the proxy only', () => {
    const tls = parse(readDocument('deploy/compose-tls.yml'), { logLevel: 'silent' }) as {
      services: Record<string, ComposeService>;
    };
    expect(Object.keys(tls.services)).toEqual(['proxy']);
    expect(tls.services['proxy']?.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    const [, variable = ''] = /^\{\$(\w+)\} \{$/m.exec(readDocument('deploy/caddy/Caddyfile')) ?? [];
    for (const file of [tls, compose]) expect(file.services['proxy']?.environment).toHaveProperty(variable);
  });

  it('sets every required setting of each service to a valid value', () => {
    for (const [name, { environment }] of ours) {
      const schema = schemas[name];
      if (!schema) throw new Error(`no schema of ${name}`);
      expect(() => loadConfig(schema, interpolate(environment))).not.toThrow();
    }
  });

  it('has no default for a secret, so that nothing starts without it', () => {
    const text = readDocument('docker-compose.yml');
    const names = [...text.matchAll(/\$\{([A-Z0-9_]+)(:?[-?])?/g)].map(([, name, mark]) => ({ name, mark }));
    const secrets = names.filter(({ name }) => /MASTER_KEY$|PASSWORD/.test(name ?? ''));
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(({ mark }) => mark !== ':?')).toEqual([]);
  });
});

describe('the health check of the containers', () => {
  const checks = ours.map(([, service]) => service.healthcheck.test);
  const [kind, program, flag, line = ''] = checks[0] ?? [];

  it('is the same Node script in every container and requests the port of HEALTH_PORT', () => {
    expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
    for (const [, service] of ours) {
      expect(service.healthcheck.test).toEqual(checks[0]);
      expect(line).toContain(`http://127.0.0.1:${service.environment['HEALTH_PORT']}/health`);
    }
  });

  it.each([
    ['0 while all checks succeed', null, 0],
    ['1 while a check fails', 'the broker does not answer', 1],
  ])('ends with %s', async (_title, reason, wanted) => {
    const health = new Health();
    health.register('broker', () => reason);
    const server = await serveHealth({ health, metrics: new Registry() }, { host: '127.0.0.1', port: 0 });
    try {
      expect(await run(line.replace(':9090/', `:${server.port}/`))).toBe(wanted);
    } finally {
      await server.close();
    }
  });

  it('ends with 1 when nothing listens', async () => {
    const server = await serveHealth(
      { health: new Health(), metrics: new Registry() },
      { host: '127.0.0.1', port: 0 },
    );
    await server.close();
    expect(await run(line.replace(':9090/', `:${server.port}/`))).toBe(1);
  });
});

test('the settings of RabbitMQ have only valid lines', () => {
  const conf = readFileSync(join(ROOT, 'deploy/rabbitmq/rabbitmq.conf'), 'utf8').split('\n').filter(Boolean);
  expect(conf.filter((line) => !/^(?:#|[a-z_.]+ = \S+$)/.test(line))).toEqual([]);
});

/** The environment that docker compose gives to a container when only the required variables are set. */
function interpolate(environment: Record<string, string>): Record<string, string> {
  const given: Readonly<Record<string, string>> = {
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{([A-Z0-9_]+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, variable: string, fallback = '') =>
        String(given[variable] ?? (variable.endsWith('_PASSWORD') ? '0123abcd' : fallback)),
      ),
    ]),
  );
}

/** Run a Node script as the container does; returns its exit code. */
function run(line: string): Promise<number | null> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['-e', line], () => resolve(child.exitCode));
  });
}
