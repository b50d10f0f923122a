import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { WrittenFile } from "../text-file.ts";
import type { DeliveredClient } from "./delivered-client.ts";

/** How an agency system's export looks (SAMPLE-20). */
export const shapeNames = ["native", "wide_policy_csv", "nested_clients_json"] as const;
export type ShapeName = (typeof shapeNames)[number];

export type Mode = "full" | "delta";

/** A row that is no longer there. */
export type RemovedRow = { readonly family: FamilyName; readonly id: string };

/** Rows of families that belong to no client. */
export type AgencyRows = ReadonlyMap<FamilyName, readonly JsonObject[]>;

/** A delivery while it is written; what is added is in its files at once, so that memory does not grow with the book. */
export type OpenDelivery = {
  readonly add: (client: DeliveredClient) => void;
  readonly remove: (row: RemovedRow) => void;
  readonly end: () => WrittenFile[];
};

export type Shape = {
  readonly name: ShapeName;
  /** Families of which a full delivery in this shape has every row: what does not come is no longer there. */
  readonly complete: readonly FamilyName[];
  /** The client without what the shape has no place for. */
  readonly held: (client: DeliveredClient) => DeliveredClient;
  /** What a delivery of changes holds of a client: only the rows that differ, its whole document, or there is no such delivery. */
  readonly delta: "rows" | "clients" | undefined;
  readonly open: (folder: string, mode: Mode, asOf: string, agency: AgencyRows) => OpenDelivery;
};
