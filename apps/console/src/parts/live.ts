import { focusManager } from "@tanstack/react-query";
import { createStore } from "./store.ts";

/**
 * Whether pages read again by themselves (WCAG 2.2.2). The library pauses while the page has no focus, so a pause is a
 * page without focus.
 */
const live = createStore(true);
let isHeld = false;

export const useIsLive = live.use;

export function setLive(next: boolean): void {
  live.set(next);
  apply();
}

/** Holds updates back for a while, whatever the switch says. */
export function holdLive(next: boolean): void {
  isHeld = next;
  apply();
}

function apply(): void {
  focusManager.setFocused(live.get() && !isHeld ? undefined : false);
}
