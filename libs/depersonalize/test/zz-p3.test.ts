import { detect, depersonalize, restore } from '@medley/depersonalize';
test('x', () => {
  for (const unit of ['a@', 'Иван ', '1']) {
    const text = unit.repeat(Math.ceil(1e5 / unit.length)).slice(0, 1e5);
    const t = (n: string, f: () => void) => { const a = process.cpuUsage(); f(); const b = process.cpuUsage(a); process.stderr.write(`${unit} ${n} ${(b.user + b.system) / 1000 | 0}\n`); };
    t('detect', () => detect(text));
    t('detect', () => detect(text));
    let r = depersonalize('', { mode: 'reversible' });
    t('rev', () => (r = depersonalize(text, { mode: 'reversible' })));
    t('restore', () => restore(r.text, r.mapping ?? ''));
    t('moved', () => restore('So: ' + r.text, r.mapping ?? ''));
    t('rand', () => depersonalize(text, { mode: 'randomize', seed: 1 }));
  }
});
