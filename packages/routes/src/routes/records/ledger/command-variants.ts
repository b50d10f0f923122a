import { callersCommandTypes } from "@service/domain/ledger";
import * as z from "zod";

export const createTaskExample = { title: "Ask for the loss runs", due_on: "2026-12-01", priority: "normal" };

export const commandExample = {
  idempotency_key: "0b8e6c52-5a3e-4b8e-8f0e-1f6d0c6b7a11",
  type: "create_task",
  entity: { kind: "account", key: "c_k3v5n2q7x4m6p8r2t4w6" },
  payload: createTaskExample,
};

/** What each type of command takes, as JSON Schema of the members that depend on it: made of the declarations (LEDGER-4). */
export function commandVariants(): readonly object[] {
  return callersCommandTypes.map(({ name, summary, entityKinds, payload }) => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(payload, { io: "input", unrepresentable: "any" });
    return {
      title: name,
      description: `${summary}.`,
      type: "object",
      properties: {
        type: { const: name },
        entity: { type: "object", properties: { kind: { enum: [...entityKinds] } } },
        payload: schema,
      },
    };
  });
}
