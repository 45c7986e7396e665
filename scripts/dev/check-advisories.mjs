/**
 * `node scripts/dev/check-advisories.mjs`: fail when a production dependency has a known advisory of severity high or
 * critical. A registry that does not answer is reported and is not a failure.
 */
import { spawnSync } from 'node:child_process';

const SERIOUS = ['high', 'critical'];
const TIMEOUT_MS = 60_000;

/** The report of npm, or null when the registry gave none. */
function askRegistry() {
  const args = [
    'audit',
    '--omit=dev',
    '--audit-level=high',
    '--json',
    '--fetch-retries=1',
    '--loglevel=silent',
  ];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 });
  try {
    const report = JSON.parse(stdout);
    return report.metadata?.vulnerabilities ? report : null;
  } catch {
    return null;
  }
}

/** `name (severity): title, link` for each advisory that counts. */
function describeSerious({ vulnerabilities = {} }) {
  return Object.values(vulnerabilities)
    .filter(({ severity }) => SERIOUS.includes(severity))
    .map(({ name, severity, via }) => {
      // A string names another vulnerable package that this one depends on.
      const causes = via.map((cause) =>
        typeof cause === 'string' ? `by ${cause}` : `${cause.title}, ${cause.url}`,
      );
      return `  ${name} (${severity}): ${causes.join('; ')}`;
    });
}

const report = askRegistry();
if (report === null) {
  process.stdout.write('advisories: not checked, the registry does not answer\n');
} else {
  const { high, critical, total } = report.metadata.vulnerabilities;
  const serious = describeSerious(report);
  process.stdout.write(`advisories: ${high + critical} high or critical, ${total} in all\n`);
  for (const line of serious) process.stdout.write(`${line}\n`);
  if (high + critical > 0) {
    process.stdout.write('  → npm audit fix, or an override in package.json\n');
    process.exitCode = 1;
  }
}
