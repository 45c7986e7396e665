import { OperatorError } from './load-config';
import { errorCodeOf } from './to-failure';

const pathReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is no directory',
  EEXIST: 'a file has this name',
};

/**
 * An OperatorError with a sentence for what the operator can mend at the start: a port in use or forbidden, a path that
 * cannot be used. Other errors are returned as they are.
 */
export function explainSystemError(error: unknown): unknown {
  const code = errorCodeOf(error);
  if (!(error instanceof Error) || error instanceof OperatorError || code === undefined) return error;
  const { address, port, path } = error as Error & { address?: string; port?: number; path?: string };
  if (port !== undefined && code === 'EADDRINUSE') {
    return new OperatorError(`Port ${port} of ${address} is in use by another program: choose another one.`, {
      cause: error,
    });
  }
  if (port !== undefined && ['EACCES', 'EADDRNOTAVAIL'].includes(code)) {
    const reason = code === 'EACCES' ? 'permission denied' : 'this machine has no such address';
    return new OperatorError(`Port ${port} of ${address} cannot be opened: ${reason}.`, { cause: error });
  }
  const reason = pathReasons[code];
  if (path === undefined || reason === undefined) return error;
  return new OperatorError(`${path} cannot be used: ${reason}. Is DATA_DIR right?`, { cause: error });
}
