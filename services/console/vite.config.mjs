import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative links, because the gateway may stand behind a path prefix; it completes those of the page.
  base: './',
  resolve: {
    // The sources, so that the console can be built while the packages are compiled.
    alias: {
      '@medley/client/browser': fileURLToPath(new URL('../../libs/client/src/browser.ts', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Links as `data:` would need an exception in the policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" of libraries means nothing outside a server of components.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
