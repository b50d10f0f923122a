import { isUnambiguous, normalized } from "./addresses.ts";
import { createJoiner } from "./joined-text.ts";
import { beginning, heldCharsMax, stepAt, unfinishedBeginning } from "./link-steps.ts";
import type { TextFilter } from "./text-filter.ts";

export { citedAddresses } from "./addresses.ts";

export type LinkPolicy = "none" | "cited_only" | "all";

/**
 * Takes links out of an answer that comes in pieces (MODEL-78): `none` every link, image and HTML tag; `cited_only` images,
 * tags and links to addresses that are not `cited`; `all` nothing. The words of a link stay.
 */
export function filterLinks(policy: LinkPolicy, cited: ReadonlySet<string> = new Set()): TextFilter {
  if (policy === "all") return { push: (piece) => piece, end: () => "" };
  const allowed = new Set([...cited].map(normalized));
  return filterBy((url) => policy === "cited_only" && isUnambiguous(url) && allowed.has(normalized(url)));
}

function filterBy(isAllowed: (url: string) => boolean): TextFilter {
  let held = "";
  /** The last characters in front of `held`: "data:" begins an address, and "metadata:" does not. */
  let before = "";
  let skipUntil: RegExp | undefined;
  const shown = createJoiner();

  /** The words of a label, which may hold addresses, images and tags themselves. */
  function wordsOf(label: string, kept?: string): string {
    const filter = filterBy((url) => kept !== undefined && isAllowed(url) && normalized(url) === normalized(kept));
    return filter.push(label) + filter.end();
  }

  function take(piece: string, isEnd: boolean): void {
    const text = before + held + piece;
    let at = before.length;
    for (;;) {
      if (skipUntil !== undefined) {
        const end = skipUntil.exec(text.slice(at));
        // A line feed may be the first half of a blank line.
        const next = end === null ? text.length - (text.endsWith("\n") ? 1 : 0) : at + end.index;
        at = Math.max(at, next) + (end !== null && /[)>]/.test(end[0]) ? 1 : 0);
        if (end === null) break;
        skipUntil = undefined;
      }
      beginning.lastIndex = at;
      const start = beginning.exec(text)?.index;
      if (start === undefined) {
        const tail = isEnd ? -1 : text.slice(at).search(unfinishedBeginning);
        const next = tail === -1 ? text.length : at + tail;
        shown.add(text.slice(at, next));
        at = next;
        break;
      }
      shown.add(text.slice(at, start));
      at = start;
      const window = text.slice(at, at + heldCharsMax);
      const mustDecide = window.length >= heldCharsMax || isEnd;
      const step = stepAt(window, { mustDecide, isAllowed, wordsOf, mayDefine: shown.mayDefine() });
      if (step === "wait") break;
      shown.add(step.shown, step.as);
      at += step.length;
      skipUntil = step.skipUntil;
    }
    before = text.slice(Math.max(0, at - 2), at);
    held = text.slice(at);
  }

  return {
    push(piece) {
      take(piece, false);
      return shown.taken();
    },
    end() {
      take("", true);
      return shown.taken();
    },
  };
}
