import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promptTemplateNames, promptTemplates, type PromptTemplateName } from '@medley/contracts';
import { OperatorError } from '@medley/kit';
import { parseTemplate, type PromptTemplate } from './parse-template';

/** The directory of the templates of this package. */
export const ownTemplates = join(__dirname, '..', 'templates');

/** All prompt templates by name. */
export type PromptTemplates = Readonly<Record<PromptTemplateName, PromptTemplate>>;

/**
 * Loads every template of the catalogue from `<directory>/<name>.md`.
 * @throws OperatorError that names a missing or invalid file
 */
export async function loadTemplates(directory: string): Promise<PromptTemplates> {
  const entries = promptTemplateNames.map(
    async (name) => [name, await loadTemplate(directory, name)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<PromptTemplateName, PromptTemplate>;
}

async function loadTemplate(directory: string, name: PromptTemplateName): Promise<PromptTemplate> {
  const file = join(directory, `${name}.md`);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`the prompt template ${file} cannot be read`, { cause });
  });
  const template = parseTemplate(text, promptTemplates[name].long);
  if ('fault' in template) throw new OperatorError(`the prompt template ${file} ${template.fault}`);
  return template;
}
