/** Kinds of plain text look alike: among them a sender may call one by the name of another. */
const plainText = ["text/plain", "text/csv", "text/markdown"];
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** What office programs wrap a document with a password in. */
const sealedOffice = "application/x-cfb";

/**
 * A declaration that says which kind of text a file is. `text/plain` is not one: forms say it where nothing was sent; nor is
 * that of a mail, whose header says so itself.
 */
const kindsOfText: ReadonlyMap<string, string> = new Map([
  ["text/csv", "text/csv"],
  ["text/markdown", "text/markdown"],
  ["text/x-markdown", "text/markdown"],
  ["text/html", "text/html"],
  ["application/xhtml+xml", "text/html"],
]);

/** What senders call each type that is taken. */
const declaredAs: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": ["application/pdf", "application/x-pdf"],
  [docx]: [docx],
  [xlsx]: [xlsx],
  "text/csv": [...plainText, "application/csv", "application/vnd.ms-excel", "text/tab-separated-values"],
  "text/plain": [...plainText, "text/x-markdown", "text/tab-separated-values", "application/csv"],
  "text/markdown": [...plainText, "text/x-markdown"],
  "text/html": ["text/html", "application/xhtml+xml"],
  // Plain text may begin like a mail.
  "message/rfc822": ["message/rfc822", "text/plain"],
  "image/png": ["image/png"],
  "image/jpeg": ["image/jpeg", "image/jpg", "image/pjpeg"],
  [sealedOffice]: [docx, xlsx],
};

const endings: Readonly<Record<string, readonly string[]>> = {
  pdf: ["application/pdf"],
  docx: [docx, sealedOffice],
  xlsx: [xlsx, sealedOffice],
  csv: plainText,
  tsv: plainText,
  txt: [...plainText, "message/rfc822"],
  text: [...plainText, "message/rfc822"],
  log: plainText,
  md: plainText,
  markdown: plainText,
  html: ["text/html"],
  htm: ["text/html"],
  eml: ["message/rfc822", "text/plain"],
  png: ["image/png"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  // Never what is taken, whatever stands in the file.
  ...Object.fromEntries(
    [
      "zip",
      "gz",
      "tgz",
      "tar",
      "7z",
      "rar",
      "exe",
      "dll",
      "js",
      "jar",
      "bat",
      "cmd",
      "sh",
      "svg",
      "doc",
      "xls",
      "ppt",
      "rtf",
      "ps",
      "eps",
    ].map((ending) => [ending, []]),
  ),
};
/** A map: a sender's word may be that of a member which every object has, such as `constructor`. */
const typesByEnding: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(endings));

/** Sent where nothing is known; the parser of forms also puts `text/plain` where nothing was sent. */
const saysNothing = ["", "application/octet-stream", "binary/octet-stream"];

/** What is known of a file before it is taken. */
export interface JudgedFile {
  /** By content. */
  readonly mediaType: string;
  readonly declaredMediaType: string;
  readonly fileName: string;
}

/** Declared alone, without parameters. */
const declaredType = ({ declaredMediaType }: JudgedFile): string =>
  declaredMediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The types that the ending of a name stands for; undefined for one that says nothing. */
function typesOfEnding({ fileName }: JudgedFile): readonly string[] | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : typesByEnding.get(ending);
}

/** Whether `mediaType` is any kind of text. */
const isText = (mediaType: string): boolean =>
  plainText.includes(mediaType) || mediaType === "text/html" || mediaType === "message/rfc822";

/**
 * What a file counts as. Texts of every kind look alike: one is of the kind that its sender calls it, whatever it begins
 * with. Everything else is what its content says.
 * @param file with the type that its content and name say.
 */
export function kindOf(file: JudgedFile): string {
  const { mediaType } = file;
  if (!isText(mediaType)) return mediaType;
  const declared = declaredType(file);
  // What only looks like a page or a mail may be called plain text.
  if (declared === "text/plain") return isTaken(file) ? mediaType : "text/plain";
  return kindsOfText.get(declared) ?? mediaType;
}

/** Whether a file of no type that is taken is called text by its sender: saved as UTF-8 it may be. */
export function readsAsText(file: JudgedFile): boolean {
  const declared = declaredType(file);
  return (
    declaredAs[file.mediaType] === undefined &&
    (declared === "text/plain" ||
      declared === "message/rfc822" ||
      kindsOfText.has(declared) ||
      (typesOfEnding(file)?.some(isText) ?? false))
  );
}

/**
 * Whether a file is one of the types that are taken and nothing that its sender says contradicts its content: neither the
 * declared type nor the ending of its name (ATT-4).
 */
export function isTaken(file: JudgedFile): boolean {
  const { mediaType } = file;
  const declarable = declaredAs[mediaType];
  if (declarable === undefined) return false;
  const byEnding = typesOfEnding(file);
  if (byEnding !== undefined && !byEnding.includes(mediaType)) return false;
  const declared = declaredType(file);
  const isUnsaid = saysNothing.includes(declared) || (declared === "text/plain" && byEnding !== undefined);
  // Only a password hides what a document is: somebody has to say that it is one.
  if (mediaType === sealedOffice) return byEnding !== undefined || declarable.includes(declared);
  return isUnsaid || declarable.includes(declared);
}

/** The types of a configuration as which a file is taken: a password hides which kind of document it is. */
export const typesOf = (mediaType: string): readonly string[] =>
  mediaType === sealedOffice ? [docx, xlsx] : [mediaType];

export const isPicture = (mediaType: string): boolean => mediaType === "image/png" || mediaType === "image/jpeg";
