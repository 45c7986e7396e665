import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readDocument, ROOT } from '../docs/read-tables';
import { schemasOfServices, serviceNames } from '../docs/service-schemas';

const text = readDocument('deploy/Dockerfile');

interface Instruction {
  /** Of the stage: 0 for what stands before the first one. */
  stage: number;
  word: string;
  rest: string;
}

/** Instructions with their continued lines, without comments. */
const instructions: Instruction[] = [];
for (const line of text
  .replace(/^\s*#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean)) {
  const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  const stage = (instructions.at(-1)?.stage ?? 0) + (word === 'FROM' ? 1 : 0);
  instructions.push({ stage, word, rest: rest.trim().replace(/ +/g, ' ') });
}
const stages = Math.max(...instructions.map(({ stage }) => stage));
/** In the stage that becomes the image. */
const last = (word: string): string[] =>
  instructions.filter((one) => one.stage === stages && one.word === word).map(({ rest }) => rest);

describe('deploy/Dockerfile', () => {
  it('has no mistake that a checker of Dockerfiles finds', () => {
    expect(validate(text)).toEqual([]);
    expect(instructions.filter(({ word }) => word === '')).toEqual([]);
  });

  it('builds in one stage and ships another, both from the base that can be pinned by its digest', () => {
    const bases = instructions.filter(({ word }) => word === 'FROM').map(({ rest }) => rest);
    expect(bases).toEqual(['${NODE_IMAGE} AS build', '${NODE_IMAGE}']);
    const [base = ''] = instructions
      .filter(({ stage, word }) => stage === 0 && word === 'ARG')
      .map(({ rest }) => rest);
    const { engines } = JSON.parse(readDocument('package.json')) as { engines: { node: string } };
    expect(
      Number(/^NODE_IMAGE=node:(\d+)-bookworm-slim(?:@sha256:[0-9a-f]{64})?$/.exec(base)?.[1]),
    ).toBeGreaterThan(Number(/\d+/.exec(engines.node)?.[0]));
    expect(last('COPY')).toEqual(['--from=build /service /app']);
  });

  it('copies only existing files, and runs no install script of a package', () => {
    const sources = instructions
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(4);
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    const installs = instructions.filter(({ rest }) => /npm (?:ci|install)/.test(rest));
    expect(installs.filter(({ rest }) => !rest.includes('--ignore-scripts'))).toEqual([]);
  });

  it('installs Debian packages without others, and leaves no lists', () => {
    const installs = last('RUN').filter((line) => line.includes('apt-get'));
    expect(installs).toHaveLength(1);
    const [line = ''] = installs;
    expect(line.match(/apt-get install/g)).toHaveLength(
      line.match(/-y --no-install-recommends/g)?.length ?? 0,
    );
    expect(line).toMatch(/^apt-get update && .*&& rm -rf \/var\/lib\/apt\/lists\/\* &&/);
    expect(text).not.toMatch(/\b(?:curl|wget|sudo|ADD) /);
  });

  it('gives ffmpeg to the services that run it, and to no other', () => {
    const [, services = ''] =
      /case "\$\{SERVICE\}" in ([\w |-]+)\) apt-get install [^;]*ffmpeg ;; esac/.exec(text) ?? [];
    const using = serviceNames().filter((name) =>
      readDocument(`services/${name}/package.json`).includes('"@medley/ffmpeg"'),
    );
    expect(services.split('|').map((name) => name.trim())).toEqual(using);
    expect(last('ENV').join(' ')).toContain('FFMPEG_PATH=/usr/bin/ffmpeg');
  });

  it('runs as a user without rights, who owns nothing of the program, behind an init', () => {
    expect(last('USER')).toEqual(['node']);
    expect(last('COPY').join()).not.toContain('--chown');
    expect(last('VOLUME')).toEqual(['/data']);
    expect(last('ENTRYPOINT')).toEqual(['["/usr/bin/tini", "--"]']);
    expect(last('RUN').join(' ')).toMatch(/apt-get install [^&]*\btini\b/);
    expect(last('CMD')).toEqual(['["node", "--max-semi-space-size=32", "main.js"]']);
  });

  it('sets only known settings, and checks the health that docker-compose.yml checks', () => {
    const known = new Set(
      Object.values(schemasOfServices()).flatMap((schema) =>
        Object.keys(schema.describe()['keys'] as object),
      ),
    );
    const set = last('ENV').flatMap((line) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name ?? ''),
    );
    expect(set.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    const { services } = parse(readDocument('docker-compose.yml'), { merge: true }) as {
      services: { gateway: { healthcheck: { test: string[] } } };
    };
    const [, command = '[]'] = /CMD (.*)$/.exec(last('HEALTHCHECK')[0] ?? '') ?? [];
    expect(['CMD', ...(JSON.parse(command) as string[])]).toEqual(services.gateway.healthcheck.test);
  });
});

describe('deploy/collect-service.mjs', () => {
  const script = join(ROOT, 'deploy/collect-service.mjs');

  it.each(['', 'nobody', '../gateway'])('installs nothing for the service %j', (service) => {
    const { status, stderr } = spawnSync(process.execPath, [script, service, '/nowhere'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([64, expect.stringContaining('usage')]);
  });

  it('can be read by Node', () => {
    expect(() => execFileSync(process.execPath, ['--check', script])).not.toThrow();
  });
});
