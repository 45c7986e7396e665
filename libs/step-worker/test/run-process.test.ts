import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { findProgram, runProcess, type ProcessRequest } from '@medley/step-worker';
import { until, withFrozenTimers } from '@medley/testing';

const built = join(__dirname, '../dist/index.js');

/** Stub programs: each is an executable script, started without a shell. */
describe('a program that is run', () => {
  let directory: string;
  let controller: AbortController;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-run-'));
    controller = new AbortController();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function tool(script: string): Promise<string> {
    const path = join(directory, 'tool');
    await writeFile(path, `#!/bin/bash\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }
  const request = (command: string, more: Partial<ProcessRequest> = {}): ProcessRequest => {
    return { command, args: [], cwd: directory, signal: controller.signal, timeLimitMs: 100_000, ...more };
  };
  const pidIn = async (name: string): Promise<number> => {
    await until(async () => (await readFile(join(directory, name), 'utf8').catch(() => '')).endsWith('\n'));
    return Number(await readFile(join(directory, name), 'utf8'));
  };
  /** True for a process that has ended, reaped or still a zombie. */
  const hasEnded = async (pid: number): Promise<boolean> => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    return stat === null || stat.includes(') Z ');
  };

  it('returns its exit code, its lines and the end of its stderr', async () => {
    const command = await tool('echo one; printf "two\\rthree"; echo oops >&2; exit 3');
    const [out, err]: string[][] = [[], []];
    const end = await runProcess(
      request(command, { onStdoutLine: (line) => out?.push(line), onStderrLine: (line) => err?.push(line) }),
    );
    expect(end).toEqual({ exitCode: 3, signal: null, stderr: 'oops\n' });
    expect([out, err]).toEqual([['one', 'two', 'three'], ['oops']]);
  });

  it('gets its arguments unchanged', async () => {
    const command = await tool('printf "%s\\n" "$@"');
    const args = ['$(id)', '; rm -rf /', 'a b', '*', '-i', ''];
    const out: string[] = [];
    await runProcess(request(command, { args: [...args, 'end'], onStdoutLine: (line) => out.push(line) }));
    expect(out).toEqual([...args.filter(Boolean), 'end']);
  });

  it('does not inherit the environment', async () => {
    const out: string[] = [];
    const command = await tool('env');
    await runProcess(request(command, { env: { EXTRA: '1' }, onStdoutLine: (line) => out.push(line) }));
    const names = out
      .map((line) => line.split('=')[0])
      .filter((name) => !['_', 'PWD', 'SHLVL'].includes(name ?? ''));
    expect(names.sort()).toEqual(['EXTRA', 'HOME', 'LANG', 'MALLOC_ARENA_MAX', 'PATH', 'TMPDIR']);
  });

  it('that floods stderr uses no memory: 4 KB of it are kept', async () => {
    const command = await tool('head -c 300000000 /dev/zero | tr "\\0" x >&2; echo end >&2');
    const before = process.memoryUsage().rss;
    const lengths: number[] = [];
    const onStderrLine = (line: string): void => void lengths.push(line.length);
    const end = await runProcess(request(command, { onStderrLine }));
    expect(end.stderr).toHaveLength(4_096);
    expect(end.stderr.endsWith('xend\n')).toBe(true);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(16 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('that crashes reports the signal', async () => {
    const end = await runProcess(request(await tool('kill -SEGV $$')));
    expect(end).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
  });

  it('that hangs is killed at its time limit', async () => {
    const command = await tool('echo $$ > pid; exec sleep 600');
    await withFrozenTimers(async (timers) => {
      const run = runProcess(request(command, { timeLimitMs: 300 }));
      run.catch(() => undefined);
      const pid = await pidIn('pid');
      await timers.advance(299);
      expect(await hasEnded(pid)).toBe(false);
      await timers.advance(1);
      await expect(run).rejects.toMatchObject({ code: 'STEP_TIMEOUT', retryable: true });
      expect(await hasEnded(pid)).toBe(true);
    });
  });

  it('that is stopped (SIGSTOP) or ignores SIGTERM is killed within 2 s of an abort, with its children', async () => {
    const command = await tool(
      'trap "" TERM; sleep 600 & echo $! > child; echo $$ > pid; kill -STOP $$; wait',
    );
    await withFrozenTimers(async (timers) => {
      const run = runProcess(request(command));
      run.catch(() => undefined);
      const pids = [await pidIn('pid'), await pidIn('child')];
      const reason = new AppError('CANCELED', 'the task was canceled');
      controller.abort(reason);
      await timers.advance(2_000);
      await expect(run).rejects.toBe(reason);
      await until(async () => (await Promise.all(pids.map(hasEnded))).every(Boolean));
    });
  });

  it('that forks and exits leaves no process of its group', async () => {
    const command = await tool('sleep 600 & echo $! > child; exit 0');
    const end = await runProcess(request(command));
    expect(end.exitCode).toBe(0);
    const child = await pidIn('child');
    await until(() => hasEnded(child));
  });

  it('whose pipes are held open by a detached child is not awaited', async () => {
    const command = await tool(
      'mkfifo started; setsid sh -c "echo > started; exec sleep 600" & echo $! > child; read _ < started; exit 0',
    );
    await runProcess(request(command));
    const runaway = await pidIn('child');
    expect(await hasEnded(runaway)).toBe(false);
    process.kill(runaway, 'SIGKILL');
  });

  it('is killed with its parent, even by SIGKILL', async () => {
    if ((await findProgram('setpriv')) === null || !existsSync(built)) return;
    const command = await tool('echo $$ > pid; while :; do sleep 0.1; done');
    const script = `require(${JSON.stringify(built)}).runProcess({ command: ${JSON.stringify(command)}, args: [],
      cwd: ${JSON.stringify(directory)}, signal: new AbortController().signal, timeLimitMs: 60000 })`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    const pid = await pidIn('pid');
    expect(await hasEnded(pid)).toBe(false);
    parent.kill('SIGKILL');
    await until(() => hasEnded(pid));
  });

  it('is not started with an aborted signal', async () => {
    controller.abort(new AppError('CANCELED', 'the task was canceled'));
    await expect(runProcess(request(await tool('touch started')))).rejects.toMatchObject({
      code: 'CANCELED',
    });
    await expect(readFile(join(directory, 'started'))).rejects.toThrow();
  });

  it('that does not exist is a TOOL_CRASHED without its path', async () => {
    const run = runProcess(request(join(directory, 'absent')));
    await expect(run).rejects.toMatchObject({ code: 'TOOL_CRASHED', message: 'absent could not be started' });
  });

  describe('under limits of the kernel', () => {
    it('cannot exceed its limits of file size, open files and CPU time', async () => {
      if ((await findProgram('prlimit')) === null) return;
      const limits = { fileBytes: 1_000, openFiles: 16, cpuSeconds: 1, addressSpaceBytes: 2 ** 31 };
      const out: string[] = [];
      const read = await tool('ulimit -n; ulimit -v; ulimit -t; ulimit -c');
      await runProcess(request(read, { limits, onStdoutLine: (line) => out.push(line) }));
      expect(out).toEqual(['16', String(2 ** 21), '1', '0']);

      const write = await tool('head -c 5000 /dev/zero > big');
      expect(await runProcess(request(write, { limits }))).not.toMatchObject({ exitCode: 0 });
      expect(await readFile(join(directory, 'big'))).toHaveLength(1_000);

      const spin = await tool('while :; do :; done');
      expect((await runProcess(request(spin, { limits }))).signal).toMatch(/SIGXCPU|SIGKILL/);
    });
  });
});
