import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { refuse } from "@service/contract/console";
import { commonPasswords } from "./common-passwords.ts";

const argon2 = promisify(argon2Callback);

/** OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane. One hash takes 65 ms on a shared core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const nonceBytes = 16;

/** Hashes that one process computes at once, and callers that may wait for a place. */
const places = { atOnce: 4, waiting: 32 } as const;
let running = 0;
const waiting: (() => void)[] = [];

/** Characters of a password: `whole` alone, `withFactor` for a person with a second factor. */
const passwordChars = { whole: 15, withFactor: 8, max: 128 } as const;

/** Stored in place of the hash of an account that does not exist, so that checking one takes the same time. */
const nobody = `argon2id$${cost.memory}$${cost.passes}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Hashes a password with argon2id: `argon2id$<KiB>$<passes>$<nonce>$<tag>`, both in base64url.
 * @throws `sign_in_throttled` when 32 callers wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const tag = await tagOf(password, nonce, cost);
  return `argon2id$${cost.memory}$${cost.passes}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

/**
 * Whether the password has this hash; false for an account without one, after the same work.
 * @throws `sign_in_throttled` when 32 callers wait already.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, nonce = "", tag = ""] = (hash ?? nobody).split("$");
  const expected = Buffer.from(tag, "base64url");
  const actual = await tagOf(password, Buffer.from(nonce, "base64url"), {
    ...cost,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(actual, expected) && hash !== null;
}

async function tagOf(
  password: string,
  nonce: Buffer,
  parameters: {
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
    readonly tagLength: number;
  },
): Promise<Buffer> {
  await enter();
  try {
    // NFKC: the same password typed on another keyboard has the same bytes (NIST SP 800-63B, 3.1.1.2).
    return await argon2("argon2id", { message: Buffer.from(password.normalize("NFKC")), nonce, ...parameters });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** One hash takes 19 MiB: a flood of sign-ins must not take the memory of the process. */
async function enter(): Promise<void> {
  if (running >= places.atOnce) {
    if (waiting.length >= places.waiting) throw refuse("sign_in_throttled", { retryAfterSeconds: 1 });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running += 1;
}

/**
 * Refuses a password that is short, long, common, or made of the person's own name.
 * @param person.hasSecondFactor allows 8 characters in place of 15.
 * @throws `password_refused` with the reason.
 */
export function assertGoodPassword(
  password: string,
  person: { readonly email: string; readonly name: string; readonly hasSecondFactor: boolean },
): void {
  const chars = [...password].length;
  const min = person.hasSecondFactor ? passwordChars.withFactor : passwordChars.whole;
  const reason =
    chars < min
      ? `A password needs at least ${min} characters.`
      : chars > passwordChars.max
        ? `A password has at most ${passwordChars.max} characters.`
        : isGuessable(password.toLowerCase(), person)
          ? "This password is easy to guess: choose several words that nobody connects with you."
          : undefined;
  if (reason !== undefined) throw refuse("password_refused", { message: reason });
}

function isGuessable(password: string, person: { readonly email: string; readonly name: string }): boolean {
  const own = [person.email, ...person.email.split(/[@.]/u), ...person.name.toLowerCase().split(/\s+/u)];
  const rest = [...own, ...commonPasswords]
    .filter((word) => word.length >= 3)
    .toSorted((left, right) => right.length - left.length)
    .reduce((left, word) => left.replaceAll(word, ""), password);
  // What is left of it must still be a password: six characters, five of them different.
  return new Set(password).size < 5 || rest.length < 6 || isSequence(rest);
}

/** `12345678`, `abcdefgh`, `87654321`: every character follows or precedes the one before it. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0)));
  return steps.size === 1;
}
