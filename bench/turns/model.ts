/**
 * A model vendor for benchmarks, a process of its own: speaks the stream of chat completions. A question with `pieces=N every=M`
 * is answered by N pieces of text, one every M milliseconds; each says when it was written. Environment: PORT.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

function event(delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
}

const server = createServer((incoming, response) => {
  if (incoming.url === "/health") return void response.end("{}");
  void text(incoming).then((body) => {
    const [, pieces = "10", everyMs = "50"] = /pieces=(\d+) every=(\d+)/.exec(body) ?? [];
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const beganAtMs = performance.now();
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    // By the clock of this answer: intervals that were late together would stay together from then on.
    const next = (): void => {
      timer = setTimeout(write, beganAtMs + (sent + 1) * Number(everyMs) - performance.now());
    };
    const write = (): void => {
      sent += 1;
      response.write(event({ content: `${Date.now()}#${sent} ` }, null));
      if (sent < Number(pieces)) return next();
      const usage = { choices: [], usage: { prompt_tokens: 10, completion_tokens: sent } };
      response.end(`${event({}, "stop")}data: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`);
    };
    next();
    response.on("close", () => clearTimeout(timer));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["PORT"]), "127.0.0.1");
