import { capabilities as allCapabilities, type Capability } from "@service/contract";
import type { FieldPolicy } from "@service/privacy";
import { type Access, actions, boundEngines, type Caller } from "../../identity/access/index.ts";
import type { BookReader, ConversationReader, Posture, RunVisibility, SeatScope } from "../../book/seats/index.ts";

/** What of the book an asker may read: a `BookReader` without the person's name and addresses. */
export interface AskerBook {
  readonly posture: Posture;
  readonly enforced: boolean;
  /** Whose rows are read: the acting person's seat, or that of the lens; null under posture off. */
  readonly seatKey: string | null;
  readonly scope: SeatScope;
  /** Null: every row. */
  readonly grants: readonly string[] | null;
  readonly policy: FieldPolicy;
  readonly lens: string | null;
  readonly isAsserted: boolean;
  /** The acting person's own seat, also through a lens. */
  readonly actor: string | null;
}

/**
 * Who asks or reads, with everything that decides what may be read for them (GROUND-1). Stored as JSON with turns and
 * evaluations; it holds no name, address or secret.
 */
export interface Asker {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly isLive: boolean;
  /** Of a key, or `automation:<key>`. */
  readonly keyId: string;
  readonly isOrganizationKey: boolean;
  /** What the key opens in its environment: one of an organization outside of `live` opens no live-only family (GROUND-2). */
  readonly capabilities: readonly Capability[];
  /** Ids of engines; null: every engine. */
  readonly engines: readonly string[] | null;
  /** `X-Service-Acting-Principal`, if sent. */
  readonly principal: string | null;
  /** Whose rows are read; null where no seat decides. */
  readonly seatKey: string | null;
  /** Null: nothing of the book, and no document of a client. */
  readonly book: AskerBook | null;
  /** How results of runs are shown. */
  readonly runs: { readonly policy: FieldPolicy; readonly overBook: RunVisibility };
}

/** Capabilities that open nothing but live-only families, by the access table. */
export const liveOnlyCapabilities: ReadonlySet<Capability> = new Set(
  allCapabilities.filter((capability) => {
    const rows = Object.values<Access>(actions).filter(
      (access) => access.key === "any" && access.capabilities.includes(capability),
    );
    return rows.length > 0 && rows.every((access) => access.key === "any" && access.live === true);
  }),
);

/** The asker of an admitted request, or of an automation with the reader of `withoutPerson` (GROUND-1). */
export function askerOf(caller: Caller, reader: ConversationReader): Asker {
  const { organizationId, environmentId, environmentSlug, isLive, id: keyId } = caller;
  const { book, principal, policy, overBook } = reader;
  return {
    organizationId,
    environmentId,
    environmentSlug,
    isLive,
    keyId,
    isOrganizationKey: caller.kind !== "scoped_key",
    capabilities: capabilitiesOf(caller),
    engines: boundEngines(caller),
    principal: principal ?? null,
    seatKey: book?.seat?.seatKey ?? null,
    book: book === undefined ? null : bookOf(book),
    runs: { policy, overBook },
  };
}

function capabilitiesOf(caller: Caller): readonly Capability[] {
  if (caller.kind === "scoped_key") return allCapabilities.filter((each) => caller.capabilities.has(each));
  return caller.isLive ? allCapabilities : allCapabilities.filter((each) => !liveOnlyCapabilities.has(each));
}

function bookOf({ posture, enforced, seat, scope, grants, policy, lens, isAsserted, actor }: BookReader): AskerBook {
  return {
    posture,
    enforced,
    seatKey: seat?.seatKey ?? null,
    scope,
    grants,
    policy,
    lens: lens ?? null,
    isAsserted,
    actor: actor ?? null,
  };
}

/** Where, and by whom, an `Idempotency-Key` is used: by the acting person, else by the API key. */
export function keyScopeOf({ organizationId, environmentId, principal, keyId }: Asker, placeId: string): string[] {
  return [organizationId, environmentId, placeId, ...(principal === null ? ["key", keyId] : ["principal", principal])];
}

/** The reader of rows that an asker is; undefined where nothing of the book may be read (GROUND-3). */
export function bookReaderOf({ organizationId, principal, book }: Asker): BookReader | undefined {
  if (book === null) return undefined;
  const { posture, enforced, seatKey, scope, grants, policy, lens, isAsserted, actor } = book;
  return {
    organizationId,
    posture,
    enforced,
    seat: seatKey === null ? undefined : { ...nobody, seatKey, scope },
    scope,
    grants,
    policy,
    lens: lens ?? undefined,
    isAsserted,
    ...(actor !== null && { actor }),
    principal: principal ?? undefined,
  };
}

/** What a read of rows never looks at in a seat. */
const nobody = {
  emails: [],
  principalIds: [],
  name: null,
  role: null,
  officeKey: null,
  teamKeys: [],
  fieldPolicyKey: null,
  active: true,
} as const;
