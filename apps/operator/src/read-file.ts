import { limits } from "@service/contract";
import { readFile } from "node:fs/promises";

/** A file that cannot be read; the message is shown to the operator. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** Reads a file as UTF-8; `-` is standard input. @throws UnreadableFile */
export async function readText(file: string): Promise<string> {
  if (file === "-") {
    const { text } = await import("node:stream/consumers");
    return text(process.stdin);
  }
  return readFile(file, "utf8").catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

/**
 * Reads a secret from a file or standard input: arguments are visible to every user of the machine and stay in the
 * shell's history. A line break at its end is dropped.
 * @throws UnreadableFile without quoting `file`, which may be the secret itself.
 */
export async function readSecret(option: string, file: string): Promise<string> {
  const secret = await readText(file).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UnreadableFile(`${option} takes a readable file that holds the secret, or - for standard input`);
  });
  const line = secret.replace(/\r?\n$/, "");
  if (line === "") throw new UnreadableFile(`${option}: the secret is empty`);
  if (/[\r\n]/.test(line)) throw new UnreadableFile(`${option}: a secret is one line`);
  return line;
}

/** Translates errors of unreadable files for the operator; returns others as they are. */
export function unreadable(file: string, error: unknown): unknown {
  const code = Error.isError(error) && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return new UnreadableFile(`there is no file ${file}`, { cause: error });
    case "EISDIR":
      return new UnreadableFile(`${file} is a folder, not a file`, { cause: error });
    case "EACCES":
      return new UnreadableFile(`${file} may not be read by this user`, { cause: error });
    default:
      return error;
  }
}

/** A secret that is short enough to be guessed is taken, and said to be (KEY-43). */
export function warningsAboutSecret(secret: string): string[] {
  const { operatorSecretCharsAdvised: advised } = limits;
  if ([...secret].length >= advised) return [];
  return [`a secret of fewer than ${advised} characters may be guessed; make one with: openssl rand -hex 32`];
}
