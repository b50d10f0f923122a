/** A member's name as a step of a JSON Pointer. */
export function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The member's name that a step of a JSON Pointer stands for. */
export function pointerName(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
