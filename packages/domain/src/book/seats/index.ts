/**
 * Seats: who reads the book for a person, and what that person may see.
 *
 * Guarantees: one function resolves the acting person for every route that reads the book; a seat that is switched off
 * reads nothing two seconds later. Which rows there are is left to `records`.
 */
export { type BookReader, type Posture, rightsOf } from "./book-reader.ts";
export { hidesAnything } from "@service/privacy";
export { listFieldPolicies, setFieldPolicies } from "./field-policies.ts";
export { type ImportedSeats, importSeats } from "./import-seats.ts";
export { masks, openSeatLoader, type SeatDeps, type SeatLoader } from "./read-seats.ts";
export {
  type ActingHeaders,
  type AppendPerson,
  resolveAppendPerson,
  resolveReader,
  resolveRunReader,
  type RunReader,
  type RunVisibility,
} from "./resolve-reader.ts";
export {
  type ConversationReader,
  resolveConversationReader,
  resolveStoredReader,
  withoutPerson,
} from "./resolve-conversation-reader.ts";
export { officeGrant, presentSeat, type Seat, seatGrant, type SeatScope, seatScopes } from "./seat.ts";
export { unknownSeats } from "./unknown-seats.ts";
export { listSeats, type SeatChanges, setSeat } from "./set-seat.ts";
export {
  openShadowCounter,
  type ShadowCounter,
  type ShadowDeps,
  type ShadowObservation,
  shadowReport,
} from "./shadow-counts.ts";
