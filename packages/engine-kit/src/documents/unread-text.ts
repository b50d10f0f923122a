/** Why a stored document has no text for a run (DOC-43). */
export const unreadTexts = ["not_ready", "no_text", "failed", "withheld", "not_available"] as const;
export type UnreadText = (typeof unreadTexts)[number];

/** The reason as the end of a sentence about the document. */
export const unreadTextInWords: Readonly<Record<UnreadText, string>> = {
  not_ready: "its text is not read yet; submit the run again in a minute",
  no_text: "it holds no text, as a scan or a picture",
  failed: "its text could not be read",
  withheld: "the field policy withholds its text from the person of the run",
  not_available: "it is not available to the person of the run",
};
