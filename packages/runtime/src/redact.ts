import { types } from "node:util";

/**
 * Names whose values never reach a log line, anywhere in the logged object. Compared in lower case
 * without separators, so that `x-api-key`, `apiKey` and `API_KEY` are one name. Callers' inputs and outputs are
 * insurance data of people and are treated as secrets (PLAT-44).
 */
const secretNames: ReadonlySet<string> = new Set([
  "apikey",
  "assertionsecret",
  "authorization",
  "body",
  "connectionstring",
  "cookie",
  "databaseurl",
  "input",
  "inputs",
  "key",
  "modelapikey",
  "offerings",
  "output",
  "outputs",
  "password",
  "proxyauthorization",
  "queueurl",
  "rawbody",
  "secret",
  "secrets",
  "secretskey",
  "setcookie",
  "signature",
  "solutions",
  "token",
  "webhooksignature",
  "xapikey",
]);

const removed = "[removed]";
const depthMax = 6;
const entriesMax = 100;
const stringLengthMax = 4_000;

/** Secrets inside strings: passwords of addresses, bearer tokens, keys and signing secrets of the service. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, `$1${removed}@`],
  [/\b(bearer|basic)\s+[a-z0-9._~+/=-]{8,}/gi, `$1 ${removed}`],
  [/\bsvcsk_[A-Za-z0-9_-]+/g, `svcsk_${removed}`],
  [/\bsvc_([a-z0-9-]+)_[0-9a-f]{16,}/g, `svc_$1_${removed}`],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, `whsec_${removed}`],
];

/** Text without the secrets that have a recognizable shape, cut to 4,000 characters. */
export function redactText(text: string): string {
  let result = text.length > stringLengthMax ? `${text.slice(0, stringLengthMax).toWellFormed()}…` : text;
  for (const [pattern, replacement] of secretPatterns) result = result.replace(pattern, replacement);
  return result;
}

function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
  };
  for (const [name, value] of Object.entries(error)) {
    // Database drivers put the offending row into `detail` and the statement's values into `parameters`.
    if (name === "detail" || name === "parameters" || name === "where") continue;
    result[name] = isSecretName(name) ? removed : redactValue(value, depth + 1);
  }
  if (error.cause !== undefined) result["cause"] = redactValue(error.cause, depth + 1);
  return result;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (depth > depthMax) return "[deep]";
  if (Error.isError(value)) return redactError(value, depth);
  if (types.isDate(value)) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((entry: unknown) => redactValue(entry, depth + 1));
  const result: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value).slice(0, entriesMax)) {
    result[name] = isSecretName(name) ? removed : redactValue(entry, depth + 1);
  }
  return result;
}

/**
 * A copy of the fields of a log line without secrets: by name at any depth, and by shape inside strings. Bounded in
 * depth (6), entries (100) and string length (4,000), so that a log line cannot become the slowest part of a request.
 */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    result[name] = isSecretName(name) ? removed : redactValue(value, 1);
  }
  return result;
}
