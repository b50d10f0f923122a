import { InvalidArgumentError, type Command } from "commander";
import { renderText, onTheWire, type Answer } from "./answer.ts";

/** Answer of a command, with notes for people on standard error. */
export interface Outcome {
  readonly answer: Answer;
  /** Shown instead of the answer without `--json`, where the answer is too wide for tables. */
  readonly table?: Answer;
  readonly notice?: string;
  /** Problems to repair, although the command succeeded: in the JSON answer and on standard error. */
  readonly warnings?: readonly string[];
}

/** Adds a command `svc <noun> <verb>`. Every command takes `--json`. */
export function verb(noun: Command, nameAndArguments: string, summary: string): Command {
  return noun.command(nameAndArguments).summary(summary).description(summary).option("--json", "print one JSON object");
}

/** Prints the outcome of a command: exactly one JSON object with `--json`, tables otherwise. */
export function print(
  options: { readonly json?: boolean | undefined },
  { answer, table = answer, notice, warnings = [] }: Outcome,
): void {
  const isJson = options.json === true;
  const wire = onTheWire(isJson ? (warnings.length > 0 ? { ...answer, warnings } : answer) : table);
  if (isJson) process.stdout.write(`${JSON.stringify(wire)}\n`);
  else if (typeof wire === "object" && wire !== null) process.stdout.write(renderText({ ...wire }));
  for (const warning of warnings) process.stderr.write(`svc: warning: ${warning}\n`);
  if (notice !== undefined) process.stderr.write(`svc: ${notice}\n`);
}

/** Reads a whole number. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** The same, or the word `none`: commander treats a parsed null as "no value given". */
export function wholeNumberOrNone(min: number, max: number): (text: string) => number | "none" {
  return (text) => {
    if (text === "none") return text;
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}, or none.`);
  };
}

/** Null (from `none`) removes a setting; undefined keeps it. */
export function orNull<T>(value: T | "none" | undefined): T | null | undefined {
  return value === "none" ? null : value;
}

/** Reads a UUID. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new InvalidArgumentError("It must be a UUID.");
}

/** Reads one of a list of words. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function oneOf<const Words extends readonly string[]>(words: Words): (text: string) => Words[number] {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`It must be one of ${words.join(", ")}.`);
  };
}

/** Reads a version such as 2.1. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function release(text: string): string {
  if (/^\d{1,6}\.\d{1,6}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a release such as 2.1.");
}

/** Collects an option that may be given several times. */
export function repeated(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** Reads a value that must not be empty. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function notEmpty(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}

/** Reads an email. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function emailAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/u.test(text) && text.length <= 254) return text;
  throw new InvalidArgumentError("It must be an email such as pat@example.com.");
}

/** Reads a time with its zone. @throws InvalidArgumentError, which ends the command as wrong usage. */
export function instant(text: string): Date {
  const time = new Date(text);
  if (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(time.getTime())
  ) {
    return time;
  }
  throw new InvalidArgumentError("It must be a time such as 2026-11-21T09:00:00Z.");
}
