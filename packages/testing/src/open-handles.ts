/** Key of the list of open handles on the global object of the test files' process, read by `leak-checking-environment.ts`. */
export const openHandlesKey: unique symbol = Symbol.for("service.testing.open-handles");

const open = new Map<symbol, string>();

/** Notes that something was opened; call the answer when it is closed. A test file that leaves something open fails. */
export function track(what: string): () => void {
  const id = Symbol(what);
  open.set(id, what);
  publish();
  return () => {
    open.delete(id);
    publish();
  };
}

function publish(): void {
  Reflect.set(globalThis, openHandlesKey, [...open.values()]);
}
