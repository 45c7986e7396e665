import { compileCheck, type CompiledCheck } from './compile-check';
import { messageCatalogue, type MessageName } from './messages';

const checks = new Map(
  Object.entries(messageCatalogue).map(([name, { schema }]) => [name as MessageName, compileCheck(schema)]),
);

/** The compiled schema of a message. Its source is the catalogue. */
export function checkOfMessage(name: MessageName): CompiledCheck {
  const check = checks.get(name);
  if (!check) throw new RangeError(`no such message: ${name}`);
  return check;
}
