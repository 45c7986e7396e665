import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readDocument, ROOT } from '../docs/read-tables';
import { composeDefinitions, serviceNames } from '@medley/testing/broker';

interface Container {
  image: string;
  environment: Record<string, string>;
  networks: string[];
  ports?: string[];
  volumes: string[];
  user?: string;
  cap_drop: string[];
  security_opt: string[];
  read_only: boolean;
  tmpfs: string[];
  mem_limit: string;
  pids_limit: number;
}

const compose = parse(readDocument('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
};
const containers = Object.entries(compose.services);
const namesOn = (network: string): string[] =>
  containers.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name);

describe('every container', () => {
  it.each(containers)(
    '%s has no capabilities, a read-only root and limits of memory and processes',
    (_name, container) => {
      expect(container).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
        tmpfs: expect.arrayContaining(['/tmp']),
      });
      expect(container.mem_limit).toMatch(/^(\$\{[A-Z]+_MEMORY:-)?\d+[gm]\}?$/);
      expect(container.pids_limit).toBeGreaterThan(0);
    },
  );

  it('with a third-party image does not run as root', () => {
    const others = containers.filter(([, { image }]) => !image.startsWith('medley-'));
    expect(others.map(([name, { user }]) => [name, user])).toEqual([
      ['proxy', '1000:1000'],
      ['rabbitmq', 'rabbitmq'],
      ['mongo', 'mongodb'],
    ]);
  });

  it('mounts only existing files of the repository, read-only', () => {
    const mounts = containers.flatMap(([, { volumes }]) => volumes.filter((one) => one.startsWith('./')));
    expect(mounts.length).toBeGreaterThan(0);
    for (const mount of mounts) {
      const [path = '', , mode] = mount.split(':');
      expect([path, existsSync(join(ROOT, path)), mode]).toEqual([path, true, 'ro']);
    }
  });
});

describe('the networks', () => {
  it('publish only the proxy, which reaches nothing but gateways', () => {
    expect(containers.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
    expect(namesOn('public').sort()).toEqual(['gateway', 'proxy']);
    expect(compose.services['proxy']?.networks).toEqual(['public']);
  });

  it('connect only services that store tasks to the database', () => {
    expect(namesOn('database').sort()).toEqual(['gateway', 'mongo', 'orchestrator', 'webhook-dispatcher']);
    expect(compose.networks['database']?.internal).toBe(true);
  });

  it('connect to the internet only the services that call others', () => {
    expect(namesOn('internet').sort()).toEqual(['fetcher', 'llm', 'transcriber', 'webhook-dispatcher']);
    expect(compose.networks['broker']?.internal).toBe(true);
  });

  it('are no others', () => {
    expect(Object.keys(compose.networks).sort()).toEqual(['broker', 'database', 'internet', 'public']);
  });
});

describe('the users', () => {
  it('of RabbitMQ are one for each service, with a password of its own', () => {
    for (const name of serviceNames) {
      const variable = `RABBITMQ_${name.replace('-', '_').toUpperCase()}_PASSWORD`;
      const environment: Record<string, string> = compose.services[name]?.environment ?? {};
      expect(environment['AMQP_URL']).toMatch(
        new RegExp(`^amqp://${name}:\\$\\{${variable}:\\?[^}]+\\}@rabbitmq:5672$`),
      );
      expect(environment['AMQP_DECLARE']).toBe(String(name === 'orchestrator'));
      const others = Object.values(environment)
        .join(' ')
        .match(/RABBITMQ_\w+/g);
      expect(others).toEqual([variable]);
    }
  });

  it('of RabbitMQ have no administrator tag', async () => {
    const { users } = JSON.parse(await composeDefinitions((name) => `of-${name}`)) as {
      users: { name: string; password: string; tags: string }[];
    };
    expect(users).toEqual(serviceNames.map((name) => ({ name, password: `of-${name}`, tags: '' })));
  });

  it.each(['', 'a"b', 'a b'])('of RabbitMQ are not created with the password %j', async (password) => {
    await expect(composeDefinitions(() => password)).rejects.toThrow(/the password of gateway/);
  });

  it('of MongoDB are root for the first start, and one with readWrite on one database', () => {
    const roots = containers.filter(([, { environment }]) => JSON.stringify(environment).includes('ROOT'));
    expect(roots.map(([name]) => name)).toEqual(['mongo']);
    const urls = containers.flatMap(([, { environment }]) => environment['MONGO_URL'] ?? []);
    expect(new Set(urls).size).toBe(1);
    expect(urls[0]).toMatch(/^mongodb:\/\/medley:\$\{MONGO_PASSWORD:\?[^}]+\}@mongo:27017\/medley$/);
    const script = readDocument('deploy/mongo/users.js');
    expect(script.match(/role: '\w+'/g)).toEqual(["role: 'readWrite'"]);
  });
});

test('deploy/make-secrets.sh generates every required secret and a key of the operator, all different', () => {
  const printed = execFileSync('sh', [join(ROOT, 'deploy/make-secrets.sh')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const secrets = printed.map((line) => /^([A-Z_]+)=(.{32,})$/.exec(line)?.slice(1) ?? [line]);
  const files = ['docker-compose.yml', 'deploy/observability/compose.yml'];
  const needed = files.flatMap((file) => [...readDocument(file).matchAll(/\$\{([A-Z_]+):\?/g)]);
  expect(secrets.map(([name]) => name).sort()).toEqual(
    [...new Set(['OPERATOR_KEY', ...needed.map(([, name]) => name)])].sort(),
  );
  expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length);
});
