import { findTypos, warnOfTypos } from '@medley/kit';
import { schemasOfServices } from './service-schemas';

const schemas = Object.values(schemasOfServices());
const known = [...new Set(schemas.flatMap((schema) => Object.keys(schema.describe()['keys'] as object)))];

describe('a variable that looks like a setting', () => {
  it.each([
    ['LLM_BASEURL', 'LLM_BASE_URL'],
    ['HEALTH_PROT', 'HEALTH_PORT'],
    ['MASTER_KEYS', 'MASTER_KEY'],
    ['MONGO_ULR', 'MONGO_URL'],
    ['WEBHOK_POLL_MS', 'WEBHOOK_POLL_MS'],
  ])('%s is named in a warning with %s, without its value', (name, meant) => {
    const lines: unknown[] = [];
    const logger = { warn: (...line: unknown[]) => void lines.push(line) };
    warnOfTypos(logger as never, schemas, { [name]: 's3cret', PATH: '/bin', HOSTNAME: 'x', NODE_ENV: 'y' });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain(`${name}, for ${meant}?`);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('is never a setting of another service, which may share the environment', () => {
    const found = known.flatMap((name) =>
      findTypos(
        known.filter((one) => one !== name),
        [name],
      ),
    );
    expect(found).toEqual([]);
  });
});
