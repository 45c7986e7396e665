import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression with its location. */
export interface FoundRegex {
  source: string;
  flags: string;
  at: string;
}

/** Every regular expression literal of the TypeScript sources below a directory. */
export function collectLiterals(directory: string): FoundRegex[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return collectLiterals(path);
    return path.endsWith('.ts') ? literalsOf(path) : [];
  });
}

function literalsOf(path: string): FoundRegex[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022);
  const found: FoundRegex[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        at: `${path}:${line + 1}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
