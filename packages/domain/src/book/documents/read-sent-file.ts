import { detectMediaTypeOf, type FileText, openTextReader } from "@service/file-text";

/** Reads the text of files that people send to look at, and keeps nothing of them. */
export interface SentFiles {
  /**
   * The text of a file page by page, or why it has none (STORE-31). One file at a time: who sends another waits.
   * @param bytes the whole file; empty afterwards.
   * @param signal ends waiting and reading; its reason is thrown.
   */
  read(bytes: Uint8Array<ArrayBuffer>, fileName: string, signal: AbortSignal): Promise<FileText>;
  close(): Promise<void>;
}

export function openSentFiles(): SentFiles {
  const reader = openTextReader();
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async read(bytes, fileName, signal) {
      const mediaType = await detectMediaTypeOf(bytes, fileName);
      const text = turn.then(() => reader.extract(bytes, mediaType, signal));
      turn = text.catch(() => undefined);
      return text;
    },
    close: () => reader.close(),
  };
}
