/** What the global set-up has started, for the global tear-down of the same process: last started, first stopped. */
export const running: (() => Promise<void>)[] = [];
