import type { Route } from "../../http/route.ts";
import { listOfAttachments } from "./list-attachments.ts";
import { readContent, readOneAttachment } from "./read-attachment.ts";
import { uploadAttachment } from "./upload-attachment.ts";

/** Files of conversations. */
export const attachmentsRoutes: readonly Route[] = [
  uploadAttachment,
  listOfAttachments,
  readOneAttachment,
  readContent,
];
