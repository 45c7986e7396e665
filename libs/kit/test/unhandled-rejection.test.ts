import { Program, takeFreePort, until } from '@medley/testing';

test('a rejection that nothing handles is logged, counted and reported by health, and the process continues', async () => {
  const port = await takeFreePort();
  const program = new Program('libs/kit/test/rejecting-service.cjs', { HEALTH_PORT: String(port) });
  const read = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await until(() => program.output.includes('unhandled rejection'));

  expect(JSON.parse(await read('/health'))).toEqual({
    ok: true,
    status: 'ok',
    reasons: {},
    warnings: { 'unhandled rejections': '1 since the start, see the log' },
  });
  expect(await read('/metrics')).toContain('medley_unhandled_rejections_total 1');
  expect(program.output).toContain('nothing handles this');
  expect(await program.end('SIGTERM')).toBe(0);
});
