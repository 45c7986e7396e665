/** The page at `/docs`; `base` is the path prefix of this gateway for clients, without a trailing slash. */
export function pageHtml(base: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>Medley API reference</title>
    <link rel="icon" href="${base}/docs/favicon-32x32.png">
    <link rel="stylesheet" href="${base}/docs/swagger-ui.css">
    <link rel="stylesheet" href="${base}/docs/page.css">
  </head>
  <body>
    <noscript>This page needs JavaScript. The document itself: <a href="${base}/openapi.json">openapi.json</a></noscript>
    <div id="reference" data-document="${base}/openapi.json"></div>
    <script src="${base}/docs/swagger-ui-bundle.js"></script>
    <script src="${base}/docs/page.js"></script>
  </body>
</html>
`;
}
