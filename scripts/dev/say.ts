/** Print a line on standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
