/** Introduction of the API reference, in Markdown. */
export const introduction = `Asynchronous processing of media (by link) and text: **fetch**, **transcode** to MP3,
**transcribe** with speakers, **llm** prompts with structured answers, **depersonalize** and **restore**. A task is a graph of
such steps. Create one, then poll it, follow its event stream, or receive a webhook.

\`\`\`sh
curl -X POST "$MEDLEY/api/v1/pii" \\
  -H "Authorization: Bearer $MEDLEY_KEY" \\
  -H "Prefer: wait=10" \\
  -d '{"input": "Call Ann Smith at ann.smith@example.com."}'
\`\`\`

### Responses
Every response is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "error": {"code", "message"}}\`. A
\`VALIDATION_ERROR\` lists all errors of a body in \`errors\`, each with the path of its field. Every response has
\`X-Request-Id\`; with a known key also \`RateLimit\` and \`RateLimit-Policy\` (unless the tariff has no limit).

### Fields
Lengths count Unicode code points. Unknown fields of a body are ignored and named in \`warnings\` beside \`data\`
(\`Prefer: handling=strict\`: refused), unknown options of a step refused. An optional field sent
as \`null\` counts as not sent. A body may have 2 MiB (a batch 16 MiB), 32 levels, 20,000 keys
and 50,000 array elements (a batch 750,000); a query 50 parameters. At most 50 errors are listed.
Resources of another account are reported as missing.

### Other responses
An unknown path is 404 \`NOT_FOUND\`, a wrong method 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. What the HTTP parser refuses is
\`VALIDATION_ERROR\` with 400, 408 (too slow) or 431 (headers over 16 KiB). More than 100 headers are a \`VALIDATION_ERROR\` too.
Too much in progress at once (connections of an address; requests, bodies, unread responses or downloads of an account) is 429
\`RATE_LIMIT_EXCEEDED\` with \`Retry-After\`.
`;
