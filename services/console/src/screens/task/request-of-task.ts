import type { StepRequest, Task, TaskRequest } from '@medley/client/browser';

/** The request that would create the same task; credentials of a link are masked in it. */
export function requestOfTask(task: Task): TaskRequest {
  const { input, outputs, metadata, webhook_url } = task;
  return {
    ...(input?.url !== undefined && { url: input.url }),
    ...(input?.text !== undefined && { input: input.text }),
    // The service answers with the options it was given.
    steps: task.steps.map(
      ({ id, name, depends_on, options }) => ({ name, id, depends_on, options }) as StepRequest,
    ),
    ...(outputs !== null && { outputs }),
    ...(input && optional('filename', input.filename)),
    ...(input && optional('prompt', input.prompt)),
    ...(input && optional('template', input.template)),
    ...(input && { language_in: input.language_in, language_out: input.language_out }),
    ...(input && optional('response_schema', input.response_schema)),
    ...(metadata.length > 0 && { metadata }),
    ...optional('webhook_url', webhook_url),
  };
}

function optional<Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> {
  return value === null ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** For a POSIX shell; the key stays in the environment. */
export function asCurl(serviceUrl: string, request: TaskRequest): string {
  const body = JSON.stringify(request).replaceAll("'", `'\\''`);
  return [
    `curl -s ${serviceUrl}/api/v1/tasks \\`,
    `  -H "Authorization: Bearer $MEDLEY_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

export function asTypeScript(serviceUrl: string, request: TaskRequest): string {
  return `import { Medley } from '@medley/client';

const medley = new Medley({ baseUrl: '${serviceUrl}', apiKey: process.env.MEDLEY_API_KEY ?? '' });
const task = await medley.tasks.create(${JSON.stringify(request, null, 2)});
const { output } = await medley.tasks.wait(task);
console.log(output);
`;
}
