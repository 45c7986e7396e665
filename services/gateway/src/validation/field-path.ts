/** `['steps', 1, 'depends_on', 0]` → `steps[1].depends_on[0]`. */
export function fieldPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}
