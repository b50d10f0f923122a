import { createServer as createTlsServer } from "node:https";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { afterEach, describe, expect, test } from "@jest/globals";
import { createAddressGuard } from "@service/outgoing";
import {
  expiredCertificate,
  goodCertificate,
  leafKey,
  startReceiver,
  testAuthority,
  wrongNameCertificate,
} from "@service/testing";

import { createSender, type Sender, type SentAttempt } from "./send.ts";

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

type Names = Readonly<Record<string, readonly string[]>>;

type SenderOptions = { totalMs?: number; names?: Names; allowedCidrs?: readonly string[]; proxy?: URL };

function sender(options: SenderOptions = {}): Sender {
  const created = createSender({
    guard: createAddressGuard({ allowedCidrs: options.allowedCidrs ?? ["127.0.0.0/8"] }),
    resolve: (host) => Promise.resolve(options.names?.[host] ?? []),
    totalMs: options.totalMs ?? 120_000,
    proxy: options.proxy,
  });
  open.push(() => created.close());
  return created;
}

function post(by: Sender, url: string): Promise<SentAttempt> {
  return by.send({
    url,
    headers: { "content-type": "application/json", "user-agent": "test" },
    body: Buffer.from("{}"),
    signal: new AbortController().signal,
  });
}

/** A server that speaks raw bytes after it has read a request. */
async function rawServer(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => speak(socket));
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  return typeof address === "object" && address ? `http://127.0.0.1:${address.port}/` : "";
}

/** Writes until the peer closes. @returns how many bytes were accepted. */
function flood(socket: Socket, head: string, chunk: Buffer): { written: () => number } {
  socket.write(head);
  let written = 0;
  const push = (): void => {
    while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
  };
  socket.on("drain", push);
  push();
  return { written: () => written };
}

describe("misbehaving receivers", () => {
  test("a normal answer is logged with its first 4 KiB, timings, headers and remote address (HOOK-71, HOOK-72)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    receiver.answer((_request, response) => {
      response.writeHead(500, { "content-type": "text/plain", "x-secret": "hidden" }).end("é".repeat(3_000));
    });
    const sent = await post(sender(), receiver.url);
    expect(sent).toMatchObject({
      answer: { kind: "answer", status: 500 },
      status: 500,
      remoteAddress: "127.0.0.1",
      responseIsBase64: false,
      responseTruncated: true,
    });
    expect(sent.responseBody).toBe("é".repeat(2_048));
    expect(Object.keys(sent.responseHeaders ?? {})).toContain("content-type");
    expect(Object.keys(sent.responseHeaders ?? {})).not.toContain("x-secret");
    expect(sent.timings["total"]).toBeGreaterThan(0);
  });

  test("connections are kept and used again (HOOK-68)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    const by = sender();
    const first = await post(by, receiver.url);
    const second = await post(by, receiver.url);
    expect([first.timings["reused_connection"], second.timings["reused_connection"]]).toEqual([0, 1]);
    expect(second.remoteAddress).toBe("127.0.0.1");
  });

  const lateBodies: readonly (readonly [string, number, string, (socket: Socket) => void])[] = [
    ["drips", 200, "content-length: 100000", (socket) => void setInterval(() => socket.write("."), 50).unref()],
    ["drips", 503, "content-length: 100000", (socket) => void setInterval(() => socket.write("."), 50).unref()],
    ["never comes", 200, "content-length: 5", () => undefined],
    ["never comes", 204, "", () => undefined],
    ["never comes in chunks", 200, "transfer-encoding: chunked", () => undefined],
    ["is reset", 200, "content-length: 1000", (socket) => void socket.write("half", () => socket.resetAndDestroy())],
    ["is reset", 410, "content-length: 1000", (socket) => void socket.write("half", () => socket.resetAndDestroy())],
    [
      "is reset before a byte",
      202,
      "content-length: 9",
      (socket) => void setTimeout(() => socket.resetAndDestroy(), 20),
    ],
    ["ends early", 200, "content-length: 1000", (socket) => void socket.end("half")],
    ["is no chunk", 201, "transfer-encoding: chunked", (socket) => void socket.end("zz\r\nno chunk")],
    ["is longer than it says", 200, "content-length: 2", (socket) => void socket.end("longer")],
  ];
  test.each(lateBodies)(
    "a body that %s does not change the status %d (HOOK-74): %s",
    async (_how, status, header, go) => {
      const url = await rawServer((socket) => {
        socket.on("error", () => undefined);
        socket.write(`HTTP/1.1 ${status} Any\r\n${header === "" ? "" : `${header}\r\n`}\r\n`, () => go(socket));
      });
      const sent = await post(sender({ totalMs: 20_000 }), url);
      expect(sent).toMatchObject({ answer: { kind: "answer", status }, status });
    },
  );

  test("of a 1 GB body 16 KiB are read, and the status counts (HOOK-71)", async () => {
    let written = (): number => 0;
    const url = await rawServer((socket) => {
      ({ written } = flood(socket, "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n", Buffer.alloc(65_536, "a")));
    });
    const sent = await post(sender(), url);
    expect(sent).toMatchObject({ answer: { kind: "answer", status: 200 }, responseTruncated: true });
    expect(sent.responseBody).toHaveLength(4_096);
    // Socket buffers and streams hold little beyond the 16 KiB.
    expect(written()).toBeLessThan(20_000_000);
  });

  test("a gzip bomb is never unpacked, but kept as base64 (HOOK-71)", async () => {
    const url = await rawServer((socket) => {
      socket.end(
        Buffer.concat([
          Buffer.from("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n"),
          Buffer.from([0x1f, 0x8b, 8, 0]),
          Buffer.alloc(10_000, 0xff),
        ]),
      );
    });
    const sent = await post(sender(), url);
    expect(sent).toMatchObject({
      answer: { kind: "answer", status: 200 },
      responseIsBase64: true,
      responseTruncated: true,
    });
    expect(
      Buffer.from(sent.responseBody ?? "", "base64")
        .subarray(0, 2)
        .toString("hex"),
    ).toBe("1f8b");
  });

  test("a flood of headers, endless 1xx answers and bytes other than HTTP count as failures", async () => {
    const headers = await rawServer((socket) => {
      flood(socket, "HTTP/1.1 200 OK\r\n", Buffer.from(`x-a: ${"a".repeat(1_000)}\r\n`));
    });
    expect((await post(sender(), headers)).answer).toEqual({ kind: "failure", failure: "malformed_response" });
    const informational = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 5);
      socket.once("close", () => clearInterval(timer));
    });
    expect((await post(sender({ totalMs: 400 }), informational)).answer).toEqual({
      kind: "failure",
      failure: "timeout",
    });
    const noise = await rawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    expect((await post(sender(), noise)).answer).toEqual({ kind: "failure", failure: "malformed_response" });
  });

  test("a redirect is an answer and is never followed (HOOK-66)", async () => {
    const inner = await startReceiver();
    const outer = await startReceiver();
    open.push(() => inner.stop());
    open.push(() => outer.stop());
    outer.answer((_request, response) => {
      response.writeHead(302, { location: inner.url }).end();
    });
    expect((await post(sender(), outer.url)).answer).toMatchObject({ kind: "answer", status: 302 });
    expect(inner.received).toHaveLength(0);
  });

  test("a redirect to loopback is an answer: its target is not even resolved (HOOK-66)", async () => {
    const outer = await startReceiver("127.0.0.2");
    const inner = await startReceiver();
    open.push(() => outer.stop());
    open.push(() => inner.stop());
    outer.answer((_request, response) => {
      response.writeHead(308, { location: inner.url, refresh: `0; url=${inner.url}` }).end();
    });
    const sent = await post(sender({ allowedCidrs: ["127.0.0.2/32"] }), outer.url);
    expect(sent).toMatchObject({
      answer: { kind: "answer", status: 308 },
      responseHeaders: { location: inner.url },
      remoteAddress: "127.0.0.2",
    });
    expect(inner.received).toHaveLength(0);
  });

  test("an expired certificate or one for another host is tls_failed, and no byte of the delivery is sent (HOOK-67)", async () => {
    const authorities = getCACertificates("default");
    setDefaultCACertificates([...authorities, testAuthority]);
    open.push(() => setDefaultCACertificates(authorities));
    async function answerWith(cert: string): Promise<{ sent: SentAttempt; requests: number }> {
      let requests = 0;
      const server = createTlsServer({ key: leafKey, cert }, (_request, response) => {
        requests += 1;
        response.writeHead(204).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const by = sender({ names: { "hooks.example.com": ["127.0.0.1"] } });
      const sent = await post(by, `https://hooks.example.com:${port}/`);
      by.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      return { sent, requests };
    }
    const good = await answerWith(goodCertificate);
    expect(good).toMatchObject({ sent: { answer: { kind: "answer", status: 204 } }, requests: 1 });
    for (const certificate of [expiredCertificate, wrongNameCertificate]) {
      const refused = await answerWith(certificate);
      expect(refused).toMatchObject({ sent: { answer: { kind: "failure", failure: "tls_failed" } }, requests: 0 });
    }
  });

  test("a closed port is connect_refused; a server without TLS is tls_failed", async () => {
    const url = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await post(sender(), url.replace("http:", "https:"))).answer).toEqual({
      kind: "failure",
      failure: "tls_failed",
    });
    const gone = await startReceiver();
    await gone.stop();
    expect((await post(sender(), gone.url)).answer).toEqual({ kind: "failure", failure: "connect_refused" });
  });
});

describe("the guard at connect", () => {
  test("a literal address is checked before anything is sent, in every spelling (HOOK-61)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    const by = sender({ allowedCidrs: [] });
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
      const sent = await post(by, `http://${host}:${receiver.port}/`);
      expect(sent).toMatchObject({ answer: { kind: "failure", failure: "blocked_address" }, status: null });
    }
    expect(receiver.received).toHaveLength(0);
  });

  test("a name that resolves to a public address first and a private one later is refused at the later connect (HOOK-61)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    // 127.0.0.2 stands for the public address, 127.0.0.1 for the private one.
    let addresses = ["127.0.0.2"];
    const by = createSender({
      guard: createAddressGuard({ allowedCidrs: ["127.0.0.2/32"] }),
      resolve: () => Promise.resolve(addresses),
      totalMs: 120_000,
    });
    open.push(() => by.close());
    const second = await startReceiver("127.0.0.2");
    open.push(() => second.stop());
    const url = `http://rebind.example.com:${second.port}/`;
    expect((await post(by, url)).answer).toMatchObject({ kind: "answer", status: 204 });
    addresses = ["127.0.0.1"];
    by.close();
    expect((await post(by, url)).answer).toEqual({ kind: "failure", failure: "blocked_address" });
    addresses = ["127.0.0.2", "127.0.0.1"];
    expect((await post(by, url)).answer).toEqual({ kind: "failure", failure: "blocked_address" });
    expect(receiver.received).toHaveLength(0);
    addresses = [];
    expect((await post(by, url)).answer).toEqual({ kind: "failure", failure: "dns_failed" });
  });

  test("a pooled socket stays with its checked address; once it is closed the changed name is refused (HOOK-68)", async () => {
    // 127.0.0.2 stands for the public address, 127.0.0.1 for the private one the name moves to.
    const before = await startReceiver("127.0.0.2");
    open.push(() => before.stop());
    let addresses = ["127.0.0.2"];
    let connections = 0;
    const by = createSender({
      guard: createAddressGuard({ allowedCidrs: ["127.0.0.2/32"] }),
      resolve: () => {
        connections += 1;
        return Promise.resolve(addresses);
      },
      totalMs: 120_000,
    });
    open.push(() => by.close());
    const url = `http://moving.example.com:${before.port}/`;
    expect((await post(by, url)).remoteAddress).toBe("127.0.0.2");
    addresses = ["127.0.0.1"];
    // The receiver closes the connection with its answer, so the next attempt needs a new one.
    before.answer((_request, response) => response.writeHead(204, { connection: "close" }).end());
    const pooled = await post(by, url);
    expect(pooled).toMatchObject({ remoteAddress: "127.0.0.2", timings: { reused_connection: 1 } });
    expect(connections).toBe(1);
    expect((await post(by, url)).answer).toEqual({ kind: "failure", failure: "blocked_address" });
    expect([connections, before.received.length]).toEqual([2, 2]);
  });

  test("the service's own names, and names below them, are refused whatever they resolve to (HOOK-64)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    const by = createSender({
      guard: createAddressGuard({ allowedCidrs: ["127.0.0.0/8"], deniedHosts: ["Engine.example.com"] }),
      resolve: () => Promise.resolve(["127.0.0.1"]),
      totalMs: 120_000,
    });
    open.push(() => by.close());
    for (const host of ["engine.example.com", "ENGINE.example.com.", "api.engine.example.com"]) {
      const sent = await post(by, `http://${host}:${receiver.port}/`);
      expect([host, sent.answer]).toEqual([host, { kind: "failure", failure: "blocked_address" }]);
    }
    expect(receiver.received).toHaveLength(0);
    for (const host of ["notengine.example.com", "example.com"]) {
      expect((await post(by, `http://${host}:${receiver.port}/`)).answer).toMatchObject({
        kind: "answer",
        status: 204,
      });
    }
  });

  test("the address actually connected to is checked, and nothing is sent to a refused one (HOOK-61)", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    let connections = 0;
    const by = createSender({
      guard: {
        hasAllowances: true,
        refusesHost: () => false,
        refusalOf() {
          connections += 1;
          return connections === 1 ? undefined : "blocked_address";
        },
      },
      resolve: () => Promise.resolve(["127.0.0.1"]),
      totalMs: 120_000,
    });
    open.push(() => by.close());
    const sent = await post(by, `http://hooks.example.com:${receiver.port}/`);
    expect(sent.answer).toEqual({ kind: "failure", failure: "blocked_address" });
    expect(connections).toBe(2);
    expect(receiver.received).toHaveLength(0);
  });
});

describe("an egress proxy (HOOK-69)", () => {
  type TunnelRequest = { target: string; login: string | undefined };
  /** A proxy that opens the tunnels requested, or answers `status` instead. */
  async function startProxy(status = 200): Promise<{ url: URL; requests: TunnelRequest[] }> {
    const requests: TunnelRequest[] = [];
    const sockets = new Set<Duplex>();
    const server = createHttpServer((_request, response) => response.writeHead(405).end());
    server.on("connect", (request, client) => {
      requests.push({ target: request.url ?? "", login: request.headers["proxy-authorization"] });
      sockets.add(client);
      client.on("error", () => undefined);
      if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const { hostname, port } = new URL(`http://${request.url}`);
      const upstream = connect(Number(port), hostname, () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(client).pipe(upstream);
      });
      sockets.add(upstream);
      upstream.on("error", () => client.destroy());
      return undefined;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(
      () =>
        new Promise<void>((resolve) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => resolve());
        }),
    );
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return { url: new URL(`http://user:p%40ss@127.0.0.1:${port}`), requests };
  }

  test("tunnels each connection to the address that was checked, never to a name, and keeps it (HOOK-69)", async () => {
    const authorities = getCACertificates("default");
    setDefaultCACertificates([...authorities, testAuthority]);
    open.push(() => setDefaultCACertificates(authorities));
    const server = createTlsServer({ key: leafKey, cert: goodCertificate }, (_request, response) => {
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const proxy = await startProxy();
    const by = sender({ names: { "hooks.example.com": ["127.0.0.1"] }, proxy: proxy.url });
    for (const reused of [0, 1]) {
      expect(await post(by, `https://hooks.example.com:${port}/`)).toMatchObject({
        answer: { kind: "answer", status: 204 },
        timings: { reused_connection: reused },
      });
    }
    const login = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(proxy.requests).toEqual([{ target: `127.0.0.1:${port}`, login }]);
    by.close();
  });

  test("gets no request for a name or address that the guard refuses (HOOK-69)", async () => {
    const proxy = await startProxy();
    const by = sender({ names: { "inside.example.com": ["10.0.0.1"] }, allowedCidrs: [], proxy: proxy.url });
    for (const url of ["https://inside.example.com/", "https://10.0.0.1/", "https://nowhere.example.com/"]) {
      const { answer } = await post(by, url);
      expect(answer).toEqual({
        kind: "failure",
        failure: url.includes("nowhere") ? "dns_failed" : "blocked_address",
      });
    }
    expect(proxy.requests).toEqual([]);
  });

  test("that refuses or is absent is a failed connection", async () => {
    const receiver = await startReceiver();
    open.push(() => receiver.stop());
    const refusing = await startProxy(403);
    expect((await post(sender({ proxy: refusing.url }), receiver.url)).answer).toEqual({
      kind: "failure",
      failure: "connect_failed",
    });
    expect((await post(sender({ proxy: new URL("http://127.0.0.1:9") }), receiver.url)).answer).toEqual({
      kind: "failure",
      failure: "connect_refused",
    });
    expect(receiver.received).toEqual([]);
  });
});
