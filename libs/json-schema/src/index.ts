export { createJsonSchemaChecker } from './json-schema-checker';
export type { JsonSchemaChecker, SchemaFault, SchemaTurn } from './json-schema-checker';
