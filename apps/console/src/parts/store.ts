import { useSyncExternalStore } from "react";

/** A value that parts of the page share, outside the tree: set by any, read by those that follow it. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** The value, in a component that is drawn again when it changes. */
  readonly use: () => T;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = (): T => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
