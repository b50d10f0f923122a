/**
 * Words of street addresses and their usual short forms: USPS Publication 28, "Postal Addressing Standards", Appendix C1
 * (street suffixes), C2 (secondary units) and B (directions), with the spellings that it lists, and a few suffixes of
 * other English-speaking countries.
 */

/** Short form first, then every other spelling. */
const suffixes = `
aly allee alley ally|anx anex annex annx|arc arcade|ave av aven avenu avenue avn avnue|byu bayoo bayou|bch beach|bnd bend
blf bluf bluff bluffs|btm bot bottm bottom|blvd boul boulevard boulv bvd|br brnch branch|brg brdge bridge|brk brook brooks
bg burg burgs|byp bypa bypas bypass byps|cp camp cmp|cyn canyn canyon cnyn|cpe cape|cswy causeway causwa
ctr cen cent center centr centre cnter cntr centers|cir circ circl circle crcl crcle circles|cct circuit|clf cliff cliffs clfs
cl close|clb club|cmn common commons|cor corner corners cors|crse course|ct court courts cts|cv cove coves|crk creek
cres crescent crsent crsnt|crst crest|xing crossing crssng|xrd crossroad crossroads|curv curve|dl dale|dm dam
dv div divide dvd|dr driv drive drv drives drs|est estate estates ests|expy exp expr express expressway expw
ext extension extn extnsn extensions exts|fls falls|fry ferry frry|fld field fields flds|flt flat flats flts
frd ford fords|frst forest forests|frg forg forge forges|frk fork forks frks|ft fort frt
fwy freeway freewy frway frwy|gdn garden gardn grden grdn gardens gdns grdns|gtwy gateway gatewy gatway gtway|gln glen glens
grn green greens|grv grov grove groves|hbr harb harbor harbour harbr hrbor harbors|hvn haven|hts heights ht
hwy highway highwy hiway hiwy hway|hl hill hills hls|holw hllw hollow hollows holws|inlt inlet|is island islnd islands iss
isle isles|jct jction jctn junction junctn juncton junctions|ky key keys kys|knl knol knoll knolls knls|lk lake lakes lks
land|lndg landing lndng|ln lane|lgt light lights|lf loaf|lck lock locks lcks|ldg ldge lodg lodge|loop loops|mall
mnr manor manors mnrs|mdw meadow meadows mdws medows|mews|ml mill mills mls|msn missn mission mssn|mtwy motorway
mt mnt mount|mtn mntain mntn mountain mountin mtin mountains mtns|nck neck|orch orchard orchrd|oval ovl|opas overpass
pde parade|park prk parks|pkwy parkway parkwy pkway pky parkways pkwys|pass passage psge|path paths|pike pikes|pne pine pines pnes
pl place|pln plain plains plns|plz plaza plza|pt point points pts|prt port ports|pr prairie prr|radl rad radial radiel
ramp|rnch ranch ranches rnchs|rpd rapid rapids|rst rest|rdg rdge ridge ridges|riv river rvr rivr|rd road roads rds|rte route
row|rue|run|shl shoal shoals|shr shoar shore shores shoars|skwy skyway|spg spng spring sprng springs spgs|spur spurs
sq sqr sqre squ square squares|sta station statn stn|stra strav straven stravenue|strm stream streme
st street strt str streets sts|smt sumit sumitt summit|ter terr terrace|trwy throughway|trce trace traces|trak track tracks trk
trfy trafficway|trl trail trails trls|tunl tunel tunnel|tpke trnpk turnpike turnpk|upas underpass|un union unions
vly vally valley valleys|via vdct viaduct|vw view views|vlg vill village villag villg villages|vl ville|vis vist vista vst
walk walks|wall|way wy|wl well wells wls`;

const units = `
apt apartment|bsmt basement|bldg building|dept department|fl floor flr|frnt front|hngr hanger hangar|lbby lobby|lot
lowr lower|ofc office|ph penthouse|rear|rm room|side|slip|spc space|ste suite|stop|trlr trailer|unit|uppr upper`;

const directions = `
n north|s south|e east|w west|ne northeast|nw northwest|se southeast|sw southwest`;

function spellings(table: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of table.trim().split(/[|\n]/)) {
    const [short = "", ...others] = row.trim().split(/\s+/);
    for (const word of [short, ...others]) found.set(word, short);
  }
  return found;
}

/** Every spelling of a street suffix with its short form: `avenue`, `av` and `ave` are `ave`. */
export const streetSuffixes = spellings(suffixes);
/** Every spelling of a unit's designator: `suite` is `ste`. */
export const unitDesignators = spellings(units);
/** Compass words: `north` is `n`, `southwest` is `sw`. */
export const compassWords = spellings(directions);

/** Suffixes that end the name of the street wherever they stand: what follows is a building or a landmark. */
export const plainSuffixes: ReadonlySet<string> = new Set("ave blvd cir ct dr ln pkwy pl rd st ter".split(" "));

/** Suffixes that people leave out. The others ("hill", "view", "park") are words of the name, in their short form. */
export const usualSuffixes: ReadonlySet<string> = new Set([
  ...plainSuffixes,
  ..."aly cct cl cres expy fwy hwy loop mews pde plz row sq tpke trl way".split(" "),
]);

/** Suffixes written out, found with a slip of the pen and run on to the name before them. */
export const writtenSuffixes = [
  "avenue",
  "boulevard",
  "circle",
  "circuit",
  "court",
  "crescent",
  "drive",
  "highway",
  "parkway",
  "place",
  "street",
  "terrace",
] as const;

/** Words that are written short within the names of streets and cities. */
export const shortenedWords: ReadonlyMap<string, string> = new Map([
  ["saint", "st"],
  ["sainte", "ste"],
  ["mount", "mt"],
  ["fort", "ft"],
]);

const ones = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
const teens = ["tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"];
const tens = ["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"];

/** Ordinals in words up to ninety-ninth with their digits: `third` is `3`, `twentyfirst` is `21`. */
export const ordinals: ReadonlyMap<string, string> = new Map([
  ...[...ones, ...teens, "eighteenth", "nineteenth"].map((word, index) => [word, String(index + 1)] as const),
  ...tens.flatMap((stem, index) => [
    [`${stem}ieth`, String(10 * (index + 2))] as const,
    ...ones.map((word, one) => [`${stem}y${word}`, String(10 * (index + 2) + one + 1)] as const),
  ]),
]);

/** Numbers in words that begin an address ("One Market Plaza"). */
export const numberWords: ReadonlyMap<string, string> = new Map(
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map((word, index) => [
    word,
    String(index + 1),
  ]),
);
