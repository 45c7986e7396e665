/** A task that does nothing: a thread that has done it has loaded its module. */
export function warmUp(): null {
  return null;
}
