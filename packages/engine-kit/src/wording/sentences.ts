/** Letters that stay small at the start of a name are rare; a sentence begins with a capital, a digit or a quote. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capital first, full stop last, one blank between words (WORD-1). Empty parts are left out. */
export function sentence(...parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined && part !== "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? "" : `${capitalized(text)}${/[.!?]["”)]?$/.test(text) ? "" : "."}`;
}

/** A label within a sentence: `business income`; what begins with an abbreviation keeps it (`NAICS code`, `E&O`, `A- or better`). */
export function lowered(label: string): string {
  return /^\p{Lu}(?:[\p{Ll}'’ ]|$)/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Several sentences as one text. */
export function paragraph(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((text) => text !== undefined && text !== "").join(" ");
}

/** `Blue Harbor Cafe's`, `Hughes'`. */
export function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}'` : `${name}'s`;
}

/** At most `max` code points, cut between two words; an ellipsis stands for what was left out. */
export function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = [...text];
  if (points.length <= max) return text;
  const head = points.slice(0, max - 1).join("");
  const end = head.lastIndexOf(" ");
  // One endless word is cut where the bound is.
  return `${(end > 0 ? head.slice(0, end) : head).replace(/[\s,;:(]+$/, "")}…`;
}

/**
 * A name once in a paragraph: from its second mention on `instead` stands for it. A name that is only the start of a
 * longer one ("Acme" in "Acme Mutual") is another name and stays.
 */
export function namedOnce(text: string, name: string, instead = "the client"): string {
  let rewritten = "";
  let from = 0;
  let isNamed = false;
  for (let at = text.indexOf(name); name !== "" && at >= 0; at = text.indexOf(name, from)) {
    const end = at + name.length;
    const isWhole =
      !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^(?:[\p{L}\p{N}]|[ &-]+\p{Lu})/u.test(text.slice(end));
    const owns = /^['’]s?/.exec(text.slice(end))?.[0] ?? "";
    const before = rewritten + text.slice(from, at);
    const other = /(?:^|[.!?]["”)]? )$/.test(before) ? capitalized(instead) : instead;
    const isRepeat = isWhole && isNamed;
    rewritten = before + (isRepeat ? `${other}${owns === "" ? "" : "'s"}` : name);
    from = isRepeat ? end + owns.length : end;
    isNamed ||= isWhole;
  }
  return rewritten + text.slice(from);
}

/** The texts of one paragraph, in which a name stands once: `namedOnce` over all of them. */
export function namedOnceAmong(texts: readonly string[], name: string, instead?: string): readonly string[] {
  let isNamed = false;
  return texts.map((text) => {
    const lead = isNamed ? `${name}. ` : "";
    const rewritten = namedOnce(`${lead}${text}`, name, instead).slice(lead.length);
    isNamed ||= rewritten.includes(name);
    return rewritten;
  });
}

const reasonsWordsMax = 25;

/**
 * Reasons behind what they are reasons of, in sentences short enough to read: "For rank 2: the carrier is rated A; the
 * program answers within 2 days." Reasons of two subjects are often equal; behind their subject they are not repeated.
 */
export function reasonsInWords(subject: string, reasons: readonly string[]): string {
  const groups: string[][] = [];
  for (const reason of reasons) {
    const bare = lowered(reason.replace(/\.$/, ""));
    const group = groups.at(-1);
    const length = `${group?.join(" ") ?? ""} ${bare}`.split(" ").length;
    if (group === undefined || length > reasonsWordsMax) groups.push([bare]);
    else group.push(bare);
  }
  return paragraph(
    ...groups.map((group, at) => sentence(at === 0 ? `${subject}:` : `Also ${lowered(subject)}:`, group.join("; "))),
  );
}
