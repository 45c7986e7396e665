export { createJsonSchemaChecker } from './json-schema-checker';
export type { JsonSchemaChecker, SchemaFault } from './json-schema-checker';
