import { counted, paragraph } from "@service/engine-kit";
import { text } from "@service/json";
import { normalizeIdentifier } from "../identifiers.ts";
import { shownScore, type Hit } from "../screen-party.ts";
import type { CheckParams } from "../../configuration.ts";
import {
  ageInWords,
  type CheckContext,
  type CheckResult,
  documentEvidence,
  fail,
  factEvidence,
  listEvidence,
  notRun,
  pass,
  review,
  subjectOf,
} from "./check.ts";

/** Whether any screened party resembles an entry: fail on a strong hit, review on a possible one. */
export function nameScreen(context: CheckContext, params: CheckParams<"name_screen">): CheckResult {
  const { lists, unavailable } = searchedLists(context, params.lists);
  const { screening } = context;
  if (screening === undefined || lists.length === 0) {
    return notRun(
      `No list could be searched for ${subjectOf(context)}.`,
      unavailable.map(({ listKey }) => `lists.${listKey}`),
    );
  }
  const keys = new Set(lists.map(({ listKey }) => listKey));
  const isSubjectOnly = params.parties === "subject";
  const isAlone = isSubjectOnly || context.input.parties.length === 1;
  const who = isAlone ? `${subjectOf(context)} has` : `${subjectOf(context)} and the parties around it have`;
  const hits = screening.hits.filter(
    ({ list, party, suppressedBy }) =>
      suppressedBy === undefined &&
      keys.has(list.listKey) &&
      (!isSubjectOnly || party.key === context.input.subject.key),
  );
  const strong = hits.filter(({ strength }) => strength === "strong");
  const isIncluded = (key: string): boolean => !isSubjectOnly || key === context.input.subject.key;
  const partial = new Set(
    screening.partial
      .filter(({ list, party }) => keys.has(list.listKey) && isIncluded(party.key))
      .map(({ party }) => party.key),
  );
  const searched = paragraph(
    searchedSentence(lists.length, unavailable.length),
    ...lists
      .filter(({ isStale }) => isStale)
      .slice(0, 3)
      .map(ageInWords),
    partial.size === 0
      ? undefined
      : `For ${counted(partial.size, "party")} more listed names share words than were compared, so a match may be missing.`,
  );
  if (hits.length > 0) {
    const detail = `${who} ${matchesInWords(strong.length, hits.length - strong.length)}. ${searched}`;
    const evidence = hits.slice(0, 20).map(hitEvidence);
    return { status: strong.length > 0 ? "fail" : "review", detail, evidence, isCoveredByHits: true };
  }
  const unnamed = context.unnamedParties.filter(isIncluded);
  if (unnamed.length > 0) {
    const detail = `${who} no open match, but ${counted(unnamed.length, "party")} ${unnamed.length === 1 ? "has" : "have"} no name that can be searched. ${searched}`;
    return review(detail, lists.map(listEvidence), {
      kind: "verify_fact",
      title: `Obtain the names of the parties around ${subjectOf(context)}`,
    });
  }
  if (partial.size > 0) {
    return review(`${who} no open match so far. ${searched}`, lists.map(listEvidence), {
      kind: "verify_fact",
      title: `Screen ${subjectOf(context)} with fewer parties and aliases at a time`,
    });
  }
  const unscreenable = context.unscreenableParties.filter(isIncluded);
  if (unscreenable.length > 0) {
    const detail = `${who} no open match, but ${counted(unscreenable.length, "name")} ${unscreenable.length === 1 ? "is" : "are"} written in another script and could only be read by sound. ${searched}`;
    return review(detail, lists.map(listEvidence), {
      kind: "verify_fact",
      title: `Obtain the name of ${subjectOf(context)} in Latin letters`,
    });
  }
  return pass(`${who} no open match. ${searched}`, lists.map(listEvidence));
}

/** Whether an identifier of the subject is that of a listed entry, or, against documents, differs from what they state. */
export function identifierMatch(context: CheckContext, params: CheckParams<"identifier_match">): CheckResult {
  const { type } = params;
  const own = context.input.subject.identifiers.filter((identifier) => type === undefined || identifier.type === type);
  const fact = `input.subject.identifiers${type === undefined ? "" : `[${type}]`}`;
  if (own.length === 0) return notRun(`No such identifier of ${subjectOf(context)} is on file.`, [fact]);
  if (params.against === "documents") {
    const stated = context.input.documents.flatMap((document) =>
      own.flatMap((identifier) => {
        const value = text(document.fields, identifier.type);
        return value === undefined
          ? []
          : [{ document, isEqual: normalizeIdentifier(value) === normalizeIdentifier(identifier.value) }];
      }),
    );
    if (stated.length === 0) return notRun(`No document states the identifier of ${subjectOf(context)}.`, [fact]);
    const evidence = [factEvidence(fact), ...stated.map(({ document }) => documentEvidence(document))];
    return stated.every(({ isEqual }) => isEqual)
      ? pass(
          `${counted(stated.length, "document")} ${stated.length === 1 ? "states" : "state"} the identifier of ${subjectOf(context)}.`,
          evidence,
        )
      : fail(`A document states another identifier than that of ${subjectOf(context)}.`, evidence, {
          kind: "verify_fact",
          title: `Clear up which identifier of ${subjectOf(context)} is right`,
        });
  }
  const { lists, unavailable } = searchedLists(context, params.lists);
  if (context.screening === undefined || lists.length === 0) {
    return notRun(
      `No list could be searched for ${subjectOf(context)}.`,
      unavailable.map(({ listKey }) => `lists.${listKey}`),
    );
  }
  const keys = new Set(lists.map(({ listKey }) => listKey));
  const hits = context.screening.hits.filter(
    ({ list, party, identifier, suppressedBy }) =>
      suppressedBy === undefined &&
      party.key === context.input.subject.key &&
      keys.has(list.listKey) &&
      identifier !== undefined &&
      (type === undefined || identifier === type),
  );
  if (hits.length > 0) {
    return {
      status: "fail",
      detail: `${subjectOf(context)} has the identifier of ${counted(hits.length, "listed entry")}.`,
      evidence: hits.slice(0, 20).map(hitEvidence),
      isCoveredByHits: true,
    };
  }
  return pass(
    `No listed entry has the identifier of ${subjectOf(context)}. ${searchedSentence(lists.length, unavailable.length)}`,
    [factEvidence(fact), ...lists.map(listEvidence)],
  );
}

/** The entry behind a hit. */
export function hitEvidence(hit: Hit): CheckResult["evidence"][number] {
  return {
    kind: "list_entry",
    ref: { dataset_key: hit.list.datasetKey, row_key: hit.entry.entryId },
    excerpt: hit.nameMatched,
    value: shownScore(hit),
  };
}

function searchedLists(
  { lists }: CheckContext,
  keys: readonly string[] | undefined,
): {
  readonly lists: CheckContext["lists"]["screened"];
  readonly unavailable: CheckContext["lists"]["unavailable"];
} {
  const wanted = keys === undefined ? undefined : new Set(keys);
  const isWanted = ({ listKey }: { readonly listKey: string }): boolean => wanted?.has(listKey) ?? true;
  return { lists: lists.screened.filter(isWanted), unavailable: lists.unavailable.filter(isWanted) };
}

function searchedSentence(searched: number, unavailable: number): string {
  const missing = unavailable === 0 ? "" : `, and ${unavailable} could not be`;
  return `${counted(searched, "list")} ${searched === 1 ? "was" : "were"} searched${missing}.`;
}

function matchesInWords(strong: number, possible: number): string {
  const parts = [
    ...(strong === 0 ? [] : [counted(strong, "strong match")]),
    ...(possible === 0 ? [] : [counted(possible, "possible match")]),
  ];
  return `${parts.join(" and ")} to be reviewed`;
}
