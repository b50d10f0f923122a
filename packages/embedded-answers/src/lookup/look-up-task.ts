import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { wordsOf } from "../text/tokens.ts";
import type { Ask } from "./ask.ts";
import type { LookedUp } from "./looked-up.ts";
import { means, unexplained } from "./reading.ts";
import { listed } from "./rows/lists.ts";
import { select } from "./selection/select.ts";
import { memberText } from "./values.ts";

/** Words of a title that the question must repeat, and their share of it where it does not say that it means a task. */
const leastWords = 2;
const leastShare = 0.4;
/** What is asked of work that is to be done: until when, by whom, how urgently. */
const asksOfWork =
  /\b(?:by when|by (?:what|which) (?:day|date)|deadline|due|whose|who(?:'s| is|s)? (?:on|doing|working|handling|has|got|taking|supposed)|working on|assigned|given to|priority|urgent|urgency|how hot|overdue|get done|have to (?:be done|have)|done yet)\b/iu;

/** The open task of a client whose title the question repeats, with its day, its urgency and whose it is (ANSWER-84). */
export async function lookUpTask(ask: Ask): Promise<LookedUp | undefined> {
  const { book, client, reading } = ask;
  if (client === undefined || !book.isReadable("tasks") || book.hidden("tasks").has("title")) return undefined;
  if (isAnythingOverdue(ask)) return overdueTasks(ask);
  const isNamed = means(reading, "family", "tasks");
  if ((!isNamed && !asksOfWork.test(reading.core)) || means(reading, "op", "count", "sum")) return undefined;
  const words = reading.words.filter(({ by, isAside }) => by !== "client" && by !== "empty" && isAside !== true);
  const requested = new Set(words.map((word) => word.stem));
  const left = unexplained(reading);
  const { rows } = await book.rows("tasks", { clientKey: client.key });
  const ranked = rows
    .filter(({ fields }) => fields["status"] === "open")
    .flatMap((row) => {
      const title = titleWords(memberText(row.fields, "title"));
      const shared = title.filter((each) => requested.has(each)).length;
      const isEnough = isNamed
        ? shared > 0 && shared >= left.length
        : shared >= leastWords && shared / title.length >= leastShare;
      return isEnough && left.every((word) => title.includes(word.stem)) ? [{ row, shared }] : [];
    })
    .toSorted((one, other) => other.shared - one.shared);
  const [best, next] = ranked;
  if (best === undefined || best.shared === next?.shared) return undefined;
  const { row } = best;
  const where = { client_key: client.key, task_key: row.key };
  return listed(ask, { family: "tasks", rows: [row], where, before: ["open"], behind: [], fields: [] }, "");
}

/** "Is anything overdue": bills and work to be done may be. */
function isAnythingOverdue({ reading }: Ask): boolean {
  return (
    means(reading, "status", "overdue") &&
    !means(reading, "family") &&
    !means(reading, "kind") &&
    reading.lines.length + reading.numbers.length + unexplained(reading).length === 0 &&
    reading.meanings.every(({ kind, value }) => kind !== "field" || ["date", "due", "effective"].includes(value))
  );
}

/** The tasks that are overdue where no invoice is. */
async function overdueTasks(ask: Ask): Promise<LookedUp | undefined> {
  const { book, client, reading } = ask;
  const options = { isCurrent: true };
  const invoices = book.isReadable("invoices") ? await select(ask, "invoices", options) : undefined;
  if (client === undefined || invoices === undefined || invoices === "hidden" || invoices.rows.length > 0)
    return undefined;
  const tasks = await select(ask, "tasks", options);
  if (tasks === undefined || tasks === "hidden" || tasks.rows.length === 0) return undefined;
  return listed(ask, tasks, reading.isYesNo ? "Yes: " : "");
}

function titleWords(title: string): readonly string[] {
  return [
    ...new Set(
      wordsOf(title)
        .filter((word) => !emptyWords.has(word))
        .map(stem),
    ),
  ];
}
