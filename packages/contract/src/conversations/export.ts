/** Forms in which a conversation is exported. */
export const exportFormats = ["json", "jsonl", "markdown", "csv", "messages"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Of the form of an export; it rises when a reader of the old form could no longer read the new one. */
export const exportVersion = 1;
