/**
 * The words that only the authors of this repository used, each with the field's word for it. `check-house-rules.mjs`
 * refuses them in comments, test titles and documents. A pattern belongs here when almost every match is the private
 * meaning; a wording that needs judgement does not.
 */
const words = [
  { pattern: /\b(?:door)?bells?\b/i, use: "wake-up" },
  { pattern: /\b(?:rings?|rang|rung) (?:the|a|an|its|every|each|none|again)\b/i, use: "wake" },
  { pattern: /\bcaretakers?\b/i, use: "maintenance task" },
  { pattern: /\bheard\b/i, use: "received, handled" },
  { pattern: /\bbelie(?:f|ve[ds]?)\b/i, use: "cached, taken as" },
  { pattern: /\bbur(?:y|ies|ied)\b/i, use: "dead-letter(ed)" },
  // SQL's coalesce() has a parenthesis or backquotes.
  { pattern: /(?<!`)\bcoalesc(?:e[ds]?|ing)\b(?![(`])/i, use: "batch, batcher" },
  {
    pattern: /\b(?:is|are|was|were) told\b|\btold (?:so|by)\b|\btells? apart\b/i,
    use: "reported, named, distinguished",
  },
  { pattern: /\brecalled\b/i, use: "read from the cache" },
  { pattern: /\b(?:a|another|each|every|its|other|the) rooms?\b(?! (?:for|in|left|to)\b)|\brooms\b/i, use: "module" },
  { pattern: /\b(?:a|the|its|this|other) (?:face|house)\b/i, use: "public interface, architecture" },
  { pattern: /\b(?:a|another|one|each|every|first|second|next|last) try\b|\btries of\b/i, use: "attempt" },
  {
    pattern: /\b(?:a|one|the same|each|every|two|this) texts?\b(?! (?:file|editor|column|format))/i,
    use: "a string, the JSON",
  },
  { pattern: /(?<!\bthere )\b(?:is|are) none\b/i, use: "what it is instead" },
  { pattern: /\bsays? nothing (?:of|about|yet)\b/i, use: "does not show" },
  { pattern: /\bso that [^.;]{0,80}\bat once(?=[.;,)]|$)/i, use: "immediately, or the bound" },
];

/** Lines that may hold a word, each with its reason. */
const exceptions = [
  // The page that says which words were replaced.
  { path: /^docs\/decisions\/0019-/, line: /./ },
  // Documents and answers of models are texts there.
  {
    path: /^packages\/(?:engines|engine-types|engine-kit|packs|conditions|privacy|models|json)\//,
    line: /\btexts?\b/i,
  },
];

/** Published, applied or generated: their bytes are fixed, or are made from what is checked. */
const fixed = /^(?:docs\/(?:generated|site\/contracts)\/|prisma\/migrations\/|package-lock[.]json$)/;
const itself = /^scripts\/(?:private-words(?:[.]test)?[.]ts|check-house-rules[.]mjs)$/;

/** The private words of a file: `name` is its path from the root of the repository, lines count from 1. */
export function privateWords(name: string, content: string): { readonly line: number; readonly says: string }[] {
  if (fixed.test(name) || itself.test(name)) return [];
  const found: { line: number; says: string }[] = [];
  for (const { line, prose } of proseOf(name, content)) {
    if (exceptions.some((exception) => exception.path.test(name) && exception.line.test(prose))) continue;
    for (const { pattern, use } of words) {
      const match = pattern.exec(prose);
      if (match) found.push({ line, says: `"${match[0]}" is a private word; write: ${use}` });
    }
  }
  return found;
}

/** What people read: comments and titles of code, whole lines of documents outside code blocks. */
function* proseOf(name: string, content: string): Generator<{ line: number; prose: string }> {
  const kind = /[.]md$/.test(name) ? "document" : /[.](?:[cm]?[jt]s|tsx|prisma)$/.test(name) ? "code" : undefined;
  if (kind === undefined) return;
  let isFenced = false;
  for (const [index, line] of content.split("\n").entries()) {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    const prose = kind === "document" ? (isFenced ? undefined : line) : proseOfCode(line);
    if (prose !== undefined) yield { line: index + 1, prose };
  }
}

const commentLine = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)(.*)/;
const commentAtEnd = /[;,{}()\]]\s+\/\/\s(.*)$/;
const title = /\b(?:test|describe|it)(?:[.]\w+)*\(\s*(["'`].*)/;

function proseOfCode(line: string): string | undefined {
  const found = commentLine.exec(line) ?? commentAtEnd.exec(line) ?? title.exec(line);
  return found?.[1];
}
