/** What makes the renderer's page ours: system fonts, room, and a layout that fits a phone. */
export const pageStyle = `:root {
  --ink: #1c2430;
  --faint: #5d6a7c;
  --line: #e1e6ee;
  --accent: #2f5bea;
  --text: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
body { margin: 0; background: #f7f9fc; }
noscript { display: block; padding: 2rem; font-family: var(--text); }
`;
