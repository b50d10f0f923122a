import type { InputIssue } from "@service/json";
import { documentTextLimits } from "../schemas/input-shapes.ts";

/** What a document may be read from. */
interface Sent {
  readonly text?: string;
  readonly pages?: readonly string[];
}

/** Problems of the text of a document that a schema cannot express (TYPE-28): two texts, and too many characters. */
export function checkDocumentText({ text, pages }: Sent, at: string, issues: InputIssue[]): void {
  if (pages === undefined) return;
  if (text !== undefined) issues.push({ field: `${at}.pages`, message: "cannot be combined with text" });
  if (pages.reduce((sum, page) => sum + page.length, 0) > documentTextLimits.chars)
    issues.push({
      field: `${at}.pages`,
      message: `must have at most ${documentTextLimits.chars} characters together`,
    });
}
