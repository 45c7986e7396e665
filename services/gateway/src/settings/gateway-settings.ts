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
  /** Where clients reach us, without a slash at the end; absent: `http://HOST:PORT`. */
  PUBLIC_URL?: string;
  TARIFFS_FILE?: string;
  PRICES_FILE?: string;
  /** Step kinds whose tasks are accepted although no worker of theirs is there right now. */
  ASSUME_STEPS: StepKind[];
  /** Open connections, and requests through a trusted proxy, that one client address may have. */
  CONNECTIONS_PER_ADDRESS: number;
  /** CIDRs of reverse proxies: their connections are not counted, and their `X-Forwarded-For` names the client. */
  TRUSTED_PROXIES: string[];
}

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
});
