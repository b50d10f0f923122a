import { stem } from "../../text/stem.ts";
import { meaningsOf } from "./phrases.ts";

/** What people call lines of insurance, the longest phrase first; several codes: whichever the client has (ANSWER-12). */
const table = `
general_liability: general liability | gl | cgl | commercial general liability | general liab | liability insurance |
  liability | premises liability | third party liability | gen liab | gl policy | comm general liability | g l
business_owners: business owners | bop | bops | businessowners | business owner policy | business owners package |
  business package | business owner coverage | business owner insurance | package
commercial_property homeowners dwelling_fire: property insurance | property | property coverage
commercial_property: commercial property | cp | business property | commercial fire | commercial building policy
commercial_auto personal_auto: auto liability | automobile liability | auto | automobile | auto insurance | car insurance |
  vehicle insurance | vehicle policy | auto coverage | vehicle coverage
commercial_auto: commercial auto | business auto | commercial automobile | fleet policy | fleet insurance | truck insurance |
  commercial vehicle | baut | bap | commercial truck | trucking auto | comml auto | truckers auto | fleet auto | auto fleet |
  company vehicles policy | comm auto | commercial vehicles | work trucks | company cars | company trucks | truck policy |
  truckers
personal_auto: personal auto | car | private passenger auto | ppa | private auto | pauto | family auto | personal car |
  personal vehicle | pap | auto policy personal | personal lines auto | family car | pers auto
workers_compensation: employers liability | employer liability | workers compensation | work comp | workers comp | wc |
  workman compensation | workmans comp | worker compensation | worker comp | workcomp | comp | comp coverage | workman comp |
  workmen comp | workmens compensation | employee injury insurance | w c | wcomp | work compensation | workers insurance |
  comp policy | workers comp insurance | work comp insurance | workmans compensation | w comp | wk comp
umbrella: umbrella | excess liability | excess | commercial umbrella | umbrella excess | umb | umbrella liability |
  excess umbrella | catastrophe liability | umbrella policy | umbrella coverage | excess policy
personal_umbrella: personal umbrella | pup | personal excess | personal umbrella liability | personal liability umbrella |
  pumb | plup
cyber: cyber | cyber liability | data breach | cyber insurance | network security | cyber risk | privacy liability |
  data breach insurance | cyber security insurance | network liability | cyber security | cybersecurity | cyber policy |
  cyber liab
employment_practices: employment practices | epl | eplis | wrongful termination | employment liability |
  employment practices liability | epli | employment practice | ep liability | employment practices liab
professional_liability: professional liability | pl insurance | errors & omissions | error and omission | errors omissions |
  professional insurance | errors and omissions | e&o | e and o | eo | malpractice | professional indemnity | professional |
  prof liab | prof liability | pro liability | professional liab | e&o policy | tech e&o | lawyers professional |
  medical malpractice | med mal
directors_officers: directors and officers | d&o | d and o | directors officers | management liability |
  directors & officers | d & o | dando | director and officer | board liability | directors and officers liability |
  d&o policy | directors & officers liability | dno
crime: crime | fidelity | employee dishonesty | fidelity bond | crime bond | commercial crime | crime policy | theft policy
inland_marine: inland marine | equipment floater | contractors equipment | tools and equipment | tool floater |
  equipment policy | floater | installation floater | contractor equipment | scheduled equipment policy |
  equipment insurance | equipment coverage | im policy | tools insurance
builders_risk: builders risk | builder risk | br policy | construction risk | course of construction
liquor_liability: liquor liability | liquor | dram shop | alcohol liability | host liquor | liquor liab | liquor policy |
  alcohol
pollution: pollution | cpl | pollution legal | pollution liability | environmental | environmental liability | enviro |
  env liability | contractors pollution | pollution legal liability | environmental impairment | pll
surety: surety | surety bond | bond | bonds
garage: garage | garage liability | dealers | dealer policy | garagekeepers policy | auto dealers policy
motor_truck_cargo: motor truck cargo | cargo | truck cargo | mtc | cargo insurance | freight cargo | trucker cargo |
  cargo policy | cargo liability
product_recall: product recall | recall | recall insurance | product withdrawal
homeowners: homeowners | homeowner | home | home insurance | house insurance | ho3 | ho | home owners | house |
  home coverage | dwelling policy | ho 3 | h o | home owner | homeowner policy | home policy | house policy | hmo policy
dwelling_fire: dwelling fire | landlord | rental dwelling | dp3
renters: renters | renter | tenants insurance | tenant insurance | ho4 | ho 4 | apartment insurance | rental insurance |
  tenant policy
condo: condo | condominium | ho6
flood: flood | flood insurance | nfip | national flood
earthquake: earthquake | quake | eq | difference in conditions | dic
watercraft: watercraft | boat | boat owners | yacht | boat insurance | vessel | marine policy | pleasure craft | boats |
  jet ski | boat policy | boat coverage | yacht policy
motorcycle: motorcycle | motorbike | bike | cycle | motorcycles | harley
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
  for (const row of meaningsOf(text)) {
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
