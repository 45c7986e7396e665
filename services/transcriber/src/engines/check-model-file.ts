import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { readOnnxMetadata } from './read-onnx-metadata';

/** A file of a model: the path to read, and how an operator knows it. */
export interface ModelFile {
  path: string;
  shown: string;
}

const TOKENS_BYTES_MAX = 16 * 1024 * 1024;
/** `symbol id`; the blank has no visible symbol. */
const TOKEN_LINE = /^(?:\S+\s+|\s*)\d+\s*$/;
const NO_METADATA: ReadonlyMap<string, string> = new Map();

/** What is wrong with a file, in words for an operator; or, when it is as it should be, what it says about itself. */
export type FileCheck = { fault: string } | { metadata: ReadonlyMap<string, string> };

/** Whether a file can be a model: the library would end the process over one that cannot. */
export async function checkModelFile(file: ModelFile): Promise<FileCheck> {
  const trouble = await accessTrouble(file);
  if (trouble !== null) return { fault: trouble };
  const head = await readOnnxMetadata(file.path);
  return head ?? { fault: `${file.shown} is no complete ONNX model: was it downloaded to its end?` };
}

/** Whether a file can be the list of a model's tokens: a symbol and its number on each line. */
export async function checkTokensFile(file: ModelFile): Promise<FileCheck> {
  const trouble = await accessTrouble(file);
  if (trouble !== null) return { fault: trouble };
  if ((await stat(file.path)).size > TOKENS_BYTES_MAX) {
    return { fault: `${file.shown} is too large for a list of tokens` };
  }
  const lines = (await readFile(file.path, 'utf8')).split(/\r?\n/);
  const wrong = lines.findIndex((line) => line !== '' && !TOKEN_LINE.test(line));
  if (wrong >= 0) return { fault: `line ${wrong + 1} of ${file.shown} is not a token and its number` };
  return lines.filter((line) => line !== '').length < 2
    ? { fault: `${file.shown} lists no tokens` }
    : { metadata: NO_METADATA };
}

async function accessTrouble({ path, shown }: ModelFile): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts) return `${shown} is missing`;
  if (!facts.isFile()) return `${shown} is no file`;
  if (facts.size === 0) return `${shown} is empty`;
  return access(path, constants.R_OK).then(
    () => null,
    () => `${shown} may not be read`,
  );
}
