import Joi from 'joi';
import { stepKinds, type StepKind } from '@medley/contracts';
import {
  commaList,
  processSettings,
  secretSettings,
  type ProcessSettings,
  type SecretSettings,
} from '@medley/kit';

export interface GatewaySettings extends ProcessSettings, SecretSettings {
  HOST: string;
  PORT: number;
  /** Base URL for clients; default `http://HOST:PORT`. */
  PUBLIC_URL?: string;
  TARIFFS_FILE?: string;
  PRICES_FILE?: string;
  /** Step kinds whose tasks are accepted even when no worker for them is ready. */
  ASSUME_STEPS: StepKind[];
  /** Maximum of open connections, and of concurrent requests through trusted proxies, for one client address. */
  CONNECTIONS_PER_ADDRESS: number;
  /** CIDRs of reverse proxies: their connections are not limited, and the client address is read from `X-Forwarded-For`. */
  TRUSTED_PROXIES: string[];
  /** Largest file of an upload, in bytes. */
  MAX_MEDIA_BYTES: number;
  /** Origins of web pages that may use the API; `*`: all; none: CORS is off. */
  CORS_ORIGINS: string[];
  /** 32 bytes or more, in hex or base64url; absent: there is no operator's API. */
  OPERATOR_KEY?: string;
}

const OPERATOR_KEY_BYTES = 32;

/** A text is at most as random as it is long: 64 hexadecimal digits, or 43 characters of base64url, are 32 bytes. */
const operatorKey = Joi.string().custom((value: string, helpers) => {
  const encoding = /^[0-9a-f]+$/i.test(value) ? 'hex' : /^[\w-]+$/.test(value) ? 'base64url' : null;
  const isLong = encoding !== null && Buffer.from(value, encoding).length >= OPERATOR_KEY_BYTES;
  const rule = `must be ${OPERATOR_KEY_BYTES} bytes or more in hex or base64url (openssl rand -hex 32)`;
  return isLong ? value : helpers.message({ custom: `OPERATOR_KEY ${rule}` });
});

/** Compared with the `Origin` header as text, so a path or a trailing slash would never match. */
const origin = Joi.string()
  .pattern(/^(?:\*|https?:\/\/[^/\s,]+)$/)
  .messages({ 'string.pattern.base': '{{#label}} must be * or an origin such as https://app.example.com' });

export const gatewaySchema: Joi.ObjectSchema<GatewaySettings> = Joi.object<GatewaySettings>({
  ...processSettings,
  ...secretSettings,
  HOST: Joi.string().hostname().default('127.0.0.1'),
  PORT: Joi.number().port().default(8080),
  PUBLIC_URL: Joi.string().uri({ scheme: ['http', 'https'] }),
  TARIFFS_FILE: Joi.string(),
  PRICES_FILE: Joi.string(),
  ASSUME_STEPS: commaList(Joi.valid(...stepKinds)).default([]),
  CONNECTIONS_PER_ADDRESS: Joi.number().integer().min(1).default(256),
  TRUSTED_PROXIES: commaList(Joi.string().ip({ cidr: 'required' })).default([]),
  MAX_MEDIA_BYTES: Joi.number()
    .integer()
    .min(1)
    .default(2 * 1024 ** 3),
  CORS_ORIGINS: commaList(origin).default([]),
  OPERATOR_KEY: operatorKey,
});
