#!/usr/bin/env node
import { NoAnswer, Refusal } from "@service/client";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { BadSettings, ofProcess, readSettings } from "./config.ts";
import { createServer } from "./create-server.ts";
import { findReach } from "./reach.ts";
import { serveHttp } from "./serve-http.ts";

try {
  const settings = readSettings(ofProcess.flags, ofProcess.variables);
  if ("http" in settings) {
    const { url, server } = await serveHttp(settings.http);
    // Standard output belongs to the protocol over stdio; both ways report on standard error.
    process.stderr.write(`service-mcp: ${url}\n`);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
  } else {
    const server = createServer(settings.stdio, await findReach(settings.stdio));
    await server.connect(new StdioServerTransport());
    process.stdin.once("end", () => void server.close());
  }
} catch (error) {
  if (!(error instanceof BadSettings || error instanceof Refusal || error instanceof NoAnswer)) throw error;
  process.stderr.write(`service-mcp: ${error.message}\n`);
  process.exitCode = 1;
}
