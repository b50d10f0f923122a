/**
 * The reference of the relay: an Express route that sends frames from memory as Server-Sent Events, each made as it is sent,
 * and waits for a connection that is full. No rights, no database, no cursor. Environment: PORT, FRAMES.
 */
import { once } from "node:events";

import express from "express";

const frames = Array.from({ length: Number(process.env["FRAMES"]) }, (_, at) => ({
  id: `1-${at + 1}`,
  data: { type: "text.delta", text: `${1_700_000_000_000 + at}#${at} `, offset: at * 18 },
}));
const app = express();
app.disable("x-powered-by");
app.get("/health", (_request, response) => {
  response.json({ status: "ok" });
});
app.get("/stream", async (_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  for (const { id, data } of frames)
    if (!response.write(`id: ${id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`))
      await once(response, "drain");
  response.end();
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
