import type { DepersonalizeOptions, EntityType } from '@medley/client/browser';

/** What a person changed of what a step takes out. */
export interface OptionChanges {
  /** Kinds that are left in the text. */
  off: ReadonlySet<string>;
  /** Words that are taken out wherever they stand. */
  deny: readonly string[];
  /** Words that stay. */
  allow: readonly string[];
}

/** What the options of a step say, in the terms of this page; `all` are the kinds that the service knows. */
export function changesOf(options: DepersonalizeOptions, all: readonly string[]): OptionChanges {
  const { entity_types, deny_list = [], allow_list = [] } = options;
  const on = new Set<string>(entity_types ?? all);
  return {
    off: new Set(all.filter((type) => !on.has(type))),
    deny: deny_list.map((entry) => (typeof entry === 'string' ? entry : entry.text)),
    allow: allow_list,
  };
}

/** The options with these changes; types that words of one's own were given stay. */
export function withChanges(
  options: DepersonalizeOptions,
  { off, deny, allow }: OptionChanges,
  all: readonly string[],
): DepersonalizeOptions {
  const { deny_list = [] } = options;
  const replaced = new Set(['entity_types', 'deny_list', 'allow_list']);
  const rest = Object.fromEntries(Object.entries(options).filter(([name]) => !replaced.has(name)));
  const given = new Map(deny_list.map((entry) => [typeof entry === 'string' ? entry : entry.text, entry]));
  const on = all.filter((type) => !off.has(type)) as EntityType[];
  return {
    ...rest,
    ...(off.size > 0 && { entity_types: on }),
    ...(deny.length > 0 && { deny_list: deny.map((word) => given.get(word) ?? word) }),
    ...(allow.length > 0 && { allow_list: [...allow] }),
  };
}
