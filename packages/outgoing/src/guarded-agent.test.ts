import { afterEach, describe, expect, test } from "@jest/globals";
import { createServer, get as getPlain } from "node:http";
import { get } from "node:https";
import { once } from "node:events";
import { createAddressGuard } from "./address-guard.ts";
import { createGuardedAgents } from "./guarded-agent.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Agents of a name that has one answer after the other; the last one stays. */
function agentsOf(answers: readonly (readonly string[])[], allowedCidrs: readonly string[] = []) {
  let lookUps = 0;
  const agents = createGuardedAgents(createAddressGuard({ allowedCidrs }), () =>
    Promise.resolve(answers[Math.min(lookUps++, answers.length - 1)] ?? []),
  );
  closing.push(
    () => agents.http.destroy(),
    () => agents.https.destroy(),
  );
  return agents;
}

async function listening() {
  let connections = 0;
  const server = createServer((_request, response) => response.writeHead(204, { connection: "close" }).end());
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return { port: address.port, connections: () => connections };
}

/** The code of what a request fails with, or its status. */
function outcomeOf(request: ReturnType<typeof get>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  request.on("response", (response) => resolve(response.resume().statusCode));
  request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  return promise;
}

describe("a name that moves between the check and the connection (HOOK-61)", () => {
  test.each([
    ["127.0.0.1"],
    ["169.254.169.254"],
    ["10.0.0.1"],
    ["0.0.0.0"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:a9fe:a9fe"],
    ["64:ff9b::7f00:1"],
    ["fd00:ec2::254"],
    ["fe80::1"],
    ["93.184.216.34", "127.0.0.1"],
  ])("is refused before it is connected to, at %s", async (...moved) => {
    const { https: agent } = agentsOf([moved]);
    for (const url of ["https://rebind.example.com/", "https://rebind.example.com:8443/"])
      expect(await outcomeOf(get(url, { agent }))).toBe("ERR_BLOCKED_ADDRESS");
  });

  test("answers first from an allowed address, and is refused at the next connection", async () => {
    const server = await listening();
    const { http: agent } = agentsOf([["127.0.0.1"], ["169.254.169.254"]], ["127.0.0.1/32"]);
    const url = `http://rebind.example.com:${server.port}/`;
    expect(await outcomeOf(getPlain(url, { agent }))).toBe(204);
    expect(await outcomeOf(getPlain(url, { agent }))).toBe("ERR_BLOCKED_ADDRESS");
    expect(server.connections()).toBe(1);
  });

  test("is refused by the address that was connected to, where there was no look-up", async () => {
    const server = await listening();
    const { http: agent } = agentsOf([["127.0.0.2"]], ["127.0.0.2/32"]);
    expect(await outcomeOf(getPlain(`http://127.0.0.1:${server.port}/`, { agent }))).toBe("ERR_BLOCKED_ADDRESS");
  });
});
