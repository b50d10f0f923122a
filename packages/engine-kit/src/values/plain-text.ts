import { doubts } from "./words.ts";

/** The words of a cell beside a label. */
export type CellText = { readonly at: number; readonly value: string; readonly isStated: boolean };

/** What follows a label and its colon, up to the next cell; `undefined` where no colon and no cell part them. */
export function readCellText(rest: string): CellText | undefined {
  const match = /^(?:\s?[:=]+|[.…_]{2,}:?|\t| {2,}|\s*\|)[\s.…_|]*([^\s|](?:[^\t\n|]*?\S)?)\s*(?:\t| {3,}|\||$)/.exec(
    rest,
  );
  const value = match?.[1];
  if (match === null || value === undefined) return undefined;
  const at = match[0].indexOf(value);
  const first = value.toLowerCase().split(/\s+/)[0]?.replace(/[.,]$/, "") ?? "";
  return { at, value, isStated: !doubts.has(first) && /[\p{L}\p{N}]/u.test(value) };
}
