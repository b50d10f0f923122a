import { sourceIdChars } from "./convert.ts";
import { quoted } from "./draft.ts";
import type { EmitContext } from "./emit-context.ts";
import { textOfJson } from "@service/json";
import { compilePath, firstPresent, isPresent, parsePath, type ReadPath, type Scope } from "./paths.ts";
import { Refused } from "./refused.ts";

/** Undefined: no element of the id has a value. */
export type ReadId = (scope: Scope) => string | undefined | Refused;

/** `1.23457E+11`: its last digits are gone, so that several rows have one id. */
const roundedId = /^[-+]?\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/i;

/** The paths of one emit: compiled, checked, and the columns that they name. */
export class Paths {
  /** Elements that `@`, `@1`, … can name. */
  depth = 0;
  readonly columns = new Set<string>();
  /** Members of the innermost element that are named. */
  readonly members = new Set<string>();
  readonly #pointer: string;
  readonly #report: EmitContext["report"];

  constructor(pointer: string, report: EmitContext["report"]) {
    this.#pointer = pointer;
    this.#report = report;
  }

  /** The first present value of one path or several. */
  first(paths: string | readonly string[], at: string): ReadPath {
    if (typeof paths === "string") return firstPresent([this.#path(paths, at)]);
    return firstPresent(paths.map((path, index) => this.#path(path, `${at}/${index}`)));
  }

  /** The present values of several paths in their order, parted by blanks (IMP-305). */
  joined(paths: readonly string[], at: string): ReadPath {
    const reads = paths.map((path, index) => this.#path(path, `${at}/${index}`));
    return (scope) => {
      const parts = reads.flatMap((read) => {
        const value = read(scope);
        return isPresent(value) ? [textOfJson(value).trim()] : [];
      });
      return parts.length === 0 ? undefined : parts.join(" ");
    };
  }

  /** Trimmed and joined by `|`; undefined when all elements are empty (IMP-40). */
  id(elements: readonly (string | readonly string[])[], at: string): ReadId {
    const reads = elements.map((paths, index) => this.first(paths, `${at}/${index}`));
    return (scope) => {
      let id = "";
      let isEmpty = true;
      for (const [index, read] of reads.entries()) {
        const value = read(scope);
        if (index > 0) id += "|";
        if (value === undefined) continue;
        if (typeof value === "object" || typeof value === "boolean") return new Refused("is not an id");
        if (typeof value === "string" && roundedId.test(value.trim()))
          return new Refused("is a number that a spreadsheet has rounded: export the column as text");
        id += typeof value === "string" ? value.trim() : String(value);
        isEmpty = false;
      }
      if (isEmpty) return undefined;
      if (id.length > sourceIdChars) return new Refused(`is longer than ${sourceIdChars} characters`);
      return id.includes("\0") ? new Refused("holds a character that cannot be stored") : id;
    };
  }

  #path(text: string, at: string): ReadPath {
    const path = parsePath(text);
    if (typeof path === "string") {
      this.#report({ path: `${this.#pointer}/${at}`, message: `the path ${quoted(text)} ${path}` });
      return () => undefined;
    }
    if (path.origin !== "row" && path.origin >= this.depth) {
      const message = this.depth === 0 ? "@ belongs to each" : `each has ${this.depth} of them`;
      this.#report({
        path: `${this.#pointer}/${at}`,
        message: `the path ${quoted(text)} names no element: ${message}`,
      });
    }
    const named = path.origin === "row" ? this.columns : path.origin === 0 ? this.members : undefined;
    for (const name of [path.rest, path.steps[0] ?? ""]) named?.add(name).add(name.replaceAll(/\s+/gu, " "));
    return compilePath(path);
  }
}
