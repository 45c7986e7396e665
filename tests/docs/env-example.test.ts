import { namesApart, readDocument } from './read-tables';
import { settingsOfServices } from './service-schemas';

const PATH = '.env.example';

interface Line {
  name: string;
  value: string;
  comment: string;
}

describe('.env.example', () => {
  const lines = readDocument(PATH).split('\n');
  const variables = lines.flatMap((line, index): Line[] => {
    const [, name, value = ''] = /^#?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value, comment: lines[index - 1] ?? '' }];
  });
  const settings = [...settingsOfServices().values()].flatMap((ofService) => [...ofService]);

  it('has every setting of every service and every variable of docker-compose.yml, each once', () => {
    const ofCompose = [...readDocument('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(
      ([, name]) => name ?? '',
    );
    const real = [...new Set([...settings.map(([name]) => name), ...ofCompose])];
    expect(
      namesApart(
        PATH,
        variables.map(({ name }) => name),
        real,
      ),
    ).toEqual([]);
  });

  it('explains each variable in a comment right above it', () => {
    const bare = variables.filter(({ comment }) => !/^# \S/.test(comment) || comment.startsWith('# ---'));
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('shows no value but a default, and no secret at all', () => {
    const faults = variables.filter(({ name, value }) => {
      if (value === '') return false;
      const isSecret = /KEY|SECRET|PASSWORD/.test(name) || /\/\/[^/]*@/.test(value);
      const isDefault = settings.some((setting) => setting[0] === name && setting[1].default === value);
      return isSecret || !isDefault;
    });
    expect(faults.map(({ name, value }) => `${PATH}: ${name}=${value}`)).toEqual([]);
  });
});
