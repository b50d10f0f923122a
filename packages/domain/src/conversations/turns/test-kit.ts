import { createInstance } from "../conversations/index.ts";
import { resolveViewer, type Viewer, withoutPerson } from "../../book/seats/index.ts";
import { openModelDesk } from "../models/index.ts";
import type { WholeDeps } from "../../open-deps.ts";
import { insertConversation, newCaller, newOrganization } from "../../testing/index.ts";
import { type ClaimedTurn, claimTurns } from "./claim-turns.ts";
import { submitTurn, type SubmittedTurn, type TurnRequest } from "./submit-turn.ts";

/** An organization with an instance that has a draft, for the tests of this module. */
export interface TurnRows {
  readonly viewer: Viewer;
  conversation(): Promise<string>;
  submit(conversationId: string, changes?: Partial<TurnRequest>): Promise<SubmittedTurn>;
  /** Claims until this turn is held. */
  claim(turnId: string): Promise<ClaimedTurn>;
  row(turnId: string): Promise<{
    readonly status: string;
    readonly attempt: number;
    readonly outputText: string | null;
    readonly lastSeq: number;
    readonly error: string | null;
    readonly isHeld: boolean;
  }>;
  /** The lease of a turn ends now. */
  expire(turnId: string): Promise<void>;
}

export async function createTurnRows(deps: WholeDeps): Promise<TurnRows> {
  const organizationId = await newOrganization(deps, { sandboxes: ["sandbox"] });
  const caller = await newCaller(deps, { organizationId, environmentSlug: "sandbox" });
  const slug = "desk";
  await createInstance(deps, caller, { slug, label: "Desk", description: "", config: undefined });
  const viewer = await resolveViewer(deps, caller, withoutPerson);
  return {
    viewer,
    async conversation() {
      return (await insertConversation(deps, { organizationId, environmentSlug: "sandbox", slug })).conversationId;
    },
    submit: (conversationId, changes = {}) =>
      submitTurn({ ...deps, models: openModelDesk({ clock: deps.clock }) }, viewer, {
        slug,
        conversationId,
        text: "Hello",
        parentTurnId: undefined,
        attachmentIds: [],
        onConflict: "reject",
        cancelsOnLeave: false,
        isDraft: true,
        metadata: {},
        testScenario: undefined,
        afterChars: undefined,
        body: { text: "Hello" },
        idempotencyKey: undefined,
        traceId: null,
        traceParent: null,
        ...changes,
      }),
    async claim(turnId) {
      for (;;) {
        const claimed = { owner: "test", turnsMax: 10, leaseSeconds: 30, perOrganization: 10, held: [] };
        const { turns } = await claimTurns(deps.db, claimed);
        const found = turns.find(({ id }) => id === turnId);
        if (found) return found;
        if (turns.length === 0) throw new Error("the turn does not wait");
      }
    },
    async row(turnId) {
      const { rows } = await deps.db.pool.query<Awaited<ReturnType<TurnRows["row"]>>>(
        `select status::text as status, attempt, output_text as "outputText", last_seq as "lastSeq", error,
           lease_token is not null as "isHeld" from turns where id = $1`,
        [turnId],
      );
      const [row] = rows;
      if (!row) throw new Error(`no turn ${turnId}`);
      return row;
    },
    async expire(turnId) {
      await deps.db.pool.query("update turns set lease_expires_at = now() - interval '1 second' where id = $1", [
        turnId,
      ]);
    },
  };
}
