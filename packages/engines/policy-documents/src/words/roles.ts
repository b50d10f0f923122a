/** What a value is, by the words beside it or by its column (READ-11). */
export type Role =
  | "limit"
  | "aggregate"
  | "deductible"
  | "retention"
  | "self_insured_retention"
  | "waiting"
  | "coinsurance"
  | "premium"
  | "retro_date"
  | "minimum"
  | "other";

const roles: readonly (readonly [Role, RegExp])[] = [
  ["other", /\bpending\b/i],
  ["retro_date", /\bretro(?:active)?\b/i],
  ["self_insured_retention", /\bself[- ]insured\b|\bs\.?i\.?r\b/i],
  ["minimum", /\bmin(?:imum|\.)?\b|\bfloor\b/i],
  ["retention", /\bretention\b|\bret\.\b/i],
  ["waiting", /\bwaiting\b/i],
  ["deductible", /\bdeduct(?:ible|\.)?s?\b|\bded\b/i],
  ["coinsurance", /\bco-?ins(?:urance)?\b/i],
  ["premium", /\bpremium\b/i],
  ["aggregate", /\bagg(?:regate|\.)?\b|\bpolicy limit\b|\bannual(?:ly)?\b|\ba year\b|\bpolicy period\b/i],
  ["other", /\b(?:notified individuals|up to \d|serial|factor|rate|payroll|values? at|maximum|max\.?)\b/i],
  [
    "limit",
    /\blimit\b|\beach\b|\bea\b\.?|\bper (?:occ|claim|loss|item|person|accident|event|location|vehicle)|\bany one\b|\bsub-?limit\b|\bocc(?:urrence)?\b|\bcsl\b|\bcombined single\b/i,
  ],
];

export function roleIn(words: string): Role | undefined {
  return roles.find(([, pattern]) => pattern.test(words))?.[0];
}

const roleOnly =
  /^(?:(?:ded(?:uctible)?s?\b\.?|retention|s\.?i\.?r\b\.?|self[- ]insured ret(?:ention|\.)|each|ea|per|any one|annual|agg(?:regate)?\b\.?|limits?|sub-?limit(?:ed)?|occ(?:urrence)?|claims?|accident|person|loss|event|employee|item|common cause|premises|wrongful act|location|vehicle|policy|waiting period|hours|less|csl|combined single limit|co-?insurance|coins\.?|min(?:imum)?\.?|flat|of|the|and|retro(?:active)?(?: date)?|subject to|x|in|amount|job|disaster|incident|occurrence\/|year)[\s:;,/.]*)+$/i;

/** Words that only say what a value is: "Ded.", "each claim", "Self-insured ret.". */
export function isRoleOnly(words: string): boolean {
  return roleOnly.test(words.trim());
}

/** What a column's title says of its cells; `undefined` for a title of no value. */
export type Column =
  | Role
  | "label"
  | "loc"
  | "bldg"
  | "address"
  | "valuation"
  | "trigger"
  | "carrier"
  | "number"
  | "edition"
  | "title"
  | "line"
  | "status"
  | "split_person"
  | "item"
  | "option"
  | "unknown";

const columns: readonly (readonly [Column, RegExp])[] = [
  ["loc", /^(?:loc(?:ation)?s?|prem(?:ises|\.)?|site)(?: ?(?:no|num(?:ber)?|#|id))?\.?$/i],
  ["bldg", /^(?:bldg|building|bld)\.?(?: ?(?:no|num(?:ber)?|#|id))\.?$|^(?:bldg|bld)\.?$/i],
  ["address", /^(?:(?:location )?(?:street )?address|street|location address|description and location)$/i],
  ["option", /^(?:option|plan|alternative|scenario)(?: ?(?:no\.?|#|number))?$/i],
  ["number", /^(?:form|endorsement|policy form)s?(?: ?(?:no|num(?:ber)?|#))?\.?$|^number$/i],
  ["edition", /^(?:edition|ed)\.?(?: ?dates?)?$/i],
  ["title", /^(?:title|form (?:title|name|description)|name of form|description of form)$/i],
  ["carrier", /^(?:carrier|company|insurer|market|issuing company|insurance company|insurance carrier)$/i],
  ["line", /^(?:line(?: of (?:business|coverage|insurance))?|lob|policy type|coverage line)$/i],
  ["other", /\bpending\b|\bprior\b/i],
  ["retro_date", /\bretro/i],
  ["coinsurance", /\bco-? ?ins/i],
  ["valuation", /^val(?:uation|u?-? ?ation)?\.?(?: basis| method)?$|^(?:loss )?settlement|^basis$/i],
  ["trigger", /^(?:trigger|claims made.*|form type)$/i],
  ["self_insured_retention", /\bself[- ]insured|^s\.?i\.?r\.?$/i],
  ["waiting", /\bwaiting\b/i],
  ["retention", /\bretention\b|^ret'?n\b/i],
  ["label", /^coverages?\s?[/&]\s?limits?$/i],
  ["limit", /\blimits?\s?(?:and|&|\/)\s?ded/i],
  ["deductible", /\bdeduct|\bded\b|^aop\b|^you (?:bear|pay)(?: the)? first$|^your (?:share|excess)$|^excess$/i],
  ["premium", /\bprem(?:ium)?\b|^cost$|^price$/i],
  ["aggregate", /\bagg(?:regate)?\b/i],
  [
    "limit",
    /(?<!inside (?:the )?|outside (?:the )?)\blimits?\b|^up to$|^(?:the )?most we(?: will)? pay$|^we pay(?: up to)?$|^amount(?: of insurance)?$|^insured values?$|^(?:each|per) (?:occurrence|claim|incident|accident|loss)$|^sum insured$|^coverage amount$/i,
  ],
  ["status", /^status$/i],
  ["item", /^(?:item|no|#|unit|ref)\.?(?: ?(?:no|num(?:ber)?))?\.?$/i],
  [
    "label",
    /^(?:coverages?(?: (?:description|part|section|forms?|name|\/.*))?|coverages? provided|description|insuring agreements?|type(?: of (?:insurance|coverage))?|covered property|property|peril|sublimits?|extensions?|item description|make and model|section|interest insured|coverage ?\/ ?forms?|subject of insurance|.*\bcoverages|cover|what(?: is|'s| we)? (?:covered|cover|insured|insure)|(?:your )?protections?)$/i,
  ],
  [
    "other",
    /^(?:covered )?(?:auto )?sym(?:bols?|\.)?$|^cause|^covered causes|^construction|^occupancy|^class|^rate\b|^payroll|^exposure|^year|^serial|^make|^vin|^state|^code|^sq|^remuneration|^premium basis|^st$|^policy|^rating|^period|^effective|^expir|^territory|^zip|^cost new|^stated|^prot|^time/i,
  ],
];

export function columnOf(title: string): Column | undefined {
  const plain = title
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/[:*]+$/, "");
  return columns.find(([, pattern]) => pattern.test(plain))?.[0];
}
