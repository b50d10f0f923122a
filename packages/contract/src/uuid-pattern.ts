/** The form of an id, whoever sends it: anything else is answered "not found" before a `::uuid` cast fails. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
