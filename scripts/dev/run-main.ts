/** Run the main function of a command; a failure is its stack on stderr and exit code 1. */
export function runMain(main: () => Promise<unknown>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
}
