const NAME = 'medley.key';

/**
 * The API key of this tab, or of this device if the person asked to remember it. A key in the fragment of the address
 * (`#key=sk-…`, never sent to a server) is taken over and removed from the address and from the history.
 */
export function readKey(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    if (given !== '') writeKey(given, false);
  }
  return readFrom(() => sessionStorage) ?? readFrom(() => localStorage);
}

export function writeKey(key: string, isRemembered: boolean): void {
  forgetKey();
  try {
    (isRemembered ? localStorage : sessionStorage).setItem(NAME, key);
  } catch {
    // A browser that keeps nothing asks again in the next page.
  }
}

export function forgetKey(): void {
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      storage().removeItem(NAME);
    } catch {
      continue;
    }
  }
}

function readFrom(storage: () => Storage): string | null {
  try {
    return storage().getItem(NAME);
  } catch {
    return null;
  }
}
