import type { ClientFile } from "../book.ts";
import { files, text } from "./sample-truth.ts";

/** A question on a client's papers with the line of the paper that answers it. */
export interface PaperQuestion {
  readonly set: "tuned" | "kept";
  readonly question: string;
  readonly answer: string;
  readonly file: ClientFile;
}

/** What is asked of a kind of paper: the beginning of the line, or a form of it, and two ways to ask for it. */
const kindsOfPaper: readonly (readonly [kind: string, line: RegExp, tuned: string, kept: string])[] = [
  [
    "application",
    /^(?:Number of employees|Total employees|No\. of employees|Employees \(full)/,
    "How many employees does the application state?",
    "What number of employees did the applicant give on the application?",
  ],
  [
    "application",
    /^(?:Annual revenue|Annual gross sales|Gross annual receipts|Estimated annual revenue)/,
    "What annual revenue is on the application?",
    "How high are the annual sales according to the application?",
  ],
  [
    "contract",
    /^General liability, each occurrence/,
    "What general liability each occurrence limit does the contract require?",
    "How much general liability per occurrence is required?",
  ],
  [
    "contract",
    /^Automobile liability/,
    "How much automobile liability does the contract ask for?",
    "What auto liability limit is required by the contract?",
  ],
  [
    "contract",
    /^Waiver of subrogation/,
    "Does the contract require a waiver of subrogation?",
    "Is a waiver of subrogation required?",
  ],
  [
    "contract",
    /^Notice of cancellation/,
    "How many days' notice of cancellation are required?",
    "What notice of cancellation does the contract demand?",
  ],
  [
    "contract",
    /additional insured/,
    "Does the contract require additional insured status?",
    "Who is to be an additional insured?",
  ],
  ["loss_runs", /^Losses valued/, "As of what date are the losses valued?", "When was the loss run valued?"],
  ["loss_runs", /CL-\d+/, "What does the loss run say about {K}?", "Which line of the loss run is on claim {K}?"],
  [
    "declarations",
    /^Policy period/,
    "What is the policy period on the declarations of {P}?",
    "Which period do the declarations {P} show?",
  ],
  [
    "declarations",
    /^Writing company/,
    "Who is the writing company on the declarations {P}?",
    "Which writing company do the declarations {P} name?",
  ],
  [
    "declarations",
    /^Total premium/,
    "What total premium do the declarations {P} show?",
    "How much is the total premium on declarations {P}?",
  ],
  [
    "declarations",
    /^Rented premises/,
    "What do the declarations {P} say about rented premises?",
    "Limit for rented premises on the declarations {P}?",
  ],
  [
    "declarations",
    /^Medical expense/,
    "What medical expense limit is on the declarations {P}?",
    "Medical expenses on the declarations of {P}?",
  ],
  [
    "declarations",
    /^Property damage/,
    "How high is property damage on the declarations {P}?",
    "Property damage limit of the declarations {P}?",
  ],
];

/** One question of each kind in each set, of clients as they come, where the paper has the line. */
export function paperQuestions(): readonly PaperQuestion[] {
  return kindsOfPaper.flatMap(([kind, line, tuned, kept]) => {
    const found = files.flatMap((file) =>
      file.rows.documents
        .filter((row) => row.kind === kind)
        .flatMap((row) => {
          const answer = text(row.text)
            .split("\n")
            .find((each) => line.test(each));
          return answer === undefined ? [] : [{ file, row, answer }];
        }),
    );
    return ([tuned, kept] as const).flatMap((wording, at): PaperQuestion[] => {
      const chosen = found[at % Math.max(1, found.length)];
      if (chosen === undefined) return [];
      const places = {
        K: /CL-\d+/.exec(chosen.answer)?.[0] ?? "",
        P: /SYN-\d+/.exec(text(chosen.row.title))?.[0] ?? "",
      };
      const question = wording.replace("{K}", places.K).replace("{P}", places.P);
      return [{ set: at === 0 ? "tuned" : "kept", question, answer: chosen.answer.trim(), file: chosen.file }];
    });
  });
}
