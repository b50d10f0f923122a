import { markCharsMax, markPattern, type Marks } from "./marks.ts";
import type { TextFilter } from "./text-filter.ts";

/**
 * Puts the values back where an answer has their marks, also marks that come in pieces (MODEL-74). A mark that was never
 * given out stays.
 * @param options.isJson the text is JSON: values are written as parts of its strings.
 */
export function putValuesBack(marks: Marks, { isJson = false }: { readonly isJson?: boolean } = {}): TextFilter {
  let held = "";
  const restored = (text: string): string =>
    text.replace(markPattern, (mark) => {
      const value = marks.valueOf(mark);
      if (value === undefined) return mark;
      return isJson ? JSON.stringify(value).slice(1, -1) : value;
    });
  return {
    push(piece) {
      const text = held + piece;
      const from = unfinishedMark(text);
      held = text.slice(from);
      return restored(text.slice(0, from));
    },
    end() {
      const rest = restored(held);
      held = "";
      return rest;
    },
  };
}

/** Where the last mark begins that may still come to its end. */
function unfinishedMark(text: string): number {
  const tail = text.slice(-markCharsMax);
  const found = /\\?\[(?:[A-Z_\\]*\d*\\?)$|\\$/i.exec(tail);
  return found === null ? text.length : text.length - tail.length + found.index;
}
