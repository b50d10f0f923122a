import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";

/** A stored secret could not be read: another key, or changed bytes. The message holds nothing of either. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";
}

/** Encrypts secrets at rest (webhook and source secrets): AES-256-GCM. */
export type SecretBox = {
  /** First 8 hex characters of the key's SHA-256: says which key sealed a value, reveals nothing of it. */
  readonly keyId: string;
  /** `v1.<key id>.<base64url of nonce, tag, ciphertext>`; `context` (such as a row's id) is bound to it. */
  seal(plaintext: string, context: string): string;
  /** @throws SecretBoxError when sealed by an unknown key, for another context, or altered. */
  open(sealed: string, context: string): string;
};

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

function keyIdOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

/**
 * @param key 32 bytes: seals and opens.
 * @param previousKeys open only, so that a key can be changed without losing what the old one sealed.
 */
export function createSecretBox(key: Buffer, previousKeys: readonly Buffer[] = []): SecretBox {
  const keys = new Map<string, Buffer>();
  for (const secret of [...previousKeys, key]) {
    if (secret.length !== keyBytes) throw new SecretBoxError(`a key must have ${keyBytes} bytes`);
    keys.set(keyIdOf(secret), secret);
  }
  const keyId = keyIdOf(key);
  return {
    keyId,
    seal(plaintext, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context, "utf8"));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
    },
    open(sealed, context) {
      const [version, sealedBy = "", payload = "", ...more] = sealed.split(".");
      const sealingKey = keys.get(sealedBy);
      if (version !== "v1" || !sealingKey) throw new SecretBoxError("sealed with a key that is not configured");
      const bytes = Buffer.from(payload, "base64url");
      // Decoding skips characters outside the alphabet: two strings would open as one sealed value.
      if (more.length > 0 || bytes.toString("base64url") !== payload)
        throw new SecretBoxError("sealed value was altered");
      if (bytes.length < nonceBytes + tagBytes) throw new SecretBoxError("sealed value is too short");
      const decipher = createDecipheriv("aes-256-gcm", sealingKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context, "utf8"));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        // The cipher says no more than that the tag does not match.
        throw new SecretBoxError("sealed value does not belong here or was altered");
      }
    },
  };
}

/**
 * The key of `SECRETS_KEY`, or the one made on first start and kept in `DATA_DIR/secrets.key` (base64, mode 0600).
 * Several processes may start at once: exactly one of them makes the key, all read the same.
 *
 * @throws SecretBoxError when the stored file does not hold 32 bytes in base64.
 */
export async function loadSecretsKey(options: { secretsKey: Buffer | undefined; dataDir: string }): Promise<Buffer> {
  if (options.secretsKey) return options.secretsKey;
  await mkdir(options.dataDir, { recursive: true });
  const path = join(options.dataDir, "secrets.key");
  const existing = await readKey(path);
  if (existing) return existing;
  // Written whole under another name and then linked: a reader never sees half a key, and the first link wins.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString("base64")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!isErrorCode(error, "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  const stored = await readKey(path);
  if (!stored) throw new SecretBoxError(`${path} disappeared while it was made`);
  return stored;
}

/**
 * The box of the key that `loadSecretsKey` would answer, for a process that seldom opens a secret and makes no key.
 * @throws SecretBoxError when there is no key, or the file does not hold one.
 */
export function openExistingSecretBox(options: { secretsKey: Buffer | undefined; dataDir: string }): SecretBox {
  if (options.secretsKey) return createSecretBox(options.secretsKey);
  const path = join(options.dataDir, "secrets.key");
  try {
    return createSecretBox(keyIn(readFileSync(path, "utf8"), path));
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) throw new SecretBoxError("SECRETS_KEY is not set for this process");
    throw error;
  }
}

async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    return keyIn(await readFile(path, "utf8"), path);
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function keyIn(text: string, path: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== keyBytes) throw new SecretBoxError(`${path} does not hold ${keyBytes} bytes in base64`);
  return key;
}

function isErrorCode(error: unknown, code: string): boolean {
  return Error.isError(error) && "code" in error && error.code === code;
}
