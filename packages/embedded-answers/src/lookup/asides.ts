/** A part of a question that says around it why or when it is asked. */
export interface Aside {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Things that a question is asked for, and that are no rows of the book: `for the audit`, `for a picky lender`. */
const occasion =
  "(?:certs?|certificates?|coi|cois|apps?|applications?|acord|reports?|summary|list|lists|board|scorecard|huddle|mtgs?|meetings?|calls?|appointment|appt|review|presentation|proposal|deck|audit|filing|cards?|newsletter|mailing|letter|e-?mail|text|memo|spreadsheet|worksheet|workbook|sov|budget|forecast|plan|planning|records|underwriter|uw|lender|banker?|auditor|boss|adjuster|landlord|dmv|state|bid|bids|closing|stub|portal|rater|calc|calculation|reconciliation|recon|training|project|conversation|visit|call list|request|stewardship report|production report)";
const whose =
  "(?:a|an|my|our|the|his|her|their|your|this|that|these|some|another|one|today's|tonight's|tomorrow's|tmrw's|(?:next|this) (?:week|month|quarter)'s|an upcoming|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s)?|(?:\\p{L}+'s))";
/** `For the Monday huddle`, `ahead of a call with the owner`. */
const forOccasion = `(?:for|ahead of|prior to|in preparation for|re) (?:${whose} )(?:[\\p{L}&'/-]+ ){0,3}${occasion}`;

/** Who calls, writes or asks for something. */
const teller =
  "(?:client|customer|insured|owner|underwriter|uw|producer|agent|boss|manager|caller|landlord|lender|gc|general contractor|bank|auditor|adjuster|carrier|company|mortgagee|mortgage company|dealer|dealership|inspector|holder|cert holder|certificate holder|attorney|lawyer|cpa|accountant|accounting|bookkeeper|bookkeeping|billing|marketing|state|dmv|police|bureau|vendor|wife|husband|spouse|rep|contract|lease|portal|rater|form|somebody|someone|anybody|everyone|contractor|developer|property manager|investor|leasing company|finance company|school|city|county|hr|management|colleague|csr|claims)";
const determiner = "(?:(?:the|a|an|this|that|our|my|his|her|their|some|one of (?:the|our)) )?";
/** `The owner of Harbor Bakery`, `carrier portal`, `Mr Brandt`. */
const speaker = `${determiner}(?:[\\p{L}&'/-]+ ){0,2}?${teller}s?(?:'s (?:office|rep|people|side))?(?: (?:of|at|from|for|over at) (?:[\\p{L}\\p{N}&'.-]+ ){0,4}?[\\p{L}\\p{N}&'.-]+?)?`;
const anybody = "(?!(?:last|latest|number|count|ever|anyone|times|calls?)\\b)(?:[\\p{L}\\p{N}&'.-]+ ){1,4}?";
const adverb = "(?:(?:just|also|now|only|still|again|even|keeps?|already) )*";
/** What one does who calls or waits. */
const calls = `(?:(?:is|are|was|'s|has|have|had) )?${adverb}(?:called|calls|calling|phoned|phones|phoning|rang|ringing|emailed|emailing|texted|texting|wrote in|wrote us|stopped (?:by|in)|walked in|popped in|dropped in|(?:standing |sitting |right )?here|at (?:the|my) (?:front )?(?:desk|counter|door)|came in|comes in|coming (?:by|in|over)|dropped by|waiting|waits|complain(?:s|ed|ing)|swears|swore|insists|insisted|bugging me|bothering me|pushing|chasing(?: me| us)?|left (?:a|me)|on (?:the )?(?:phone|line|hold|other line)|on line \\d|in (?:my|our|the) (?:office|lobby|inbox)|says|said|saying|claims that)`;
/** What one does who asks: what follows is what is asked. */
const demands = `(?:(?:is|are|was|'s|has|have|had) )?${adverb}(?:wants?|wanted|needs?|needed|asks?|asked|asking|requests?|requested|requesting|requires?|required|wonders?|wondered|wondering|would like|'d like|insists on|has to|have to|called)(?: (?:to know|to see|to hear|to have|to find out|to confirm|to verify|us to (?:tell|confirm|state|verify)|know|me|us|for|about|on))*`;
const lookAtCarrier =
  "(?:looks? (?:off|wrong|odd|weird|high|low)|doesn't (?:match|add up)|is (?:off|wrong|stale|late))";

/** A part that begins so speaks of somebody, whatever follows in it. */
const tellsOfOthers = new RegExp(
  `^(?:${speaker} (?:${calls}|${demands}|had an?|got an?|bought|sold|has an?|won't|wont|${lookAtCarrier})|${anybody}(?:${calls}|(?:wants?|needs?|decided|is (?:looking|thinking|planning|trying)) (?:to (?!know\\b|see\\b|hear\\b|confirm\\b)|about )\\p{L}+|needs? an? \\p{L}+|is (?:shopping|moving|switching|leaving))|(?:[\\p{L}/&'-]+ ){1,3}${lookAtCarrier})(?![\\p{L}\\p{N}])`,
  "iu",
);
/** `Caller wants to know` before what is asked. */
const leadIn = new RegExp(
  `^(?:${speaker} ${demands}|${anybody}(?:${adverb}(?:wants? to know|asks|is asking|needs? to know|would like to know|wanted to know)|wants(?= the| to know))(?: for| about)?)(?=[\\s:])`,
  "iu",
);

/** Where one part of a question may end and another begin. */
const borders = new RegExp(
  [
    "[.?!;\\n]+(?=\\s|$)|,\\s|:\\s|\\s-+\\s|(?<=\\p{L}{2})-+\\s(?!and\\b|or\\b|to\\b)",
    "\\s(?=but (?:who|what|when|where|how|which|is|are|does|do|did|has|have|can|could|i need)\\b)|\\s(?=and (?:i )?(?:need|want|wanted|was wondering)\\b)",
    "\\s(?=by (?:\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?|noon|eod|cob|lunch|end of (?:the )?day|close of business)\\W*$)|\\s(?=in (?:\\d+|a|an|five|ten|a few) (?:min|mins|minutes|hour|hours)\\W*$)",
    "\\s(?=for (?:the|a|an|my|our|their|his) (?:[\\p{L}&]+ )?(?:app|application|acord|cert|certificate|coi|audit|worksheet|bid|sov)\\W*$)",
    "\\s(?=so (?:that )?(?:i|we|they|he|she)\\b)|\\s(?=because\\b|bc\\b|cuz\\b)|\\s(?=in case\\b)",
    "\\s(?=before (?:i|we|my|our|they|he|she|the (?:call|meeting|mtg|review|visit|appointment))\\b)|\\s(?=while (?:i|we)\\b)|\\s(?=as (?:i|we) \\p{L}+)",
    "\\s(?=(?:i |we )?(?:just )?need(?:ed)? (?:it|this|that|them) (?:for|to|by|asap|today|now|before)\\b)|\\s(?=asking for (?:a|the|my|our)\\b)",
    "\\s(?=(?:for|ahead of|prior to|in preparation for) (?:a|an|my|our|the|tomorrow's|today's|this|an upcoming) (?:[\\p{L}'-]+ ){0,2}(?:call|meeting|mtg|huddle|presentation|visit|appointment|conversation|e-?mail|letter|mailing|newsletter|lender|auditor|boss|certificate request|cert request|stewardship report|production report|sales report|sales meeting)\\b)",
    "(?<!\\b(?:have|has|had|need|needs|want|wants|got|going|like|trying|supposed|about|how|where|what|whom|when))\\s(?=to (?:put|include|update|fill|finish|prepare|complete|issue) )",
  ].join("|"),
  "giu",
);

/** What a sentence begins with before it comes to its point. */
const opening =
  /^(?:(?:and|but|so|ok|okay|well|hi|hey|hello|also|then|oh|now|sorry|listen|good (?:morning|afternoon|evening)|morning|afternoon|quick question|question|quick one|quick q|fyi|yo|hiya|all|team|folks|thanks|thx|pls|please)[\s,]+)*/iu;

/** Words that ask. */
const asks =
  /\b(?:what|what's|whats|which|who|who's|whos|whom|whose|when|when's|whens|where|where's|wheres|how|how's|hows|why|wut|wat)\b|^(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|any|anything|show|list|give|gimme|tell|find|get|pull|check|confirm|count|look|send|read|remind|provide|name|need|please|pls|plz|display|summarize|add up)\b|\?$/iu;

/** The speaker, or somebody who is spoken of. */
const tells =
  /^(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'll|my|our|they|they're|they've|he|he's|she|she's|(?:the |a |this |our )?(?:client|customer|insured|owner|underwriter|producer|boss|caller|landlord|lender|gc|general contractor|bank|auditor)(?: (?:is|was|has|just|called|wants|needs|asked|asks|emailed|says|said|swears|insists|thinks|believes|mentioned|told|promised|complains?|complained|wrote|texted))|(?!(?:what|which|who|when|where|how|it)\b)\p{L}+ (?:asks|says|swears|wonders|insists)|someone|somebody|working|doing|preparing|prepping|reviewing|updating|finishing|filling|putting|calling|heading|getting ready|following up|going|just|sitting|trying to help|taking over|covering for|cleaning up|new here|(?:(?:ph|phone|tel|voice) )?(?:msg|message|note|notes|voicemail|vm|mail) (?:fr|frm|from|by|for|of))\b/iu;
/** What the speaker is at: "reconciling a statement", "got an envelope to mail". */
const isAt =
  /^(?:(?:i'm|im|we're|am|i am|just|currently|still|busy|was|i was) )*(?:(?:doing|working|preparing|prepping|reviewing|updating|finishing|filling|putting|calling|heading|following|trying|sending|mailing|reconciling|closing|balancing|making|finalizing|completing|checking|drafting|quoting|shopping|remarketing|marketing|processing|auditing|verifying|sorting|cleaning|setting|onboarding|helping|driving|taking|training|handing|transferring|forwarding|entering|keying|scanning|packing|printing|talking|speaking|sitting|getting|looking|typing|handling|rushing|running|writing) (?:out|up|in|on|off|through|over|with|to|at|into|down|a|an|the|my|our|his|her|their|this|that|these|some|id|for|all|interoffice|both|it|them|him|[\p{L}'-]+s)\b(?! or\b)|(?:got|have|had|received|getting) (?:a|an|the|this|some|my|another) \p{L}+ (?:to|from|about|for|that|on|here|in|asking|saying|re)\b|(?:mail|letter|e-?mail|fax|check|notice|call|voicemail|vm|note|message|msg) (?:came in|came|just came|arrived|here|from|fr|re|in my)\b)/iu;
/** Something that happened to somebody: "a guest slipped", "their bookkeeper stole". */
const happened =
  /^(?:(?:a|an|the|their|one of (?:the|their)|our|his|her|some|somebody's)\s+)?(?:[\w-]+\s+){1,2}(?:got|slipped|tripped|fell|stole|hit|broke|burst|leaked|flooded|burned|crashed|backed|rolled|totaled|used|damaged|hurt|injured|bit|sued|died|borrowed|rented|embezzled|wired|clicked|dropped|spilled|caught fire|had an? (?:accident|injury|fire|loss|leak|break-?in|claim))\b/iu;
/** What the speaker says and asks at once: "I need the policy number". */
const wants =
  /\b(?:need(?!s? (?:this|that|it)\b)|want|wants|like to (?:know|see|get|have)|wonder(?:ing)?|looking for|trying to (?:find|figure|see|get|confirm|determine)|have to know|must know|asking|curious|after)\b/iu;
const because = new RegExp(
  `^(?:because|bc|cuz|since (?:i|we|they)|as (?:i|we)|before (?:i|we|my|our|they|he|she|the (?:call|meeting|mtg|review|visit|appointment))|before (?:lunch|noon|eod|close|closing)|after (?:i|we|my|our)|by (?:\\d|noon|eod|cob|lunch|end of|close of)|in (?:\\d+|a|an|five|ten|a few) (?:min|mins|minutes|hours?)|per (?:my |the |our )?(?:boss|mgmt|management|manager|owner|auditor|lender|uw|underwriter)|while|in case|if (?:you|i|we|it's|possible)|when you|so (?:that )?(?:i|we|they|he|she)|${forOccasion}|to (?:put|include|update|fill|finish|prepare|complete|issue)|in order to|heading into|going into|(?:i |we |and |just )*(?:needed|need|needs|want|using) (?:it|this|that|them|these|those)(?! (?:policy|claim|invoice|bill|account|client|number|date)s?\\b)|(?:it's|its|this is|that's|thats|is|it is) (?:all )?for ${whose}|asking for (?:a|the|my|our))(?![\\p{L}\\p{N}])`,
  "iu",
);
/** Who asks, and that there is no hurry. */
const remark =
  /^(?:(?:i'?m |still |pretty |kinda )?new(?:bie| hire| guy| girl| person)?(?: around)? here(?: and .*)?|(?:my |it's my )?(?:first|second|third) (?:day|week)(?: here)?|(?:[\p{L}&-]+ ){1,2}here|(?:just )?a quick (?:one|q|question|check)|no (?:rush|hurry|worries|problem)|(?:many |k |ok )?(?:thanks|thx|ty|tx|cheers)(?: (?:a lot|so much|in advance|a bunch|u|you|much))*|sorry(?: (?:to bother|for|about|if|again).*)?|my bad|urgent|asap|rush|not urgent|(?:(?:sorry|hate) )?to (?:bother|bug|interrupt|nag|ask) ?.*|need (?:some )?help (?:w|with|on) .*|hope (?:you|u|all|this) .*|(?:quick|small|dumb|stupid|silly|random|weird|last|one|another|simple|easy) (?:question|q|one|thing|favou?r|check|ask)(?: (?:from|for|on|about|re) .*)?)$/iu;
/** A heading of what is asked: `staffing q:`, `comm split question:`, `contingency calc -`. */
const heading =
  /^(?:[\p{L}\p{N}&'/-]+ ){0,4}?(?:question|q|qn|query|check|calc|calculation|note|msg|message|memo|vm|voicemail|worksheet|push|campaign|drive|prep|filing|reconciliation|recon|huddle|mtg|meeting|visit|project|cleanup|clean-up|audit|call|plan)(?: (?:from|fr|for|with|w|by|at|on) [\p{L}\p{N}' ]{1,40})?$/iu;
const headingsOfRows = /\b(?:last|latest|next|how|number|total|count|open|many|any)\b/iu;
/** What the part ends with that is only said of the occasion: `mtg at 2`, `rep visit tmrw`, `bureau filing`. */
const closing =
  /^(?:[\p{L}&'/-]+ ){0,2}(?:mtg|meeting|huddle|filing|visit|call|deadline|audit|closing)(?: (?:at|on|in|by|with|w|tomorrow|tmrw|today|this|next|tonight|later|soon|is|starts) ?.*)?$/iu;

/** Words that stand for what was said in another part: then it is asked for as well. */
const pointsAt = /\b(?:it|its|it's|they|them|those|these|that|this|one|both)\b/iu;

/**
 * The parts of a question that only say why it is asked, on what occasion or by whom (ANSWER-62). What asks is never one of
 * them; without another part that asks there are none.
 */
export function asidesOf(text: string): readonly Aside[] {
  const parts = partsOf(text);
  if (parts.length < 2) return [];
  const judged = parts.map((part, at) => {
    const whole = text.slice(part.start, part.end).trim();
    const words = bare(whole.replace(opening, ""));
    const isReason = because.test(words) || because.test(bare(whole)) || remark.test(words);
    const isLeadIn = part.isLeadIn === true;
    const isAsking = !isReason && !isLeadIn && isQuestion(whole);
    const isOfOthers =
      isLeadIn || (!isAsking && (tellsOfOthers.test(words) || isAt.test(words) || happened.test(words)));
    const isContext = isReason || isOfOthers || (tells.test(words) && !wants.test(words) && !isAsking);
    return { ...part, at, isContext, isAsking, words, isEmpty: words === "" };
  });
  const first = judged.find(({ isEmpty }) => !isEmpty)?.at;
  const hasQuestion =
    judged.some(({ isAsking }) => isAsking) && !judged.some(({ isAsking, words }) => isAsking && pointsAt.test(words));
  const marked = judged.map((part) => {
    const { at, isContext, isAsking, isEmpty, words, isLeadIn } = part;
    if (isContext || isAsking || isEmpty) return part;
    // "Lender needs the limits. What are they?": what is demanded is asked in the other part.
    const isBehind = judged[at - 1]?.isLeadIn === true && isLeadIn !== true;
    const isDemanded = isBehind && (hasQuestion || /^to\b/iu.test(words));
    const isHeading = at === first && judged.length > 1 && heading.test(words) && !headingsOfRows.test(words);
    const isClosing = at > 0 && at === judged.length - 1 && closing.test(words) && !headingsOfRows.test(words);
    return { ...part, isContext: isDemanded || isHeading || isClosing };
  });
  if (!marked.some(({ isContext, isEmpty }) => !isContext && !isEmpty)) return [];
  const asides = marked.filter(({ isContext }) => isContext).map(({ start, end }) => ({ start, end }));
  return [...asides, ...sentencesBeside(text)];
}

/** "Is it?" behind a sentence that says what: the sentence is asked. */
const tag =
  /^\W*(?:is|are|was|were|does|do|did|has|have|can|will) (?:it|they|that|this|he|she|there|we)(?: so| true| right)?\W*$/iu;

function isQuestion(part: string): boolean {
  const words = part.replace(opening, "");
  return asks.test(words) && !tag.test(words);
}

/** Without what ends it. */
function bare(part: string): string {
  return part.replace(/[\s,.:;!-]+$/u, "");
}

/** Whole sentences that do not ask, beside one that does. */
function sentencesBeside(text: string): readonly Aside[] {
  const sentences = [
    ...text.matchAll(
      /[^.?!\n]*(?:[.](?=\S)[^.?!\n]*|(?<=\b(?:inc|llc|co|corp|ltd|st|no|mr|mrs|dr))[.][^.?!\n]*)*[.?!\n]*/giu,
    ),
  ]
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length, words: words.trim() }))
    .filter(({ words }) => words !== "");
  if (sentences.length < 2 || !sentences.some(({ words }) => isQuestion(words))) return [];
  return sentences.filter(({ words }) => !isQuestion(words)).map(({ start, end }) => ({ start, end }));
}

interface Part extends Aside {
  /** `Caller wants to know`, with what is asked behind it. */
  readonly isLeadIn?: boolean;
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const match of text.matchAll(borders)) {
    const end = match.index + match[0].trimEnd().length;
    if (end > start) parts.push(...withLeadIn(text, { start, end }));
    start = match.index + match[0].length;
  }
  if (start < text.length) parts.push(...withLeadIn(text, { start, end: text.length }));
  return parts;
}

function withLeadIn(text: string, part: Aside): readonly Part[] {
  const whole = text.slice(part.start, part.end);
  const greeting = opening.exec(whole)?.[0].length ?? 0;
  const lead = leadIn.exec(whole.slice(greeting))?.[0].length;
  if (lead === undefined || whole.slice(0, greeting + lead).trim() === "") return [part];
  const end = part.start + greeting + lead;
  if (asks.test(whole.slice(greeting, greeting + lead))) return [part];
  return /\p{L}/u.test(text.slice(end, part.end))
    ? [
        { start: part.start + greeting, end, isLeadIn: true },
        { start: end, end: part.end },
      ]
    : [part];
}

/** The text without its asides, every other letter where it was. */
export function withoutAsides(text: string, asides: readonly Aside[]): string {
  return asides.reduce(
    (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
    text,
  );
}
