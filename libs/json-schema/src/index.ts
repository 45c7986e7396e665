export { createJsonSchemaChecker } from './json-schema-checker';
export type { JsonSchemaChecker } from './json-schema-checker';
export type { SchemaFault } from './schema-thread';
