/** One entry of the apt sources of a machine. */
export interface AptSource {
  uri: string;
  suites: string[];
  components: string[];
  /** The value of `Signed-By`, verbatim (path of a keyring, or a key over several lines); null: the default keys of apt. */
  signedBy: string | null;
}

/** Parses a file under /etc/apt: one-line format (`*.list`) or deb822 (`*.sources`). */
export function parseAptSources(fileName: string, text: string): AptSource[] {
  return fileName.endsWith('.sources') ? parseDeb822(text) : parseOneLine(text);
}

function parseOneLine(text: string): AptSource[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)([^#]*)/.exec(line);
    if (!match) return [];
    const [, options = '', uri = '', suite = '', components = ''] = match;
    const signedBy = /(?:^|\s)signed-by=(\S+)/i.exec(options)?.[1] ?? null;
    return [{ uri, suites: [suite], components: words(components), signedBy }];
  });
}

function parseDeb822(text: string): AptSource[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n[ \t]*\n/).flatMap((stanza) => {
    const fields = parseFields(stanza);
    const isOff = /^(?:no|false|without|off|disable|0)$/i.test(fields.get('enabled')?.trim() ?? '');
    if (isOff || !words(fields.get('types') ?? '').includes('deb')) return [];
    return words(fields.get('uris') ?? '').map((uri) => ({
      uri,
      suites: words(fields.get('suites') ?? ''),
      components: words(fields.get('components') ?? ''),
      signedBy: fields.get('signed-by') ?? null,
    }));
  });
}

/** Fields of a deb822 stanza, with names in lower case; a line that starts with a blank continues the previous field. */
function parseFields(stanza: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of stanza.split('\n')) {
    const match = /^([A-Za-z][\w-]*):[ \t]*(.*)/.exec(line);
    if (match) {
      name = match[1]?.toLowerCase() ?? '';
      fields.set(name, match[2] ?? '');
    } else if (/^[ \t]/.test(line)) {
      fields.set(name, `${fields.get(name) ?? ''}\n${line}`);
    }
  }
  return fields;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
