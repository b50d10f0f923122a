import type { TextFilter } from "./text-filter.ts";

export type RedactedKind = "email" | "phone";

const emailTail = /[^\s]{1,320}$/u;
const phoneTail = /[+(]?\(?\d[\d ().-]{0,30}$/u;
const email = /[^\s@<>()[\]"',;:]{1,64}@[^\s@<>()[\]"',;:]{1,255}\.[A-Za-z]{2,24}/gu;
/** Seven to fifteen digits with separators; days, amounts with commas and numbers without separators are left. */
const phone = /(?<![\w.,-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?!\w|[.,-]\d)/gu;

/** Replaces addresses and telephone numbers in an answer that comes in pieces (MODEL-79). */
export function redactText(kinds: readonly RedactedKind[]): TextFilter & { readonly hasRedacted: () => boolean } {
  let held = "";
  let hasRedacted = false;
  const hide = (replacement: string) => (): string => {
    hasRedacted = true;
    return replacement;
  };
  function redacted(text: string): string {
    let shown = text;
    if (kinds.includes("email")) shown = shown.replace(email, hide("[email]"));
    if (kinds.includes("phone")) shown = shown.replace(phone, (found) => (isPhone(found) ? hide("[phone]")() : found));
    return shown;
  }
  return {
    push(piece) {
      const text = held + piece;
      if (kinds.length === 0) return text;
      const from = undecidedFrom(text);
      held = text.slice(from);
      return redacted(text.slice(0, from));
    },
    end() {
      const rest = redacted(held);
      held = "";
      return rest;
    },
    hasRedacted: () => hasRedacted,
  };
}

/** Where the part begins that may still become an address or a number: the last word, and the digits before it. */
function undecidedFrom(text: string): number {
  const word = text.length - (emailTail.exec(text.slice(-400))?.[0].length ?? 0);
  const before = phoneTail.exec(text.slice(Math.max(0, word - 40), word))?.[0].length ?? 0;
  const digits = text.length - (phoneTail.exec(text.slice(-40))?.[0].length ?? 0);
  return Math.min(word - before, digits);
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  const hasSeparator = /[ ().-]/.test(text) || text.startsWith("+");
  return hasSeparator && digits.length >= 7 && !/\d{4}-\d{2}-\d{2}/.test(text) && !/^\d+\.\d+$/.test(text);
}
