import { attachmentLimits, fail } from "@service/contract";
import { multipart } from "@service/http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { PlaceParams } from "./shapes.ts";

const FileTextAnswer = z.object({
  file_name: z.string(),
  status: z.enum(["ready", "none", "failed"]),
  /** Why it has no text. */
  reason: z.string().nullable(),
  pages: z.array(z.string()),
  /** Whether the end of the file was left out. */
  is_cut: z.boolean(),
});

const read = route({
  id: "documentText.read",
  method: "POST",
  path: "/console/v1/o/{organization_id}/e/{environment}/document-text",
  summary: "The text of a file page by page, to be sent as a document of a run; nothing of it is kept",
  access: { scope: "environment", permission: "runs:write" },
  params: PlaceParams,
  body: multipart({
    fields: z.object({}),
    files: { file: { bytesMax: attachmentLimits.fileBytes, tooLarge: "attachment_too_large" } },
    fieldBytesMax: 1_024,
    bodyBytesMax: attachmentLimits.bodyBytes,
    tooLarge: "attachment_too_large",
    uploadMs: attachmentLimits.uploadMs,
  }),
  responses: { 200: FileTextAnswer },
  errors: ["attachment_too_large", "invalid_request"],
  async handle({ deps, body, time, reply }) {
    const { files } = await body.receive({
      file: async ({ filename = "", content }) => ({ filename, bytes: new Uint8Array(await buffer(content)) }),
    });
    const [file] = files.file;
    if (file === undefined) throw fail("invalid_request", { message: "The part file is missing." });
    const text = await deps.sentFiles.read(file.bytes, file.filename, time.signal);
    const isReady = text.status === "ready";
    return reply(
      200,
      presentAs(FileTextAnswer, {
        fileName: file.filename,
        status: text.status,
        reason: isReady ? null : text.reason,
        pages: isReady ? text.pages : [],
        isCut: isReady && text.isCut,
      }),
    );
  },
});

export const documentTextRoutes = [read];
