import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createSecretBox } from "@service/runtime";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { newCaller } from "../../testing/new-organization.ts";
import { publishEngine } from "../../testing/publish-engine.ts";
import { createConnection } from "../../book/connections/index.ts";
import { setStampSecret } from "../../engines/engines/index.ts";
import { invitePerson } from "../../identity/people/index.ts";
import { seedEndpoint, seedOwner, testOperator } from "@service/testing";
import { inspectDatabase } from "./index.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("OPS-60: a key is known by any kind of secret that it sealed", async () => {
  let keys = 0;
  const newBox = () => createSecretBox(Buffer.alloc(32, (keys += 1)));
  const expected: Record<string, string> = {};
  const sealedBy = (kind: string): string => {
    const box = newBox();
    expected[kind] = box.keyId;
    return box.seal("secret", kind);
  };
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  const run = (text: string, values: readonly unknown[]) => deps.db.pool.query({ text, values: [...values] });
  await run("update webhook_endpoints set headers = $2 where id = $1", [endpointId, sealedBy("headers")]);
  await invitePerson(deps, testOperator, { email: "pat@example.com", name: "Pat Moreno", role: "operator" });
  await run("update people set totp_secret = $1, totp_pending = $2", [
    sealedBy("second factor"),
    sealedBy("unconfirmed factor"),
  ]);
  const { organizationId } = await newCaller(deps);
  await publishEngine(deps, { organizationId }, { slug: "stamped" });
  const stamp = newBox();
  expected["stamp"] = stamp.keyId;
  await setStampSecret({ ...deps, secrets: stamp }, testOperator, {
    organizationId,
    slug: "stamped",
    sourceKey: "portal",
    secret: "s".repeat(32),
  });
  const connection = newBox();
  expected["connection"] = connection.keyId;
  await createConnection({ ...deps, secrets: connection }, testOperator, {
    organizationId,
    name: "ams",
    kind: "sql",
    config: JSON.stringify({
      dsn: "postgres://reader:hidden@127.0.0.1:9/ams",
      sources: [{ name: "clients", query: "select 1" }],
    }),
  });
  const { sealingKeys } = await inspectDatabase(deps);
  const missing = Object.entries(expected).filter(([, keyId]) => !sealingKeys.includes(keyId));
  expect(missing.map(([kind]) => kind)).toEqual([]);
});
