/** Whether an error says that the command was not understood: one of `parseArgs`. */
export function isMisuse(error: unknown): boolean {
  const code = error instanceof TypeError && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}
