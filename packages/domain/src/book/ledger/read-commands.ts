import { fail, issueMessage } from "@service/contract";
import { type Json, sha256Hex } from "@service/json";
import { canonicalFormOf } from "./chain.ts";
import type { CommandType } from "./command-type.ts";
import { callersCommandTypes, commandTypeNamed } from "./command-types.ts";
import { isEntityKind, isOfCatalog, type NamedEntity } from "./entity-kinds.ts";

/** A command as a request has it, its envelope checked. */
export interface SentCommand {
  readonly idempotency_key: string;
  readonly type: string;
  readonly entity: {
    readonly kind: string;
    readonly key: string;
    readonly client_key?: string | undefined;
    readonly policy_key?: string | undefined;
  };
  readonly occurred_at?: string | undefined;
  readonly expected_last_seq?: number | undefined;
  readonly payload: Json;
}

/** A command whose shape is right: it can be hashed, compared and judged. */
export interface ReadCommand {
  readonly idempotencyKey: string;
  readonly type: CommandType;
  readonly entity: NamedEntity;
  /** RFC 8785 JSON. */
  readonly entityText: string;
  readonly occurredAt: string | undefined;
  readonly expectedLastSeq: number | undefined;
  readonly payload: Json;
  /** RFC 8785 JSON. */
  readonly payloadText: string;
  readonly payloadSha256: string;
  readonly requestSha256: string;
}

/** A problem of one command, as `action_payload_invalid` lists it: `path` is a JSON Pointer into the command. */
export interface CommandProblem {
  readonly index: number;
  readonly path: string;
  readonly message: string;
}

const problemsMax = 50;

/** The refusal of a request for its commands (LEDGER-10). */
export function refusalOf(problems: readonly CommandProblem[]) {
  const [first] = problems;
  const place =
    first === undefined ? "" : ` commands[${first.index}]${first.path.replaceAll("/", ".")} ${first.message}.`;
  return fail("action_payload_invalid", {
    message: `A ledger command is not valid.${place}`,
    details: problems.slice(0, problemsMax).map(({ index, path, message }) => ({ index, path, message })),
  });
}

/**
 * Checks type, entity kind and payload of each command (LEDGER-10).
 * @throws `action_payload_invalid` with every problem.
 */
export function readCommands(sent: readonly SentCommand[]): readonly ReadCommand[] {
  const problems: CommandProblem[] = [];
  const read = sent.flatMap((command, index) => {
    const result = readCommand(command);
    if ("type" in result) return [result];
    problems.push(...result.problems.map((problem) => ({ index, ...problem })));
    return [];
  });
  if (problems.length > 0) throw refusalOf(problems);
  return read;
}

type Problems = { readonly problems: readonly { readonly path: string; readonly message: string }[] };

function readCommand(sent: SentCommand): ReadCommand | Problems {
  const type = commandTypeNamed(sent.type);
  if (type === undefined || type.byService === true)
    return {
      problems: [
        { path: "/type", message: `must be one of ${callersCommandTypes.map(({ name }) => name).join(", ")}` },
      ],
    };
  const { kind } = sent.entity;
  if (!isEntityKind(kind) || !type.entityKinds.includes(kind))
    return {
      problems: [{ path: "/entity/kind", message: `must be one of ${type.entityKinds.join(", ")} for ${type.name}` }],
    };
  const foreign = foreignOwner(kind, sent.entity);
  if (foreign !== undefined)
    return { problems: [{ path: `/entity/${foreign}`, message: `does not belong to a ${kind}` }] };
  const parsed = type.payload.safeParse(sent.payload, { error: issueMessage });
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => ({
        path: ["/payload", ...issue.path.map(String)].join("/"),
        message: issue.message,
      })),
    };
  const entity = { ...sent.entity, kind };
  const entityText = canonicalFormOf(definedOf(entity));
  const payloadText = canonicalFormOf(sent.payload);
  if (entityText === undefined)
    return { problems: [{ path: "/entity", message: "must not hold half of a surrogate pair" }] };
  if (payloadText === undefined)
    return { problems: [{ path: "/payload", message: "must not hold half of a surrogate pair" }] };
  const occurredAt = sent.occurred_at === undefined ? undefined : new Date(sent.occurred_at).toISOString();
  const compared = [type.name, entityText, occurredAt ?? "", String(sent.expected_last_seq ?? ""), payloadText];
  return {
    idempotencyKey: sent.idempotency_key.toLowerCase(),
    type,
    entity,
    entityText,
    occurredAt,
    expectedLastSeq: sent.expected_last_seq,
    payload: sent.payload,
    payloadText,
    payloadSha256: sha256Hex(payloadText),
    requestSha256: sha256Hex(JSON.stringify(compared)),
  };
}

/** The owner that entities of a kind cannot have. */
function foreignOwner(kind: string, entity: SentCommand["entity"]): "client_key" | "policy_key" | undefined {
  if (isOfCatalog(kind) && entity.client_key !== undefined) return "client_key";
  if ((isOfCatalog(kind) || kind === "account") && entity.policy_key !== undefined) return "policy_key";
  return undefined;
}

function definedOf(entity: NamedEntity): Json {
  const { kind, key, client_key, policy_key } = entity;
  return {
    kind,
    key,
    ...(client_key === undefined ? {} : { client_key }),
    ...(policy_key === undefined ? {} : { policy_key }),
  };
}
