import type { IncomingMessage } from "node:http";

/** What the browser sends back: the session, and that the person has used this browser before. */
export interface CookieTokens {
  readonly session: string | undefined;
  readonly browser: string | undefined;
  /** A sign-in at the identity provider that has begun. */
  readonly transaction: string | undefined;
}

/** Sets cookies on the answer of a request. */
export interface Cookies {
  /** @param browser left out where the browser keeps what it has. */
  set(tokens: { readonly session: string; readonly browser?: string | undefined }): void;
  /** Keeps a sign-in that has begun for ten minutes. Lax: the identity provider's site sends the browser back. */
  setTransaction(sealed: string): void;
  /** Ends the session in the browser; the browser itself stays known. */
  clear(): void;
}

const browserDays = 180;

/**
 * Cookies of the console under its public address: `__Host-`, Secure and SameSite=Strict over https; over http on this
 * machine without prefix and Secure, because a browser would drop them.
 */
export function cookiesUnder(publicUrl: string) {
  const isSecure = new URL(publicUrl).protocol === "https:";
  const prefix = isSecure ? "__Host-" : "";
  const session = `${prefix}console`;
  const browser = `${prefix}console-browser`;
  const transaction = `${prefix}console-provider`;
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return {
    read(request: Pick<IncomingMessage, "headers">): CookieTokens {
      const sent = cookiesOf(request);
      return { session: sent.get(session), browser: sent.get(browser), transaction: decoded(sent.get(transaction)) };
    },
    writer(stamp: (name: string, value: string | readonly string[]) => void): Cookies {
      return {
        set(tokens) {
          const lines = [`${session}=${tokens.session}${attributes}`];
          if (tokens.browser !== undefined)
            lines.push(`${browser}=${tokens.browser}${attributes}; Max-Age=${browserDays * 86_400}`);
          stamp("set-cookie", lines);
        },
        setTransaction(sealed) {
          const lax = attributes.replace("Strict", "Lax");
          stamp("set-cookie", `${transaction}=${encodeURIComponent(sealed)}${lax}; Max-Age=600`);
        },
        clear() {
          stamp("set-cookie", `${session}=${attributes}; Max-Age=0`);
          stamp("clear-site-data", '"cache", "storage"');
        },
      };
    },
  };
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Cookies by name; of two with one name the first counts, as browsers send the more exact path first. */
function cookiesOf({ headers }: Pick<IncomingMessage, "headers">): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? "").split(";").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return at < 0 ? [pair.trim(), ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return new Map(pairs.toReversed());
}
