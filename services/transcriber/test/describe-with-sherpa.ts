import { createRequire } from 'node:module';

/** A suite that needs the optional package with its binary, and /proc of Linux. */
export function describeWithSherpa(title: string, suite: () => void): void {
  if (process.platform === 'linux' && isInstalled()) describe(title, suite);
  else describe.skip(`${title} (install sherpa-onnx-node on Linux to run it)`, suite);
}

function isInstalled(): boolean {
  try {
    createRequire(__filename).resolve('sherpa-onnx-node');
    createRequire(__filename).resolve(`sherpa-onnx-${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}
