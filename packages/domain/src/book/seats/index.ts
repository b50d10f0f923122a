/**
 * Seats: who sees, and what of the book and of runs.
 *
 * Guarantees: one function resolves the acting person for every route that reads the book; a seat that is switched off
 * reads nothing two seconds later. Which rows there are is left to `records`.
 */
export { hidesAnything } from "@service/privacy";
export { listFieldPolicies, setFieldPolicies } from "./field-policies.ts";
export { type ImportedSeats, importSeats } from "./import-seats.ts";
export { masks, openSeatLoader, type SeatDeps, type SeatLoader } from "./read-seats.ts";
export { type ActingHeaders, resolveAppendView, resolveBookView, resolveRunView, wholeBook } from "./resolve-views.ts";
export { viewOfPerson } from "./view-of-person.ts";
export { bookUnlessUnmapped, resolveStoredView, resolveViewer, withoutPerson } from "./resolve-viewer.ts";
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
export {
  type BookView,
  type Posture,
  rightsOf,
  type RunView,
  type RunVisibility,
  type Viewer,
  viewerOf,
} from "./viewer.ts";
