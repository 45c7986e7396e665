/** Overrides of Swagger UI's style: system fonts, muted colours, more spacing, and a layout for small screens. */
export const pageStyle = `:root {
  --ink: #1c2430;
  --faint: #5d6a7c;
  --line: #e1e6ee;
  --accent: #2f5bea;
  --text: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
body { margin: 0; background: #fff; }
noscript { display: block; padding: 2rem; font-family: var(--text); }

.swagger-ui, .swagger-ui :is(.info, .opblock-tag, .opblock, .btn, table, label, input, select, p, h1, h2, h3, h4, h5, li, a,
  .opblock-summary-description, .model-title, .response-col_status, .tab li, .renderedMarkdown) {
  font-family: var(--text);
}
.swagger-ui, .swagger-ui :is(.info li, .info p, .info h3, .opblock-tag, .opblock-summary-path, .parameter__name, h4, h5) {
  color: var(--ink);
}
.swagger-ui :is(code, pre, textarea, .opblock-summary-path, .parameter__name, .microlight, .model, .prop-type,
  .json-schema-2020-12__title) {
  font-family: var(--code);
}
/* The class is repeated for a higher specificity than Swagger UI's own font rules. */
.swagger-ui.swagger-ui :is(h4, h5, th, td, label, small, .btn, .title, .tab-item, .opblock-summary-method,
  .opblock-summary-description, .opblock-title) {
  font-family: var(--text);
}
.swagger-ui.swagger-ui .parameter__name { font-family: var(--code); font-size: 14px; }
.swagger-ui .wrapper { max-width: 1080px; padding: 0 24px; }

.swagger-ui .info { margin: 44px 0 28px; }
.swagger-ui .info .title { color: var(--ink); font-family: var(--text); font-size: 34px; letter-spacing: -0.02em; }
.swagger-ui .renderedMarkdown :is(p, pre) { margin-left: 0; margin-right: 0; }
.swagger-ui .info .title small { top: 0; vertical-align: middle; }
.swagger-ui .info .title small.version-stamp { background: var(--accent); }
.swagger-ui .info :is(p, li) { font-size: 15px; line-height: 1.6; max-width: 76ch; }
.swagger-ui .info h3 { margin: 26px 0 6px; font-size: 17px; }
.swagger-ui .info h3 + p { margin-top: 0; }
.swagger-ui .info .info__license { display: none; }
.swagger-ui .renderedMarkdown code {
  background: #eaeef6; border-radius: 4px; color: #24324a; font-size: 0.88em; font-weight: 500; padding: 1px 5px;
}
.swagger-ui .info .renderedMarkdown pre { background: #1c2430; border-radius: 8px; padding: 16px 18px; overflow-x: auto; max-width: 76ch; }
.swagger-ui .info .renderedMarkdown pre code { background: none; color: #e8edf6; padding: 0; }

.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid var(--line); margin: 0; padding: 16px 0; }
.swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
.swagger-ui .auth-wrapper .authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); }
.swagger-ui .filter .operation-filter-input { border: 1px solid var(--line); border-radius: 8px; margin: 20px 0 4px; }

.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 20px; padding: 14px 0; }
.swagger-ui .opblock-tag small { color: var(--faint); }
.swagger-ui .opblock { border-radius: 8px; border-width: 1px; box-shadow: none; margin: 0 0 8px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 5px; font-size: 12px; min-width: 68px; text-shadow: none; padding: 6px 0; }
.swagger-ui .opblock .opblock-summary-description { color: var(--faint); font-size: 14px; }
.swagger-ui .opblock .opblock-section-header { background: #f5f7fb; box-shadow: none; }
.swagger-ui :is(.opblock-description, .opblock-description-wrapper) p { line-height: 1.55; max-width: 80ch; }
.swagger-ui .response-col_description .renderedMarkdown :is(p, li) { font-size: 13px; line-height: 1.5; margin: 2px 0; }
.swagger-ui .response-col_description .renderedMarkdown ul { margin: 4px 0 10px; padding-left: 18px; }
.swagger-ui :is(.response-col_links, .responses-table .col_header.response-col_links) { display: none; }
.swagger-ui .headers-wrapper { margin-top: 10px; }
.swagger-ui table.headers td { color: var(--faint); font-size: 12px; font-weight: 400; padding: 4px 12px 4px 0; }
.swagger-ui table.headers .header-col { color: var(--ink); white-space: nowrap; }
.swagger-ui section.models { border-color: var(--line); }
.swagger-ui :is(button, a, input, select, textarea, .opblock-summary-control):focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px;
}

@media (max-width: 720px) {
  .swagger-ui .wrapper { padding: 0 14px; }
  .swagger-ui .info { margin: 24px 0 16px; }
  .swagger-ui .info .title { font-size: 27px; }
  .swagger-ui .opblock-tag small { padding: 0 8px; }
  .swagger-ui .filter .operation-filter-input { box-sizing: border-box; width: 100%; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; padding: 6px; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; min-width: 0; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-basis: calc(100% - 84px); gap: 2px; min-width: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; word-break: break-word; }
  .swagger-ui .opblock .view-line-link, .swagger-ui .opblock-summary .authorization__btn { display: none; }
  .swagger-ui .opblock .tab-header, .swagger-ui .opblock-section-header { flex-wrap: wrap; gap: 8px; }
  .swagger-ui :is(table.parameters, table.responses-table) :is(thead) { display: none; }
  .swagger-ui :is(table.parameters, table.responses-table) :is(tbody, tr, td) { display: block; width: auto; max-width: 100%; }
  .swagger-ui :is(.parameters-col_description input, .parameters-col_description select) { max-width: 100%; min-width: 0; width: 100%; }
  .swagger-ui table tbody tr td { padding: 4px 0; }
  .swagger-ui .response .response-col_status { font-weight: 700; }
  .swagger-ui .responses-inner, .swagger-ui .opblock .opblock-section .parameters-container { padding: 10px; }
  .swagger-ui .highlight-code, .swagger-ui .model-example { max-width: calc(100vw - 56px); overflow-x: auto; }
}
`;
