/** Written by scripts/build-name-tables.ts from source/spellings.txt; sources and licences: NOTICE. */
export const spellingsText = `muhammad|mohammed|mohamed`;
