import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { BookFamily, BookSource } from "@service/embedded-answers";
import { openBookSource, type BookSourceDeps } from "../../conversations/index.ts";
import { type Evidence, joinedEvidence, type OpenBook } from "../../grounding/index.ts";
import type { Viewer } from "../../../book/seats/index.ts";

const readEngineIds = statement("engines_read_ids", "select id from engines where organization_id = $1");

/** The book for the look-ups of one question, and what a viewer needs beyond rows: tasks and opportunities are more than that. */
export interface OpenedBook {
  readonly open: OpenBook<BookSource>;
  /** Adds what was looked up beyond rows. */
  readonly evidenceWith: (evidence: Evidence, of: "all" | "read") => Evidence;
}

/**
 * Look-ups in the book as the viewer (TURN-45): tasks with `actions:read` and a named person, opportunities of the engines that
 * the key is bound to.
 */
export function bookFor(deps: BookSourceDeps, viewer: Viewer): OpenedBook {
  const read = new Set<BookFamily>();
  const hasTasks = viewer.capabilities.includes("actions:read") && viewer.principal !== null;
  let engineIds: readonly string[] = [];
  let isOpen = false;
  return {
    async open({ view, reach, signal }) {
      engineIds =
        viewer.engines ?? (await deps.db.pool.query(readEngineIds([viewer.organizationId]))).rows.map(({ id }) => id);
      const { organizationId, environmentId } = viewer;
      const source = await openBookSource(deps, {
        viewer: view,
        connectionId: reach.connectionId,
        signal,
        ...(reach.kind === "client" && { clientKey: reach.clientKey }),
        ...(hasTasks && { tasks: { environmentId } }),
        opportunities: { organizationId, environmentId, engineIds: viewer.engines },
      });
      if (source === undefined) throw fail("not_found");
      isOpen = true;
      return noting(source, (family) => read.add(family));
    },
    evidenceWith(evidence, of) {
      const { organizationId, environmentId, runs } = viewer;
      const counts = (family: BookFamily): boolean => isOpen && (of === "all" || read.has(family));
      const base = { organizationId, capabilities: [], isLiveOnly: true, book: [], runs: [] } as const;
      return joinedEvidence(
        evidence,
        counts("tasks") && hasTasks ? { ...base, capabilities: ["actions:read"] } : null,
        counts("opportunities")
          ? { ...base, runs: [{ environmentId, engines: engineIds, policy: runs.policy, overBook: null }] }
          : null,
      );
    },
  };
}

/** The same book, which tells the families that were asked for. */
function noting(book: BookSource, note: (family: BookFamily) => void): BookSource {
  return new Proxy(book, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      // These two tell of fields and planes, not of rows.
      if (typeof member !== "function") return member;
      const tellsRows = name !== "hidden" && name !== "isReadable";
      return (...given: readonly unknown[]): unknown => {
        const [first] = given;
        if (tellsRows && (first === "tasks" || first === "opportunities")) note(first);
        return Reflect.apply(member, target, given);
      };
    },
  });
}
