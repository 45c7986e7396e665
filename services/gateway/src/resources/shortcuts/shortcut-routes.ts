import type { Route } from '../../http/route';
import { creationRoute, type CreationRouteDependencies } from '../tasks/creation/creation-route';
import { draftShortcut, type Shortcut } from './draft-shortcut';
import { shortcutDocs } from './shortcut-docs';

const shortcuts: readonly Shortcut[] = ['transcode', 'transcribe', 'llm', 'pii'];

export function shortcutRoutes(deps: CreationRouteDependencies): Route[] {
  return shortcuts.map((name) =>
    creationRoute(deps, {
      path: `/${name}`,
      docs: shortcutDocs[name],
      draft: (call) => draftShortcut[name](call.body, deps.validationContext),
    }),
  );
}
