import { isIP } from 'node:net';

/** A host (name, or address without brackets) and port of Medley itself or of its broker, database or blob store. */
export interface Endpoint {
  host: string;
  port: number;
  /** Everything below this path (`/samples/`) is public, and URLs of users may lead there. Default: nothing. */
  publicPath?: string;
}

/** Where the gateway serves the recordings for first tests. */
export const SAMPLES_PATH = '/samples/';

/** The settings that name endpoints; each service has some of them. */
interface EndpointSettings {
  HOST?: string;
  PORT?: number;
  HEALTH_HOST?: string;
  HEALTH_PORT?: number | undefined;
  AMQP_URL?: string | undefined;
  MONGO_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

const defaultPorts: Readonly<Record<string, number>> = {
  amqp: 5672,
  amqps: 5671,
  mongodb: 27017,
  http: 80,
  https: 443,
};

/**
 * The endpoints in the settings of a process: API, health, broker, database, blob store and receiver of traces. Without those of a
 * `mongodb+srv` URL, which are only in DNS.
 */
export function ownEndpoints(settings: EndpointSettings): Endpoint[] {
  const { HOST, PORT, HEALTH_HOST, HEALTH_PORT, AMQP_URL, MONGO_URL, S3_ENDPOINT } = settings;
  const urls = [AMQP_URL, MONGO_URL, S3_ENDPOINT, settings.OTEL_EXPORTER_OTLP_ENDPOINT];
  return [
    ...(HOST !== undefined && PORT !== undefined
      ? [{ host: HOST, port: PORT, publicPath: SAMPLES_PATH }]
      : []),
    ...(HEALTH_PORT === undefined ? [] : [{ host: HEALTH_HOST ?? 'localhost', port: HEALTH_PORT }]),
    ...urls.flatMap((url) => (url === undefined ? [] : endpointsOf(url))),
  ];
}

/** Parsed by hand because a MongoDB URL may name several hosts, which `URL` refuses. */
function endpointsOf(url: string): Endpoint[] {
  const [, scheme = '', authority = ''] = /^([a-z0-9+]+):\/\/([^/?#]*)/i.exec(url) ?? [];
  const fallback = Object.hasOwn(defaultPorts, scheme) ? defaultPorts[scheme] : undefined;
  if (fallback === undefined) return [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',');
  return hosts.map((item) => {
    const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(item) ?? [];
    const host = (bracketed ?? plain).toLowerCase();
    return { host: host === '' ? 'localhost' : host, port: port === undefined ? fallback : Number(port) };
  });
}

/** Whether a host has to be looked up before it can be compared with an address. */
export function needsLookup(host: string): boolean {
  return isIP(host) === 0 && host.toLowerCase() !== 'localhost';
}
