import { catalogue, type CatalogueRow } from './catalogue';
import { modelPlaces } from './model-places';

/** The catalogue as a table. */
export function listModels(directory: string): string {
  const head = ['NAME', 'SIZE', 'CHECKSUM', 'HERE', 'LICENCE', 'WHAT IT IS'];
  const rows = catalogue.map((row) => [
    row.name,
    sizeOf(row),
    row.sha256 ? `sha256 ${row.sha256.slice(0, 12)}…` : 'none published',
    modelPlaces(row, directory).isHere ? 'yes' : '',
    row.license,
    row.what,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const table = [head, ...rows].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd(),
  ); // prettier-ignore
  return `${table.join('\n')}\n\n${NOTES}\n`;
}

const NOTES = `Get one with: npm run models -- pull NAME
Where no checksum is published, that of the first download is stored beside it, and later downloads are compared with it.
Sizes with «~» are rounded.`;

function sizeOf({ bytes, roughMegabytes }: CatalogueRow): string {
  if (bytes !== null) return `${(bytes / 1e6).toFixed(1)} MB`;
  return roughMegabytes === null ? 'not known' : `~${roughMegabytes} MB`;
}
