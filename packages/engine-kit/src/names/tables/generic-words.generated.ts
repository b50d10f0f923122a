/** Written by scripts/build-name-tables.ts from source/generic-words.txt; sources and licences: NOTICE. */
export const genericWordsText = `general:company:co|comp|compagnia|compagnie|companhia|compania|company|gongsi|kompani|kompania|kompaniia|kompaniya`;
