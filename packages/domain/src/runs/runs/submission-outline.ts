import { cut } from "@service/json";
import { setImmediate } from "node:timers/promises";
import { limits } from "@service/contract";
import { longText, type Excess } from "./bound-excess.ts";

/** Size of a submission, measured on its bytes without parsing them. */
export type SubmissionOutline = {
  /** The first place in `input`, else in `offerings`, that exceeds a bound, in document order. */
  readonly excess: Excess | undefined;
  /** Bytes of both as compact JSON. */
  readonly bytes: number;
};

/** An object or array that is not closed yet. */
type Frame = {
  readonly isArray: boolean;
  readonly begin: number;
  /** Members of an object, or commas of an array. */
  count: number;
  isEmpty: boolean;
  /** Range of the current member's name, with its quotes. */
  name: readonly [begin: number, end: number];
};

const parts = ["input", "offerings"] as const;
type Part = (typeof parts)[number];

/** Bytes scanned before yielding to the event loop. */
const stepBytes = 1024 * 1024;

/** Outlines a body; for invalid JSON the result is a guess. Linear time, memory bounded by the depth bound. */
export async function outlineSubmission(body: Uint8Array): Promise<SubmissionOutline> {
  const outline = new Outline(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  for (let at = 0; at < body.length; at = outline.read(at, stepBytes)) await setImmediate();
  const [first] = parts.flatMap((part) => outline.found.get(part)?.excess ?? []);
  return { excess: first, bytes: outline.bytes };
}

class Outline {
  /** By part, the excess that begins first: containers are measured at their end, after their content. */
  readonly found = new Map<Part, { readonly begin: number; readonly excess: Excess }>();
  bytes = 0;
  readonly #body: Buffer;
  /** Open containers from the body down to one level beyond the bound; deeper ones are only counted. */
  readonly #open: Frame[] = [];
  #below = 0;
  #part: Part | undefined;

  constructor(body: Buffer) {
    this.#body = body;
  }

  /** @returns where to continue. */
  read(from: number, bytes: number): number {
    const body = this.#body;
    const end = Math.min(body.length, from + bytes);
    let at = from;
    while (at < end) {
      const byte = body[at] ?? 0;
      if (byte === 0x22) at = this.#string(at);
      else if (byte === 0x7b || byte === 0x5b) at = this.#opened(at, byte === 0x5b);
      else if (byte === 0x7d || byte === 0x5d) at = this.#closed(at);
      else if (byte === 0x2c) at = this.#comma(at);
      else if (byte <= 0x20) at += 1;
      else if (byte === 0x3a) at = this.#colon(at);
      else at = this.#literal(at);
    }
    return at;
  }

  #sign(at: number): number {
    if (this.#part !== undefined) this.bytes += 1;
    return at + 1;
  }

  #colon(at: number): number {
    return this.#open.length === 1 ? at + 1 : this.#sign(at);
  }

  #comma(at: number): number {
    const here = this.#here;
    if (here?.isArray === true) here.count += 1;
    if (this.#open.length !== 1) return this.#sign(at);
    this.#part = undefined;
    return at + 1;
  }

  #opened(at: number, isArray: boolean): number {
    const here = this.#here;
    if (here) here.isEmpty = false;
    this.#sign(at);
    if (this.#open.length > limits.runDepthMax + 1) this.#below += 1;
    else {
      this.#open.push({ isArray, begin: at, count: 0, isEmpty: true, name: [0, 0] });
      const depth = this.#open.length - 1;
      if (depth > limits.runDepthMax)
        this.#note(at, this.#open.length - 1, { bound: "depth", limit: limits.runDepthMax, measured: depth });
    }
    return at + 1;
  }

  #closed(at: number): number {
    if (this.#below > 0) this.#below -= 1;
    else {
      const level = this.#open.length - 1;
      const frame = this.#open[level];
      if (frame) {
        const { isArray } = frame;
        const bound = isArray ? "array_items" : "object_fields";
        const limit = isArray ? limits.runArrayItemsMax : limits.runObjectFieldsMax;
        const measured = isArray && !frame.isEmpty ? frame.count + 1 : frame.count;
        if (measured > limit) this.#note(frame.begin, level, { bound, limit, measured });
        if (level === 0) this.#part = undefined;
        this.#open.pop();
      }
    }
    return this.#sign(at);
  }

  #string(begin: number): number {
    const body = this.#body;
    let at = begin + 1;
    let shrunk = 0;
    for (; at < body.length && body[at] !== 0x22; at += 1) {
      if (body[at] !== 0x5c) continue;
      const length = body[at + 1] === 0x75 ? 6 : 2;
      shrunk += length - writtenBytes(body, at);
      at += length - 1;
    }
    const end = Math.min(at + 1, body.length);
    const here = this.#here;
    const isName = here?.isArray === false && this.#below === 0 && nextSign(body, end) === 0x3a;
    if (isName) {
      here.count += 1;
      here.name = [begin, end];
      if (this.#open.length === 1) {
        this.#part = parts.find((part) => this.#nameOf(here) === part);
        return end;
      }
    } else if (here) here.isEmpty = false;
    if (this.#part !== undefined) {
      this.bytes += end - begin - shrunk;
      if (end - begin > limits.runStringCharsMax) this.#long(begin, end, isName);
    }
    return end;
  }

  #long(begin: number, end: number, isName: boolean): void {
    const found = longText(textAt(this.#body, begin, end));
    // A name counts at the level of its object.
    const level = isName ? this.#open.length - 1 : this.#open.length;
    if (found) this.#note(begin, level, found);
  }

  #literal(begin: number): number {
    const body = this.#body;
    let at = begin;
    while (at < body.length && isOfLiteral(body[at] ?? 0)) at += 1;
    const end = Math.max(at, begin + 1);
    const here = this.#here;
    if (here) here.isEmpty = false;
    if (this.#part !== undefined) this.bytes += literalBytes(body, begin, end);
    return end;
  }

  get #here(): Frame | undefined {
    return this.#open.at(-1);
  }

  /** @param level number of containers around the excess. */
  #note(begin: number, level: number, excess: Omit<Excess, "steps">): void {
    const part = this.#part;
    if (part === undefined || this.#below > 0 || begin >= (this.found.get(part)?.begin ?? Number.POSITIVE_INFINITY))
      return;
    const steps = this.#open
      .slice(0, level)
      .map((frame) => (frame.isArray ? frame.count : cut(this.#nameOf(frame), namedCharsMax)));
    this.found.set(part, { begin, excess: { ...excess, steps } });
  }

  #nameOf({ name: [begin, end] }: Frame): string {
    return textAt(this.#body, begin, end);
  }
}

/** Characters of a name kept for a path. */
const namedCharsMax = 101;

function textAt(body: Buffer, begin: number, end: number): string {
  const raw = body.toString("utf8", begin + 1, end - 1);
  if (!raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}

function nextSign(body: Buffer, from: number): number {
  let at = from;
  while ((body[at] ?? 0x21) <= 0x20) at += 1;
  return body[at] ?? 0;
}

function isOfLiteral(byte: number): boolean {
  return byte > 0x20 && byte !== 0x2c && byte !== 0x3a && byte !== 0x5d && byte !== 0x7d && byte !== 0x22;
}

/** Bytes of an escape in compact JSON: as an escape where required, else as the character. */
function writtenBytes(body: Buffer, at: number): number {
  if (body[at + 1] !== 0x75) return body[at + 1] === 0x2f ? 1 : 2;
  const code = Number.parseInt(body.toString("latin1", at + 2, at + 6), 16);
  if (code < 0x20) return [8, 9, 10, 12, 13].includes(code) ? 2 : 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  // Each half of a surrogate pair counts two of its four bytes.
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** Compact JSON writes numbers in one form: `1e3` as `1000`. */
function literalBytes(body: Buffer, begin: number, end: number): number {
  if (end - begin <= 15 && isDigits(body, begin, end)) return end - begin;
  const number = Number(body.toString("latin1", begin, end));
  return Number.isNaN(number) ? end - begin : JSON.stringify(number).length;
}

function isDigits(body: Buffer, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) if ((body[at] ?? 0) < 0x30 || (body[at] ?? 0) > 0x39) return false;
  return true;
}
