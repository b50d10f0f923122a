import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { SecretBoxError, createSecretBox, loadSecretsKey } from "./secret-box.ts";

const key = Buffer.alloc(32, 1);

describe("the secret box", () => {
  test("opens what it sealed, and seals one value differently every time", () => {
    const box = createSecretBox(key);
    const sealed = box.seal("whsec_é", "endpoint:1");
    expect(sealed).toMatch(new RegExp(`^v1\\.${box.keyId}\\.[A-Za-z0-9_-]+$`));
    expect(sealed).not.toContain("whsec");
    expect(box.open(sealed, "endpoint:1")).toBe("whsec_é");
    expect(box.seal("whsec_é", "endpoint:1")).not.toBe(sealed);
    expect(box.open(box.seal("", "c"), "c")).toBe("");
  });

  test("refuses another place, altered bytes, unknown keys and anything it did not seal (OPS-19)", () => {
    const box = createSecretBox(key);
    const sealed = box.seal("secret", "endpoint:1");
    const [version, keyId, payload = ""] = sealed.split(".");
    const flipped = `${version}.${keyId}.${payload.startsWith("A") ? "B" : "A"}${payload.slice(1)}`;
    for (const wrong of [flipped, `v2.${keyId}.${payload}`, `v1.${keyId}.AAAA`, "", "plain"]) {
      expect(() => box.open(wrong, "endpoint:1")).toThrow(SecretBoxError);
    }
    expect(() => box.open(sealed, "endpoint:2")).toThrow(SecretBoxError);
    expect(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed, "endpoint:1")).toThrow(SecretBoxError);
    expect(() => createSecretBox(Buffer.alloc(16))).toThrow(SecretBoxError);
  });

  test.each(["=", "==", ".", ".more", " ", "\n", "~"])(
    "refuses what it sealed with %j appended, which decoding would skip (HOOK-52)",
    (tail) => {
      const box = createSecretBox(key);
      const sealed = box.seal("secret", "c");
      expect(() => box.open(sealed + tail, "c")).toThrow(SecretBoxError);
      expect(() => box.open(sealed.replace(/(?<=\.)(?=[^.]*$)/, tail), "c")).toThrow(SecretBoxError);
    },
  );

  test("opens with a previous key and seals with the present one", () => {
    const next = createSecretBox(Buffer.alloc(32, 2), [key]);
    expect(next.open(createSecretBox(key).seal("old", "c"), "c")).toBe("old");
    expect(next.seal("new", "c").split(".")[1]).toBe(next.keyId);
  });
});

describe("the key of a machine", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "service-key-"));
  });
  afterEach(async () => {
    await rm(dataDir, { recursive: true });
  });

  test("is the configured one where there is one", async () => {
    expect(await loadSecretsKey({ secretsKey: key, dataDir: "/nonexistent" })).toBe(key);
  });

  test("is made once, also when several processes start at once, and readable by the owner alone (OPS-18)", async () => {
    const inside = join(dataDir, "new", "folder");
    const keys = await Promise.all(
      Array.from({ length: 10 }, () => loadSecretsKey({ secretsKey: undefined, dataDir: inside })),
    );
    expect(new Set(keys.map((made) => made.toString("hex"))).size).toBe(1);
    expect(keys[0]?.length).toBe(32);
    const path = join(inside, "secrets.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(path, "utf8"), "base64")).toEqual(keys[0]);
  });

  test("a damaged file is refused instead of replaced: replacing would lose every stored secret (OPS-18)", async () => {
    await writeFile(join(dataDir, "secrets.key"), "short");
    await expect(loadSecretsKey({ secretsKey: undefined, dataDir })).rejects.toThrow(SecretBoxError);
  });
});
