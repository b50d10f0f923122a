/**
 * The text of files that others wrote: what a file is, by its content, and its text page by page.
 *
 * Guarantees: each file is read in a thread of its own with bounds on time and memory; nothing in a file is executed or
 * fetched; a file without readable text has a reason that people can act on. Where files come from is left to the callers.
 */
export { detectMediaType, detectMediaTypeOf, unknownMediaType } from "./detect-media-type.ts";
export { isTextMediaType, openTextReader, type TextReader } from "./extract-text.ts";
export {
  FileText,
  type TextFailure,
  textFailures,
  textLimits,
  type TextMediaType,
  textMediaTypes,
} from "./file-text.ts";
