import type { TextFilter } from "./text-filter.ts";

/** What a prompt writes before each line of data (MODEL-76). */
export function lineMark(marker: string): string {
  return `${marker.slice(0, 4)}|`;
}

/**
 * Takes the marker of a prompt, and the beginnings of its lines, out of an answer that comes in pieces: a reader who knew them
 * could write data that ends its own wrapping (GROUND-66).
 */
export function withoutMarker(marker: string): TextFilter {
  const forms = [`<<<${marker}>>>`, `${marker}>>>`, `${lineMark(marker)} `];
  const found = new RegExp(`(?:<<<)?${marker}(?:>>>)?|${marker.slice(0, 4)}\\| ?`, "g");
  let held = "";
  return {
    push(piece) {
      const text = held + piece;
      let from = Math.max(0, text.length - marker.length - "<<<>>>".length);
      while (from < text.length && !forms.some((form) => form.startsWith(text.slice(from)))) from += 1;
      held = text.slice(from);
      return text.slice(0, from).replace(found, "");
    },
    end() {
      const rest = held.replace(found, "");
      held = "";
      return rest;
    },
  };
}
