export type * from "./document-reading.ts";
