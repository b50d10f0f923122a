import { InvalidArgumentError, type Command } from "commander";
import { forPeople, onTheWire, type Answer } from "./answer.ts";

/** Answers a command and says, where people read it, what they must not miss (on standard error). */
export interface Outcome {
  readonly answer: Answer;
  readonly notice?: string;
}

/** A command of one noun: `svc <noun> <verb>`. Every command takes `--json`. */
export function verb(noun: Command, nameAndArguments: string, summary: string): Command {
  return noun.command(nameAndArguments).summary(summary).description(summary).option("--json", "print one JSON object");
}

/** Prints the outcome of a command: exactly one JSON object with `--json`, tables otherwise. */
export function print(options: { readonly json?: boolean | undefined }, { answer, notice }: Outcome): void {
  const wire = onTheWire(answer);
  if (options.json === true) process.stdout.write(`${JSON.stringify(wire)}\n`);
  else if (typeof wire === "object" && wire !== null) process.stdout.write(forPeople({ ...wire }));
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

/** The same, or the word `none`; commander takes a parsed null for "no value given". */
export function wholeNumberOrNone(min: number, max: number): (text: string) => number | "none" {
  return (text) => {
    if (text === "none") return text;
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}, or none.`);
  };
}

/** `none` removes what an option sets; undefined leaves it. */
export function orNull<T>(value: T | "none" | undefined): T | null | undefined {
  return value === "none" ? null : value;
}

/** An id. */
export function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new InvalidArgumentError("It must be a UUID.");
}

/** One of a list of words. */
export function oneOf<const Words extends readonly string[]>(words: Words): (text: string) => Words[number] {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`It must be one of ${words.join(", ")}.`);
  };
}

/** Collects an option that may be given several times. */
export function repeated(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** An option that must say something. */
export function notEmpty(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}
