import { focusManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/**
 * Whether pages read again by themselves (WCAG 2.2.2). The library pauses while the page has no focus, so a pause is a
 * page without focus.
 */
let isLive = true;
let isHeld = false;
const listeners = new Set<() => void>();

export function setLive(next: boolean): void {
  isLive = next;
  apply();
}

/** Holds updates back for a while, whatever the switch says. */
export function holdLive(next: boolean): void {
  isHeld = next;
  apply();
}

function apply(): void {
  focusManager.setFocused(isLive && !isHeld ? undefined : false);
  for (const listener of listeners) listener();
}

export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );
}
