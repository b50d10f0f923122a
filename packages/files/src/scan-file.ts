import { connect } from "node:net";

/** Where a malware scanner listens. */
export interface Scanner {
  readonly host: string;
  readonly port: number;
}

/** What the scanner says; a scanner that does not answer throws, and the file is not clean (STORE-20). */
export type ScanVerdict = { readonly kind: "clean" } | { readonly kind: "malware"; readonly signature: string };

/** `clamd://host:port`. @throws RangeError for any other address. */
export function parseScanner(url: string): Scanner {
  const match = /^clamd:\/\/(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?\/?$/.exec(url);
  if (match === null) throw new RangeError("must be clamd://host:port");
  const [, host = "", port = "3310"] = match;
  return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
}

const silenceMsMax = 30_000;

/** clamd ends a stream at its StreamMaxLength; small chunks let it answer early. */
const chunkBytes = 64 * 1024;

/**
 * Sends a file to clamd (INSTREAM) and reads its verdict.
 * @throws Error when the scanner cannot be reached, is silent, or answers anything but a verdict.
 */
export async function scanFile(scanner: Scanner, content: Uint8Array): Promise<ScanVerdict> {
  const socket = connect(scanner);
  socket.setTimeout(silenceMsMax, () => socket.destroy(new Error("the scanner does not answer")));
  const { promise: ended, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    answer += text;
    if (answer.length > 4_096) socket.destroy(new Error("the scanner's answer is too long"));
    if (answer.includes("\0")) resolve(answer);
  });
  socket.once("error", reject);
  socket.once("close", () => resolve(answer));
  // Awaited below; until then a failure must not end the process.
  ended.catch(() => undefined);
  try {
    const isOver = ended.then(
      () => true,
      () => true,
    );
    await write(socket, Buffer.from("zINSTREAM\0"), isOver);
    for (let start = 0; start < content.byteLength; start += chunkBytes) {
      const bytes = content.subarray(start, start + chunkBytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.byteLength);
      // clamd answers early when it has seen enough, such as a file that is over its own limit.
      if (await write(socket, Buffer.concat([length, bytes]), isOver)) break;
    }
    if (!socket.destroyed) await write(socket, Buffer.alloc(4), isOver);
    return verdictOf(await ended);
  } finally {
    socket.destroy();
  }
}

/** Waits until the bytes are taken. @returns whether the scanner has answered, or gone, meanwhile. */
async function write(socket: ReturnType<typeof connect>, bytes: Buffer, isOver: Promise<boolean>): Promise<boolean> {
  const taken = new Promise<boolean>((resolve) => socket.write(bytes, () => resolve(false)));
  return Promise.race([taken, isOver]);
}

function verdictOf(answer: string): ScanVerdict {
  const line = answer.replaceAll("\0", "").trim();
  if (/^stream: OK$/.test(line)) return { kind: "clean" };
  const signature = /^stream: (.{1,200}) FOUND$/.exec(line)?.[1];
  if (signature !== undefined) return { kind: "malware", signature };
  throw new Error("the scanner gave no verdict");
}
