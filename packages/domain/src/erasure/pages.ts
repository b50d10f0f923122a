/** Below every id: where a walk by id begins. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";
