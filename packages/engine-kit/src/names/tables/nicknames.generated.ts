/** Written by scripts/build-name-tables.ts from source/nicknames.txt; sources and licences: NOTICE. */
export const nicknamesText = `robert:bob|rob`;
