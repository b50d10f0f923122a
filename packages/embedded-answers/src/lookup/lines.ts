import { stem } from "../text/stem.ts";

/** What people call lines of insurance, the longest phrase first; several codes: whichever the client has (ANSWER-12). */
const table = `
general_liability: general liability | gl | cgl | commercial general liability | general liab | liability insurance | liability
business_owners: business owners | bop | businessowners | business owner | business owners package | package policy
commercial_property homeowners dwelling_fire: property insurance | property
commercial_property: commercial property
commercial_auto personal_auto: auto liability | automobile liability | auto | automobile | auto insurance | car insurance | vehicle insurance
commercial_auto: commercial auto | business auto | commercial automobile | fleet policy | fleet insurance | truck insurance | commercial vehicle
personal_auto: personal auto | car | private passenger auto | ppa | private auto
workers_compensation: employers liability | employer liability | workers compensation | work comp | workers comp | wc | workman compensation | workmans comp | worker compensation | worker comp | workcomp | comp policy
umbrella: umbrella | excess liability | excess | commercial umbrella | umbrella excess
personal_umbrella: personal umbrella | pup
cyber: cyber | cyber liability | data breach | cyber insurance | network security | cyber risk | privacy liability
employment_practices: employment practices | employment practices liability | epli | epl | employment practice
professional_liability: professional liability | errors and omissions | e&o | e and o | eo | malpractice | professional indemnity | professional
directors_officers: directors and officers | d&o | d and o | directors officers | management liability | directors & officers
crime: crime | fidelity | employee dishonesty
inland_marine: inland marine | equipment floater | contractors equipment | tools and equipment | tool floater
builders_risk: builders risk | builder risk | course of construction
liquor_liability: liquor liability | liquor | dram shop
pollution: pollution | pollution liability | environmental | environmental liability
surety: surety | surety bond | bond
garage: garage | garage liability | dealers
motor_truck_cargo: motor truck cargo | cargo | truck cargo | mtc
product_recall: product recall | recall
homeowners: homeowners | homeowner | home | home insurance | house insurance | ho3 | ho | home owners | house
dwelling_fire: dwelling fire | landlord | rental dwelling | dp3
renters: renters | renter | tenant | tenants | ho4
condo: condo | condominium | ho6
flood: flood | flood insurance | nfip
earthquake: earthquake | quake
watercraft: watercraft | boat | boat owners | yacht
motorcycle: motorcycle | motorbike
life: life | life insurance
disability: disability | disability income
group_health: group health | health | medical plan | group medical | health insurance
`;

export interface LinePhrase {
  readonly stems: readonly string[];
  readonly lines: readonly string[];
}

/** By their first stem, the longest first. */
export const linePhrases: ReadonlyMap<string, readonly LinePhrase[]> = phrasesOf(table);

function phrasesOf(text: string): ReadonlyMap<string, readonly LinePhrase[]> {
  const byFirst = new Map<string, LinePhrase[]>();
  for (const row of text.trim().split("\n")) {
    const [codes = "", words = ""] = row.split(":");
    for (const phrase of words.split("|")) {
      const stems = phrase
        .trim()
        .split(/[\s&]+/)
        .map(stem);
      const [first = ""] = stems;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { stems, lines: codes.split(" ") }]);
    }
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return byFirst;
}
