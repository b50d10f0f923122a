import { expect, test } from "@jest/globals";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { refuseUnparsed } from "./refuse-unparsed.ts";

test("a request sent too slowly is answered with an id (PLAT-23)", async () => {
  const socket = new PassThrough();
  refuseUnparsed(Object.assign(new Error("slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*\r\nx-request-id: [0-9a-f]{32}\r\n/);
});
