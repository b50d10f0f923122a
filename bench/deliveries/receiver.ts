/**
 * The customers' side of the deliveries benchmark, in a separate process: answers every POST with 204 and remembers when
 * each event came. Prints its port as one line. A path that begins with /silent is never answered.
 *
 * GET /count answers how many came since the last GET /arrivals; GET /arrivals answers
 * `{ [event id]: Unix milliseconds of its first arrival }` and forgets them.
 */
import { createServer } from "node:http";

let arrivals = new Map<string, number>();

const server = createServer((request, response) => {
  if (request.method === "GET") {
    const answer = request.url === "/count" ? arrivals.size : Object.fromEntries(arrivals);
    if (request.url === "/arrivals") arrivals = new Map();
    response.end(JSON.stringify(answer));
    return;
  }
  const nowMs = performance.timeOrigin + performance.now();
  if (request.url?.startsWith("/silent") === true) return void request.resume();
  const id = request.headers["webhook-id"];
  if (typeof id === "string" && !arrivals.has(id)) arrivals.set(id, nowMs);
  request.resume();
  request.once("end", () => response.writeHead(204).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(String(address.port));
});
