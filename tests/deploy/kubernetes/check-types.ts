import { join } from 'node:path';
import ts from 'typescript';
import type { KubernetesObject } from './kustomize';
import type { ObjectTypes } from './object-types';

const file = join(__dirname, 'rendered-objects.ts');
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/**
 * Compare objects with the types of Kubernetes 1.30, by the compiler: unknown members, wrong types and missing members are
 * faults, each as `kind name: message`.
 */
export function checkTypes(objects: readonly KubernetesObject[]): string[] {
  const lines = objects.map((object, index) => {
    // Any other kind is a fault that the compiler reports.
    const type = `${object.apiVersion} ${object.kind}` as keyof ObjectTypes;
    return `export const object${index}: ObjectTypes['${type}'] = ${JSON.stringify(object)};`;
  });
  const text = `import type { ObjectTypes } from './object-types';\n${lines.join('\n')}\n`;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.readFile = (name) => (name === file ? text : readFile.call(host, name));
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ start = 0, messageText }) => {
      const object = objects[(source?.getLineAndCharacterOfPosition(start).line ?? 0) - 1];
      return `${object?.kind} ${object?.metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}
