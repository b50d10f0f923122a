import { attachmentLimits } from "@service/contract";

/** Control and format characters, among them those that turn the direction of a name around. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The name under which a file is shown and downloaded (ATT-5): the last part of what its sender called it, at most 255
 * characters. It is never a path of ours, and never refused.
 */
export function nameOfFile(sent: string | undefined): string {
  const last = (sent ?? "").toWellFormed().replaceAll(invisible, "").split(/[/\\]/).at(-1)?.trim() ?? "";
  const name = /^\.*$/.test(last) ? "file" : last;
  const chars = [...name];
  if (chars.length <= attachmentLimits.fileNameChars) return name;
  // The ending says to people what it is.
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  return `${chars.slice(0, attachmentLimits.fileNameChars - ending.length).join("")}${ending}`;
}
