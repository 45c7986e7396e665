import Joi from 'joi';
import {
  brokerSettings,
  commaList,
  ConfigError,
  loadConfig,
  outboundSettings,
  secretSettings,
  blobSettings,
  storeSettings,
} from '@medley/kit';

const schema = Joi.object({
  NAME: Joi.string().required(),
  COUNT: Joi.number().default(3),
  LIST: commaList(Joi.number()),
});

function faultsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
  }
  return [];
}

test('settings are typed, defaulted and cannot be changed', () => {
  const config = loadConfig(schema, { NAME: 'x', COUNT: '5', LIST: ' 1, 2 ,3', OTHER: 'y' });
  expect(config).toEqual({ NAME: 'x', COUNT: 5, LIST: [1, 2, 3] });
  expect(Object.isFrozen(config)).toBe(true);
});

test('an empty variable counts as not set', () => {
  expect(loadConfig(schema, { NAME: 'x', COUNT: '' })).toEqual({ NAME: 'x', COUNT: 3 });
});

test('all faults are reported at once, by the name of the variable', () => {
  const faults = faultsOf(() => loadConfig(schema, { COUNT: 'many', LIST: '1,b' }));
  expect(faults).toHaveLength(3);
  for (const name of ['NAME', 'COUNT', 'LIST'])
    expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
});

test('a wrong secret is named, never repeated', () => {
  const faults = faultsOf(() => loadConfig(Joi.object(secretSettings), { MASTER_KEY: 'c2hvcnQ=' }));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('MASTER_KEY');
  expect(faults[0]).not.toContain('c2hvcnQ=');
});

test('OUTBOUND_ALLOW is a list of CIDRs', () => {
  const allow = (text: string): unknown => loadConfig(Joi.object(outboundSettings), { OUTBOUND_ALLOW: text });
  expect(allow('127.0.0.0/8,::1/128')).toEqual({ OUTBOUND_ALLOW: ['127.0.0.0/8', '::1/128'] });
  expect(faultsOf(() => allow('127.0.0.1'))).toHaveLength(1);
  expect(loadConfig(Joi.object(outboundSettings), {})).toEqual({ OUTBOUND_ALLOW: [] });
});

test('s3 asks for its bucket and keys, fs does not', () => {
  const blobs = Joi.object(blobSettings);
  expect(faultsOf(() => loadConfig(blobs, { BLOB_STORE: 's3' }))).toHaveLength(3);
  expect(loadConfig(blobs, {})).toMatchObject({ BLOB_STORE: 'fs', DATA_DIR: './data' });
});

const addresses = Joi.object({ ...brokerSettings, ...storeSettings });
const oneHost = { AMQP_URL: 'amqp://a', MONGO_URL: 'mongodb://a' };

test.each([
  ['AMQP_URL', 'amqp://user:p%40ss@a:5672,b.internal:5673,[::1]:5674/vhost'],
  ['AMQP_URL', 'amqps://rabbit-0,rabbit-1,rabbit-2'],
  ['MONGO_URL', 'mongodb://user:pass@a:27017,b:27017,c:27017/medley?replicaSet=rs0&authSource=admin'],
  ['MONGO_URL', 'mongodb+srv://cluster.internal/medley'],
])('%s may list the hosts of a cluster: %s', (name, url) => {
  expect(loadConfig(addresses, { ...oneHost, [name]: url })).toMatchObject({ [name]: url });
});

test.each([
  ['AMQP_URL', 'amqp://u:secret@a,/'],
  ['AMQP_URL', 'amqp://u:secret@a:x,b'],
  ['AMQP_URL', 'amqp://u:secret@a,b:70000'],
  ['AMQP_URL', 'http://u:secret@a,b'],
  ['AMQP_URL', 'amqp://u:secret@a,amqp://u:secret@b'],
  ['MONGO_URL', 'mongodb://u:secret@:27017,b'],
])('%s that is wrong at one of its hosts is named, and its password not repeated: %s', (name, url) => {
  const faults = faultsOf(() => loadConfig(addresses, { ...oneHost, [name]: url }));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(name);
  expect(faults[0]).not.toContain('secret');
});
