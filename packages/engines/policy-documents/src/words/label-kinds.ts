/** What kind of row a label begins (READ-11). `coverage` is what is left, and counts only under a line of business. */
export type LabelKind =
  | "insured"
  | "carrier"
  | "policy_number"
  | "period"
  | "effective"
  | "expires"
  | "valid_until"
  | "quoted_on"
  | "base"
  | "tax"
  | "fee"
  | "total"
  | "total_premium"
  | "minimum_earned"
  | "terrorism"
  | "other_amount"
  | "deductible"
  | "retention"
  | "self_insured_retention"
  | "waiting"
  | "retro_date"
  | "trigger"
  | "valuation"
  | "coinsurance"
  | "location"
  | "ignored"
  | "coverage";

const adjectives =
  "(?:total|annual|bond|estimated|est\\.?|advance|policy|basic|base|gross|quoted|renewal|flat|proposed|term|our|your|the|full|carrier|quote|(?:12|twelve|six|6)[ -]?months?|package|net)";
const kinds: readonly (readonly [LabelKind, RegExp])[] = [
  [
    "quoted_on",
    /^(?:dated?|date of (?:quot\w+|proposal|offer|indication)|(?:quot\w*|proposal|indication) (?:date|dated|issued)|quoted(?: on)?|(?:date )?prepared(?: on)?)$/i,
  ],
  [
    "ignored",
    /^(?:(?:includes?|revised|corrected|amended|prior|previous|expiring|renewal of|replac\w+|renews)\b|limit of liability applies|insured'?s? (?:phone|e-?mail|address|operations|website|id)|(?:date )?(?:issued|prepared(?! for)|of issue)|insured copy|named insured is|additional (?:named )?insured|policy (?:type|form)\b|form of business)/i,
  ],
  [
    "ignored",
    /^(?:order hereon|(?:signed|written) lines?|brokerage|(?:automatic|seasonal) increase|(?:total )?insur(?:ed|able) values?|causes? of loss|(?:sub-?)?total (?:of )?(?:state |surplus lines |all )*(?:tax(?:es)?|fees?|surcharges)|tiv|tsi|payroll|(?:gross |annual |estimated )*(?:receipts|sales|revenues?)|rating basis|exposure|area|square f\w*|sq\.? ?ft|year built|built|construction|occupancy|protection class|stories|units?|employees|fleet|drivers?|radius|cost new|cost of hire|contract (?:amount|price|date|no|number|description)|garaging|vin|serial|zip|class(?:ification)?(?: code)?|rate[ds]?\b(?! guaranteed)|territory|symbols?|commission|installments?|down ?payment|deposit|payment|change in|credit(?! card)|discount|schedule credit|experience mod|manual|standard premium|expense constant|minimum (?:premium|(?:&|and) deposit|retained)|state minimum|audit|tax id|fein|naics|sic|(?:nature|type|description) of business|business (?:description|type|entity|operations)|description|operations|entity|mortgagee|loss payee|lien ?holder|additional interest|(?:your |the )?(?:agent|agency|producer|broker)(?!.*\bfees?\b)|underwriter$|underlying|contact|phone|tel|fax|e-?mail|address|mailing|attn|date\b|time\b|reason|loan(?! ?\/? ?lease)|code\b|sub ?code|website|subsequent|territor|notified individuals|policy no\. of|claims? reporting|notice|change$|pay(?:ment)? plan|billing|flood zone|zone|building description|form deleted|event dates?|dba|reference|ref\b|(?:quote|quotation|binder)(?: (?:no|num(?:ber)?|ref(?:erence)?|id))?(?=[.\s]*$)|submission|account|version|pending (?:or|and|&|\/) prior|prior (?:and|or|&|\/) pending)\b/i,
  ],
  [
    "valid_until",
    /^(?:expiration of (?:quote|quotation|offer)|(?:quote|quotation|offer) expiration(?: date)?)$|(?:quot\w*|offer|terms?|indication|proposal|pricing)\b.{0,24}\b(?:valid|good|open|expires?|lapses?|firm|honou?red)|^(?:valid|good) (?:until|through|thru|to)|^rate guaranteed|^offer (?:expires|lapses)/i,
  ],
  [
    "policy_number",
    /^(?:(?:[a-z' ]{2,40} )?policy|contract|certificate|bond)\s*(?:no\b|num(?:ber)?\b|#|id\b|$)|^(?:umr|unique market ref(?:erence|\.)?)$/i,
  ],
  [
    "insured",
    /^(?:(?:first |the |proposed |primary |parent (?:organization|company) and )*(?:named? )?(?:insureds?|insd|assureds?)(?: name)?(?: (?:and|&) (?:mailing )?address)?|named (?:entity|organization)|applicant(?: name)?|policy ?holder(?:s|\(s\))?|for|prepared for|you(?: \((?:first )?named insured\))?|(?:insurance )?proposal (?:prepared )?for|client(?: name)?|account name|name of insured|issued to|(?:bond )?principal|who is (?:the )?(?:insured|covered))$/i,
  ],
  [
    "carrier",
    /^(?:(?:the |issuing |insuring |writing |proposed |lead )*(?:carrier|company|insurer(?: [a-f])?|insurance (?:company|carrier)|underwriting company|market|paper)(?: name| providing coverage)?|underwritten by|issued by|on behalf of|security|surety)$/i,
  ],
  [
    "period",
    /^(?:the )?(?:(?:proposed |policy |quoted |coverage |insurance |binder )*(?:period|term)s?(?: of (?:insurance|coverage))?(?: is)?(?: from)?|(?:proposed )?(?:effective|policy|coverage) dates|dates? of coverage|when(?: (?:it|the policy|cover(?:age)?) (?:runs|applies))?)$/i,
  ],
  [
    "effective",
    /^(?:proposed )?(?:policy |coverage |binder |endorsement |change )?(?:effective|inception|eff\.?)(?: date)?(?: and time)?(?: from)?$|^(?:this |your |the )?policy (?:begins|starts)$/i,
  ],
  [
    "expires",
    /^(?:proposed )?(?:policy |coverage |binder )?(?:expir(?:ation|y|es)|exp\.?)(?: date)?$|^(?:this |your |the )?policy ends$|^to$/i,
  ],
  ["minimum_earned", /\bmin(?:imum|\.)?(?: &| and)? ?(?:retained|earned)|\bearned (?:premium )?at inception/i],
  [
    "tax",
    /\btax(?:es)?\b|surcharge|^(?:state|guarant\w+|reserve|wc|workers|fund)\b.*\bassessments?\b|\bfund assessments?\b|^(?!.*\b(?:pci\S*|card|brand|regulatory|loss|risk|security|vulnerability)\b).*\bassessments?$|\bstamping(?: (?:fee|tax|office|charge)|$)|fslso|fire marshal|guarant[ye]+ fund|recoupment|\bsl ?tax|\bemp(?:a|law)\b|\bregulatory fee\b/i,
  ],
  [
    "fee",
    /^(?!.*\b(?:premium|claim|professional|attorney|legal|architect|accountant|expediting|arbitration|auditor|fire department)).*\bfees?(?: \(.*\))?$|^fees?\b|\b(?:policy|broker(?:age)?|agency|inspection|carrier|company|service|underwriting|program) fees?\b|\binspection(?: charge)?$|^(?!.*\btotal\b).*\b(?:policy|service|admin\w*) charge/i,
  ],
  [
    "total_premium",
    new RegExp(
      `^(?:${adjectives} )*(?:sub-?)?total (?:${adjectives} )*premium|^premium (?:total|sub-?total)|^(?:annual )?sub-?total$`,
      "i",
    ),
  ],
  [
    "total",
    /^(?:grand )?totals?(?: (?:amount |cost |annual |estimated )?(?:due|payable|cost|charges?|price|amount|including.*|excluding.*|with(?:out)? .*|to bind|policy (?:cost|charges)))*$|^(?:total )?amount due$|^annual total$|^payable(?: (?:at|on) (?:inception|binding))?$|^your total$|^what you owe\b.*|^charged to card$|^(?:additional )?amount (?:payable|due)(?: if accepted)?$|^total payable$|^all[- ]in(?: (?:price|cost))?$|^total (?:amount )?due\b/i,
  ],
  [
    "base",
    new RegExp(
      `^vehicle premiums$|^additional premium(?: for (?:this|the) change)?$|^(?:${adjectives} )*premiums?(?: (?:is|comes to|for (?:this )?(?:policy period|coverage part|policy)|excluding .*|before .*|\\(.*|without .*|of|at))*$|^(?:${adjectives} )+premiums?\\b(?! (?:basis|finance|per|by|payment))(?!.*\\bif\\b)|^(?:liability|gl|property) premium$|^(?:${adjectives} )*prem\\.?(?: \\([$\u20ac\u00a3]\\))?$|^(?:you|the insured) pays?$|^price$`,
      "i",
    ),
  ],
  ["other_amount", /^(?!.*\b(?:terror|tria|minimum)).*\bpremium$/i],
  ["terrorism", /\bterror(?:ism)?\b|\btrip?r?i?a\b/i],
  ["retro_date", /\bretro(?:active)?(?: date)?\b|prior acts/i],
  ["waiting", /^(?:.{0,40}\b)?waiting period\b|^time (?:retention|deductible)/i],
  ["self_insured_retention", /\bself[- ]insured (?:ret|amount)|\bretained (?:limit|amount)\b|^s\.?i\.?r\.?\b/i],
  [
    "retention",
    /^(?:(?:each|per) (?:claim|occurrence|incident|loss|event) |policy |general |cyber |epl |d&o )*retentions?\b|\bretention$/i,
  ],
  ["deductible", /\bdeductibles?\b|\bded\b\.?|^(?:all other perils?|aop)\b/i],
  ["coinsurance", /^(?:.{0,30}\b)?co-?ins(?:urance)?\b\.?%?$/i],
  [
    "valuation",
    /^(?:.{0,30}\b)?(?:valuation|loss settlement|settlement|settlement basis|basis of (?:valuation|settlement)|val(?:uation)? basis)$/i,
  ],
  [
    "trigger",
    /^(?:(?:coverage|policy|liability) )?(?:basis|form|trigger|type)(?: of coverage)?$|^coverage (?:basis|trigger|form)$/i,
  ],
  [
    "location",
    /^(?:(?:insured |property |risk |premises |described )*(?:locations?|premises|loc|residence(?: premises)?|property address|project(?: location)?)(?: (?:no|number|#)?\.? ?\d*)?(?: address)?)$/i,
  ],
];

/** The kind of a label, judged on its words without numbering and colon. */
export function labelKind(label: string): LabelKind {
  const plain = plainLabel(label).slice(0, 120);
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0] ?? "coverage";
}

/** Without numbering ("1.", "(a)", "Item 3.", "ITEM ONE -"), brackets around the whole and a colon. */
export function plainLabel(label: string): string {
  return label
    .trim()
    .replace(
      /^(?:item|section)\s+(?:\d+|[ivx]+|one|two|three|four|five|six|seven|eight)\b\s*\.?(?:\s?[A-Z](?=[\s.:)-]))?\s*[-.:)]*\s*/i,
      "",
    )
    .replace(/^\d{1,2}\s?\.\s?[A-Z]\b\s*/, "")
    .replace(/^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)]|#+|[*\u2022\u00b7-])\s+/i, "")
    .replace(/[\s:;,*#-]+$/, "")
    .replace(/^\*+|\*+$|^-{2,}\s+/g, "")
    .trim();
}

export type SectionKind =
  | "coverage"
  | "premium"
  | "deductibles"
  | "forms"
  | "exclusions"
  | "subjectivities"
  | "conditions"
  | "underlying"
  | "aside"
  | "premises"
  | "optional"
  | "offer";

const headings: readonly (readonly [SectionKind, RegExp])[] = [
  [
    "offer",
    /^separate offer\b|^optional (?:coverages? available|quotes?(?: available)?)$|^coverages? available (?:at|for)/i,
  ],
  ["optional", /^optional coverages?$/i],
  ["underlying", /\bunderlying\b/i],
  [
    "forms",
    /^(?:(?:schedule|list|listing) of )?(?:policy |applicable |attached |mandatory |optional |additional )*(?:forms?|endorsements?)(?: (?:and|&) (?:endorsements?|forms?|notices))?\b(?!.*\b(?:fee|effective))|^(?:policy )?forms? (?:list|schedule|attached)|\b(?:includes?|contains|following|these) (?:these |the following )?(?:forms|endorsements)\b.{0,30}$/i,
  ],
  [
    "exclusions",
    /^(?:(?:the |following |notable |key |policy |principal |other |major |significant |additional |coverage |cargo |property |liability )*exclusions?|excluded|excludes|excl\.?|limitations)(?: (?:and|&) (?:limitations|exclusions|conditions|warranties)| you should know(?: about)?)?(?: (?:includes?|will apply|apply|applicable|following|but not limited to|\(.*\)))*$/i,
  ],
  [
    "subjectivities",
    /^(?:conditions of (?:this|the|our) (?:quot\w+|offer|indication|proposal)|(?:still )?outstanding,? please\b.*|to finali[sz]e coverage\b.*|items needed for renewal|(?:quote |quotation |offer |terms |binder |coverage |bind )?subj(?:ect(?:ivities|ivity| to))?\.?|conditions? (?:to|of|for|precedent|prior).*bind\w*|contingenc\w+|bind(?:ing)? (?:requirements?|subject\w*|conditions?|instructions)|requirements?(?: to bind| for binding)?|contingent (?:up)?on|needed|required (?:to bind|before(?: bind\w*)?|prior(?: to bind\w*)?|items|for binding)|to bind|prior to binding|items? (?:needed|required)|information (?:needed|required)|outstanding(?: (?:items|requirements))?|(?:this |our )?(?:quot\w+|proposal|offer|binder|indication) is (?:contingent|conditional) (?:up)?on\b.*|underwriting requirements|this (?:quot\w+|proposal|binder|offer|indication) is subject to|quote is subject to|terms? (?:are )?subject to|pre-?bind\w*|post-?bind\w*|due (?:at|before|prior to) bind\w*|(?:(?:in order )?to|before(?: we can)?) bind\w*\b[^,.:]{0,30}\b(?:we |i |carrier |underwriters? )(?:will )?(?:requires?|needs?)|(?:we|underwriters?|the (?:carrier|company)) (?:will )?(?:requires?|needs?)(?:, before [^:]*)?)(?:\s*[-:(].*|\s+(?:the following|of the following|items?|requirements?|conditions?|list|receipt.*|unless.*|coverage|prior.*|before.*|include.*|to bind.*|for binding.*|at binding.*))?\W*$/i,
  ],
  ["conditions", /^(?:special |policy |general |additional |other )*(?:conditions|warrant(?:y|ies))\b/i],
  ["premises", /^(?:description of premises|(?:schedule of )?(?:insured )?(?:locations?|premises)(?: schedule)?)$/i],
  [
    "aside",
    /^(?:rating(?: basis| information)?|(?:schedule of )?(?:class(?:ification)?s?|exposures?)(?: (?:and|&) (?:premium|rating).*)?|premium basis|(?:schedule of )?(?:covered )?(?:autos|vehicles?|drivers?)(?: schedule| you own)?|description of .*|mortgagees?|loss payees?|additional (?:interests?|insureds?)|billing|payment(?: plan| terms| options)?|notes?|remarks|comments?|important.*|terrorism(?: coverage)?(?: notice| disclosure)?|loss (?:history|experience)|claims?|contacts?|thank you.*|signature.*|required underlying insurance|expiring.*|prior coverage.*)$/i,
  ],
  [
    "premium",
    /^(?:(?:annual |policy |estimated |quote |total |your )*(?:premiums?|pricing|costs?|what it costs|price)(?: (?:summary|breakdown|recap|comparison|computation|calculation|indication|information|details?|and fees|& fees|, taxes.*|schedule|by (?:line|section|(?:coverage )?part|coverage)(?: of (?:business|coverage))?))*|(?:taxes|fees)(?: (?:and|&) (?:fees|taxes))?|summary of (?:premiums?|program|costs?)|program summary)(?: \(.*\))?$/i,
  ],
  ["deductibles", /^(?:deductibles?|retentions?)(?: (?:schedule|summary|applicable|\(.*\)))*$/i],
  [
    "coverage",
    /^(?:interest|sums? insured|(?:schedule of |summary of |other |additional |optional |property |liability |insuring |policy )*(?:coverages?|limits?|sublimits?|extensions?|agreements?)(?: (?:of (?:insurance|liability)|provided|parts?|and (?:limits|options|deductibles|covered autos)|& limits|schedule|summary|afforded|extensions?))*|(?:third|first)[- ]party.*|section [1-9ivx]+.*|part [a-z\d]+.*|summary)$/i,
  ],
];

/** The section that a heading begins; `undefined` for words that are no heading of one. */
export function sectionOf(words: string): SectionKind | undefined {
  const plain = plainLabel(words)
    .replace(
      /\s*\((?:continued|cont\.?|cont'd|annual|(?:.*\b)?all (?:premises|locations)|occurrence(?: form)?|claims[- ]made|prior to .*)\)\s*$/i,
      "",
    )
    .replace(/\s+-?\s*(?:continued|cont\.?)$|,\s+(?:suite|unit|building|bldg|location|loc)\b.*$/i, "");
  if (plain === "" || plain.length > 80) return undefined;
  return headings.find(([, pattern]) => pattern.test(plain))?.[0];
}
