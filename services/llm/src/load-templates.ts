import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promptTemplateNames, type PromptTemplateName } from '@medley/contracts';
import { OperatorError } from '@medley/kit';

/** What a template may leave to the task: names of languages in English. */
export interface TemplateLanguages {
  language_in: string;
  language_out: string;
}
export type PromptTemplates = Readonly<Record<PromptTemplateName, string>>;

const variable = /\{\{(\w+)\}\}/g;
const variables: readonly string[] = ['language_in', 'language_out'] satisfies (keyof TemplateLanguages)[];

/**
 * The words of every template of the catalogue, from `<directory>/<name>.md`.
 * @throws OperatorError naming a file that is missing, empty or uses an unknown variable
 */
export async function loadTemplates(directory: string): Promise<PromptTemplates> {
  const entries = promptTemplateNames.map(
    async (name) => [name, await loadTemplate(directory, name)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<PromptTemplateName, string>;
}

async function loadTemplate(directory: string, name: PromptTemplateName): Promise<string> {
  const file = join(directory, `${name}.md`);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`the prompt template ${file} cannot be read`, { cause });
  });
  if (text.trim() === '') throw new OperatorError(`the prompt template ${file} is empty`);
  for (const [, found = ''] of text.matchAll(variable)) {
    if (!variables.includes(found)) {
      throw new OperatorError(`the prompt template ${file} uses the unknown variable ${found}`);
    }
  }
  return text.trim();
}

/** A template with its variables filled in. */
export function fillTemplate(template: string, languages: TemplateLanguages): string {
  return template.replace(variable, (_, name: keyof TemplateLanguages) => languages[name]);
}
