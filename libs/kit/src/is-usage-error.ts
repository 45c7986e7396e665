/** Whether an error is one of `parseArgs` from `node:util`: the command line was not understood. */
export function isUsageError(error: unknown): boolean {
  const code = error instanceof TypeError && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}
