import type * as z from "zod";

/**
 * What is wrong with a member, as the end of a sentence that begins with its name: `is required`, `must be a UUID`. Schemas
 * give their own where they know better (`.regex(…, "must be …")`); this is what all others say, whatever zod's words are.
 *
 * Passed to zod as the `error` of a check: `schema.safeParse(value, { error: issueMessage })`.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "custom") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${types[issue.expected] ?? "of another type"}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return sized(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return sized(issue.origin, "at most", Number(issue.maximum));
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formats[issue.format] ?? "is not in the form that its description names";
    case "unrecognized_keys":
      return `must not hold ${issue.keys.join(", ")}`;
    case "invalid_union":
      return oneOfSeveral(issue.errors) ?? oneOfTags(issue, issue.input) ?? "must be of one of the documented kinds";
    case "invalid_key":
      return `has a name that is not allowed: it ${issue.issues[0]?.message ?? "is not in the documented form"}`;
    case "invalid_element":
    case "custom":
    default:
      return "is not in the form that its description names";
  }
}

/** What a member that may be of several types must be; undefined where they differ by what they hold. */
function oneOfSeveral(branches: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const kinds = branches.map(([issue]) => {
    if (issue === undefined || issue.path.length > 0) return undefined;
    if (issue.code === "invalid_type") return types[issue.expected];
    return issue.code === "invalid_value" ? issue.values.map(String).join(", ") : undefined;
  });
  if (kinds.length === 0 || kinds.includes(undefined)) return undefined;
  return `must be ${[...new Set(kinds)].join(" or ")}`;
}

/** The values of the member that tells the shapes apart, where there is such a member. */
function oneOfTags(issue: object, input: unknown): string | undefined {
  if (!("options" in issue) || !Array.isArray(issue.options)) return undefined;
  const tag = "discriminator" in issue ? String(issue.discriminator) : "";
  if (typeof input === "object" && input !== null && !Object.hasOwn(input, tag)) return "is required";
  return `must be one of ${issue.options.map(String).join(", ")}`;
}

const types: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "must be an RFC 3339 timestamp with its offset, such as 2026-01-31T09:30:00Z",
  guid: "must be a UUID",
  uuid: "must be a UUID",
};

function sized(origin: string, bound: "at least" | "at most", size: number): string {
  if (origin === "string") return `must have ${bound} ${size} ${size === 1 ? "character" : "characters"}`;
  if (origin === "array") return `must have ${bound} ${size} ${size === 1 ? "element" : "elements"}`;
  return `must be ${bound} ${size}`;
}
