import { createHash, createHmac } from "node:crypto";

/**
 * Adds the stamp of a submission source to the `input` of a run.
 *
 * @param {object} input without a stamp
 * @param {{ source: string, secret?: string }} given `secret` where the source verifies by `hmac`
 * @returns {object}
 */
export function stampInput(input, { source, secret }) {
  const issued_at = new Date().toISOString();
  const content_sha256 = createHash("sha256").update(canonical(input)).digest("hex");
  const stamp = { source, issued_at, content_sha256 };
  if (secret === undefined) return { ...input, submission_stamp: stamp };
  const signature = createHmac("sha256", secret).update(`${source}|${issued_at}|${content_sha256}`).digest("hex");
  return { ...input, submission_stamp: { ...stamp, signature } };
}

/** RFC 8785: members sorted by name, no white space. `JSON.stringify` writes numbers and strings as it requires. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
