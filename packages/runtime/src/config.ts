import { z } from "zod";

/** One environment variable: where it is read, what it means, what it is without a setting. */
export type Variable<T> = {
  /** Name in the environment. */
  name: string;
  /** Parses the variable; the error message says what is allowed and never repeats the value. */
  parse: z.ZodType<T, string>;
  /** Unit or form of the value, for the documentation: `s`, `ms`, `bytes`, `host name`. */
  unit: string;
  /** Why it exists, in a sentence. */
  why: string;
  /** Without a value of the environment: `default` is used, `optional` reads as `undefined`, `required` is refused. */
  absent: { kind: "default"; value: T; text: string } | { kind: "optional"; value: T } | { kind: "required" };
  /** Never printed. */
  secret: boolean;
  /** Refused under `NODE_ENV=production` when it differs from its default (OPS-16). */
  testOnly: boolean;
  /** Refused when absent under `NODE_ENV=production`. */
  requiredInProduction: boolean;
};

export type ConfigSpec = Readonly<Record<string, Variable<unknown>>>;
export type ConfigOf<Spec> = { readonly [Key in keyof Spec]: Spec[Key] extends Variable<infer T> ? T : never };

export type ConfigProblem = { variable: string; problem: string };

/** Names every variable that is missing or wrong, and what is allowed; never a value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join("; "));
    this.problems = problems;
  }
}

type Row<T> = {
  name: string;
  why: string;
  unit?: string;
  /** Left out: the variable is required. */
  default?: T;
  secret?: boolean;
  testOnly?: boolean;
  requiredInProduction?: boolean;
};

function variable<T>(row: Row<T>, unit: string, parse: z.ZodType<T, string>, show: (value: T) => string): Variable<T> {
  return {
    name: row.name,
    why: row.why,
    unit: row.unit ?? unit,
    parse,
    absent:
      row.default === undefined
        ? { kind: "required" }
        : { kind: "default", value: row.default, text: row.secret === true ? "" : show(row.default) },
    secret: row.secret ?? false,
    testOnly: row.testOnly ?? false,
    requiredInProduction: row.requiredInProduction ?? false,
  };
}

/** The same variable, reading as `undefined` where the environment has none. */
export function optional<T>(inner: Variable<T>): Variable<T | undefined> {
  // The widened parser only adds a value that it never produces itself.
  const parse: z.ZodType<T | undefined, string> = inner.parse;
  return { ...inner, parse, absent: { kind: "optional", value: undefined } };
}

type Range = { min: number; max: number };

function numberFrom(pattern: RegExp, { min, max }: Range, what: string): z.ZodType<number, string> {
  const message = `must be ${what} from ${min} to ${max}`;
  return z
    .string()
    .regex(pattern, message)
    .transform(Number)
    .pipe(z.number(message).min(min, message).max(max, message));
}

/** A whole number within bounds. */
export function integerVariable(row: Row<number> & Range): Variable<number> {
  return variable(row, "number", numberFrom(/^-?\d{1,15}$/, row, "a whole number"), String);
}

/** A number within bounds, decimals allowed. */
export function decimalVariable(row: Row<number> & Range): Variable<number> {
  return variable(row, "number", numberFrom(/^-?\d{1,15}(\.\d{1,15})?$/, row, "a number"), String);
}

/** What text a variable takes, and the same in words: an operator is shown no pattern. */
type Shape = { pattern: RegExp; shape: string } | { pattern?: undefined };

/** Text of bounded length. */
export function stringVariable(row: Row<string> & { lengthMax?: number } & Shape): Variable<string> {
  const lengthMax = row.lengthMax ?? 1_000;
  let parse = z.string().max(lengthMax, `must have at most ${lengthMax} characters`);
  if (row.pattern) parse = parse.regex(row.pattern, `must be ${row.shape}`);
  return variable(row, "text", parse, (value) => value);
}

/** One of a fixed list of words. */
export function oneOfVariable<const Words extends readonly [string, ...string[]]>(
  row: Row<Words[number]> & { words: Words },
): Variable<Words[number]> {
  const parse: z.ZodType<Words[number], string> = z.string().transform((text, context) => {
    const word = row.words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    context.addIssue({ code: "custom", message: `must be one of ${row.words.join(", ")}` });
    return z.NEVER;
  });
  return variable(row, row.words.join(" | "), parse, (value) => value);
}

/** `true`, `1`, `on`, `yes` or `false`, `0`, `off`, `no`. */
export function flagVariable(row: Row<boolean>): Variable<boolean> {
  const parse = z.string().transform((text, context) => {
    const word = text.toLowerCase();
    if (["true", "1", "on", "yes"].includes(word)) return true;
    if (["false", "0", "off", "no"].includes(word)) return false;
    context.addIssue({ code: "custom", message: "must be true or false" });
    return z.NEVER;
  });
  return variable(row, "true | false", parse, String);
}

/** Words separated by commas; empty ones are dropped; each is checked by `each`. */
export function listVariable<T>(
  row: Row<T[]> & { each: z.ZodType<T, string>; entriesMax: number; show?: (value: T) => string },
): Variable<T[]> {
  const entries = z.array(row.each).max(row.entriesMax, `must have at most ${row.entriesMax} entries`);
  const parse: z.ZodType<T[], string> = z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    )
    .pipe(entries);
  const show = row.show ?? String;
  return variable(row, "list, separated by commas", parse, (values) => values.map(show).join(","));
}

/** Addresses that are no URL of the standard, such as those of several hosts. */
type OtherAddress = { readonly isOne: (text: string) => boolean; readonly shape: string };

/** An address with one of the named protocols, or of the other kind. */
export function urlVariable(
  row: Row<string> & { protocols: readonly string[]; other?: OtherAddress },
): Variable<string> {
  const { protocols, other } = row;
  const starts = `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
  const problem = other === undefined ? starts : `${starts}, or ${other.shape}`;
  const parse = z
    .string()
    .refine(
      (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol)) || (other?.isOne(text) ?? false),
      problem,
    );
  return variable(row, row.protocols.map((protocol) => `${protocol}//…`).join(" | "), parse, (value) => value);
}

/** Exactly `bytes` bytes in base64. Always a secret. */
export function base64BytesVariable(row: Row<Buffer> & { bytes: number }): Variable<Buffer> {
  const parse = z.string().transform((text, context) => {
    const value = Buffer.from(text, "base64");
    if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) && value.length === row.bytes) return value;
    context.addIssue({ code: "custom", message: `must be ${row.bytes} bytes in base64` });
    return z.NEVER;
  });
  return variable({ ...row, secret: true }, `${row.bytes} bytes, base64`, parse, () => "");
}

/**
 * The test-only allowances of all processes, and whether a value is the default. Every process refuses them in
 * production, also one that does not read them: a variable set for one is usually set for all.
 */
export const testOnlyAllowances: Readonly<Record<string, (text: string) => boolean>> = {
  WEBHOOK_ALLOWED_CIDRS: (text) => text.replaceAll(/[\s,]/g, "") === "",
  WEBHOOK_RETRY_TIME_SCALE: (text) => Number(text) === 1,
};

/**
 * Reads all variables of a process at once. A variable set to an empty string counts as not set.
 *
 * @throws ConfigError naming every variable that is missing, wrong, or (under `NODE_ENV=production`) a test-only
 *   allowance that differs from its default.
 */
export function readConfig<const Spec extends ConfigSpec>(
  spec: Spec,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<Spec>;
export function readConfig(
  spec: ConfigSpec,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const isProduction = env["NODE_ENV"] === "production";
  const problems: ConfigProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries(spec)) {
    const text = env[row.name]?.trim() ?? "";
    if (text === "") {
      if (row.absent.kind === "required" || (isProduction && row.requiredInProduction)) {
        problems.push({ variable: row.name, problem: "is required and not set" });
      } else {
        values[key] = row.absent.value;
      }
      continue;
    }
    const parsed = row.parse.safeParse(text);
    if (!parsed.success) {
      problems.push({ variable: row.name, problem: parsed.error.issues[0]?.message ?? "has a wrong value" });
      continue;
    }
    if (isProduction && row.testOnly && !isDefault(row, parsed.data)) {
      problems.push({ variable: row.name, problem: refusedInProduction });
      continue;
    }
    values[key] = parsed.data;
  }
  if (isProduction) problems.push(...allowancesOfOthers(spec, env));
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

const refusedInProduction = "is for tests and refused under NODE_ENV=production";

function isUnset(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function allowancesOfOthers(spec: ConfigSpec, env: Readonly<Record<string, string | undefined>>): ConfigProblem[] {
  const own = new Set(Object.values(spec).map((row) => row.name));
  return Object.entries(testOnlyAllowances)
    .filter(([name, isDefaultText]) => !own.has(name) && !isUnset(env[name]) && !isDefaultText(env[name] ?? ""))
    .map(([variable]) => ({ variable, problem: refusedInProduction }));
}

function isDefault(row: Variable<unknown>, value: unknown): boolean {
  return row.absent.kind === "default" && JSON.stringify(row.absent.value) === JSON.stringify(value);
}

export type VariableRow = { name: string; unit: string; default: string; why: string };

/** The rows of `.env.example` and of the operating manual, in the order of the specification. */
export function configRows(spec: ConfigSpec): VariableRow[] {
  return Object.values(spec).map((row) => ({
    name: row.name,
    unit: row.unit,
    default: row.absent.kind === "default" ? row.absent.text : row.absent.kind === "optional" ? "unset" : "required",
    why: row.why,
  }));
}
