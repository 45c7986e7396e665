import { nearestName, stepOptionsSchemas } from '@medley/contracts';

/** What Joi reports about an issue. */
interface IssueDetail {
  path: readonly (string | number)[];
  type: string;
}

const optionNames: ReadonlyMap<unknown, readonly string[]> = new Map(
  Object.entries(stepOptionsSchemas).map(([kind, schema]) => [
    kind,
    Object.keys((schema.describe() as { keys?: object }).keys ?? {}),
  ]),
);

/** The message for an unknown option of a step, with the options that its kind has; null for any other issue. */
export function describeUnknownOption({ path, type }: IssueDetail, body: unknown): string | null {
  const [list, index, container, option, ...deeper] = path;
  if (type !== 'object.unknown' || list !== 'steps' || container !== 'options') return null;
  if (typeof index !== 'number' || typeof option !== 'string' || deeper.length > 0) return null;
  const kind = (body as { steps?: { name?: unknown }[] }).steps?.[index]?.name;
  const names = optionNames.get(kind);
  if (!names) return null;
  if (names.length === 0) return `is unknown: ${String(kind)} has no options`;
  const nearest = nearestName(option, names);
  const hint = nearest === null ? '' : ` (did you mean ${nearest}?)`;
  return `is unknown${hint}; the options of ${String(kind)} are ${names.join(', ')}`;
}
