const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

const prefixes = { task: "t_", workflow: "w_", note: "n_" } as const;
export type CreatedKind = keyof typeof prefixes;

/** The key of what a command created: `t_`, `w_` or `n_`, and the base32 form (RFC 4648 6, lower case) of its id. */
export function keyOfCreated(kind: CreatedKind, commandId: string): string {
  const bytes = Buffer.from(commandId.replaceAll("-", ""), "hex");
  let text: string = prefixes[kind];
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (5 - bits)) & 31);
}
