export { createJsonSchemaChecker } from './json-schema-checker';
export type { JsonSchemaChecker, SchemaFault, SchemaCheckOptions } from './json-schema-checker';
