import Joi from 'joi';
import { samplers, type TracingSettings } from '@medley/tracing';
import { hostListUri } from './host-list';

/** Settings that several services share; each service's schema takes the groups it needs. Names are fixed. */
export interface ProcessSettings extends TracingSettings {
  LOG_LEVEL: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  LOG_FORMAT: 'json' | 'text';
  /** Port of `/health` and `/metrics` on `HEALTH_HOST`; absent: not served. */
  HEALTH_PORT?: number;
  HEALTH_HOST: string;
}

export const processSettings = {
  LOG_LEVEL: Joi.valid('silent', 'error', 'warn', 'info', 'debug').default('info'),
  LOG_FORMAT: Joi.valid('json', 'text').default('json'),
  HEALTH_PORT: Joi.number().port(),
  HEALTH_HOST: Joi.string().hostname().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string().uri({ scheme: ['http', 'https'] }),
  OTEL_TRACES_SAMPLER: Joi.valid(...samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: Joi.number().min(0).max(1).default(1),
};

export interface BrokerSettings {
  /** Of one RabbitMQ node, or of the nodes of a cluster: `amqp://user:password@a:5672,b:5672/vhost`. */
  AMQP_URL: string;
  /** Prefix of all queue and exchange names, so that several systems can share one broker. */
  AMQP_PREFIX: string;
  /** Whether this process declares queues and exchanges; else it only checks that they exist. */
  AMQP_DECLARE: boolean;
}

export const brokerSettings = {
  AMQP_URL: hostListUri(['amqp', 'amqps']).required(),
  AMQP_PREFIX: Joi.string()
    .pattern(/^[a-z0-9-]{1,40}$/)
    .default('medley'),
  AMQP_DECLARE: Joi.boolean().default(true),
};

export interface StoreSettings {
  MONGO_URL: string;
}

export const storeSettings = {
  MONGO_URL: hostListUri(['mongodb', 'mongodb+srv']).required(),
};

export interface BlobSettings {
  BLOB_STORE: 'fs' | 's3';
  DATA_DIR: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}

const neededForS3 = (schema: Joi.StringSchema): Joi.StringSchema =>
  schema.when('BLOB_STORE', { is: 's3', then: Joi.required() });

export const blobSettings = {
  BLOB_STORE: Joi.valid('fs', 's3').default('fs'),
  DATA_DIR: Joi.string().default('./data'),
  S3_ENDPOINT: Joi.string().uri({ scheme: ['http', 'https'] }),
  S3_BUCKET: neededForS3(Joi.string()),
  S3_REGION: Joi.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: neededForS3(Joi.string()),
  S3_SECRET_ACCESS_KEY: neededForS3(Joi.string()),
};

export interface SecretSettings {
  /** 32 bytes in base64. */
  MASTER_KEY: string;
  /** The key before, while the master key is being rotated. */
  MASTER_KEY_PREVIOUS?: string;
}

const masterKey = Joi.string().custom((value: string, helpers) =>
  Buffer.from(value, 'base64').length === 32
    ? value
    : helpers.message({ custom: '{{#label}} must be 32 bytes in base64 (openssl rand -base64 32)' }),
);

export const secretSettings = {
  MASTER_KEY: masterKey.required(),
  MASTER_KEY_PREVIOUS: masterKey.invalid(Joi.ref('MASTER_KEY')).messages({
    'any.invalid': 'MASTER_KEY_PREVIOUS is the same key as MASTER_KEY: it must be the key before',
  }),
};

export interface OutboundSettings {
  /** Non-public CIDRs to which outbound requests are allowed. */
  OUTBOUND_ALLOW: string[];
}

export const outboundSettings = {
  OUTBOUND_ALLOW: commaList(Joi.string().ip({ cidr: 'required' })).default([]),
};

export interface FfmpegSettings {
  /** The ffmpeg to use; absent: the one on the PATH, else, where that is allowed, the one from npm. */
  FFMPEG_PATH?: string;
  /** Whether untrusted media may be processed by the ffmpeg from npm, a build of 2018 without security fixes. */
  ALLOW_BUNDLED_FFMPEG: boolean;
}

export const ffmpegSettings = {
  FFMPEG_PATH: Joi.string(),
  ALLOW_BUNDLED_FFMPEG: Joi.boolean().default(false),
};

/** A variable like `a,b,c`, read as an array of `item`; blanks around the items do not count. */
export function commaList(item: Joi.Schema): Joi.AnySchema {
  const list = Joi.array().items(item);
  return Joi.any().custom((value: unknown, helpers) => {
    const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    const result = list.validate(parts, { convert: true });
    return result.error ? helpers.message({ custom: `{{#label}}: ${result.error.message}` }) : result.value;
  });
}
