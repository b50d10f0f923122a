import { useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Below this a list is drawn whole: it costs nothing, and "find in page" finds all of it. */
const wholeUpTo = 120;

/** Whether the page is being printed. Drawn before the paper is laid out, so that print holds what the screen does not. */
export function usePrinting(): boolean {
  const [isPrinting, set] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => set(true));
    const end = (): void => set(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

/** The part of a long list that is in sight: its indexes, and the height of what is above and below. */
export interface Part<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly indexes: readonly number[];
  readonly above: number;
  readonly below: number;
  /** For each drawn row, with its index as `data-index`. */
  readonly measure: (element: Element | null) => void;
}

/** @param height of a row, roughly; drawn rows are measured */
export function usePart<E extends HTMLElement>(count: number, height: number): Part<E> {
  const ref = useRef<E>(null);
  const [top, setTop] = useState(0);
  const isWhole = usePrinting() || count <= wholeUpTo;
  useEffect(() => {
    if (ref.current) setTop(ref.current.getBoundingClientRect().top + window.scrollY);
  }, [count]);
  const virtual = useWindowVirtualizer<Element>({
    count,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: top,
    enabled: !isWhole,
  });
  const items = virtual.getVirtualItems();
  if (isWhole) return { ref, indexes: Array.from({ length: count }, (_, at) => at), above: 0, below: 0, measure: none };
  return {
    ref,
    indexes: items.map(({ index }) => index),
    above: (items[0]?.start ?? top) - top,
    below: virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
    measure: virtual.measureElement,
  };
}

function none(): void {
  // a list that is drawn whole needs no heights
}

/** The same within an element that scrolls by itself. */
export function usePartWithin<E extends HTMLElement>(count: number, height: number): Part<E> {
  const ref = useRef<E>(null);
  const isWhole = usePrinting() || count <= wholeUpTo;
  const virtual = useVirtualizer<E, Element>({
    count,
    estimateSize: () => height,
    getScrollElement: () => ref.current,
    overscan: 4,
    enabled: !isWhole,
  });
  const items = virtual.getVirtualItems();
  if (isWhole) return { ref, indexes: Array.from({ length: count }, (_, at) => at), above: 0, below: 0, measure: none };
  return {
    ref,
    indexes: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
  };
}
