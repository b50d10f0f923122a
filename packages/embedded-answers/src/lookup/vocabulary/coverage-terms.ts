/**
 * What a desk calls a coverage beside its code, its label and the wordings of the pack, a coverage to a line. A term under several
 * coverages stands for all of them (ANSWER-12). A code before the coverage keeps its terms to policies of that line.
 */
const table = `
each_occurrence: occ | each occ | occurrence | liability occurrence | bodily injury and property damage
general_aggregate: agg | gen agg | gen aggregate | general agg | gl aggregate | policy agg
products_aggregate: products | completed operations | products completed operations | products aggregate | completed ops | comp ops | products comp ops | products comp op | prod comp op | product liability | products liability | pco
personal_advertising_injury: personal and adv injury | pers and adv injury | p and a injury | personal and advertising | personal injury | libel and slander | pai
rented_premises: rented premises | damage to rented premises | premises damage | dprp | fire legal | fire damage legal | damage to premises
medical_expense: med exp | medical exp | med expense | med pay | medpay | medical | medical pay | medical payments | medical expense | guest medical | premises medical
employee_benefits: ebl | employee benefits liability | employee benefits | emp benefits
contractual_liability: contractual | contractual liab | insured contract
additional_insured: ai | addl insured | addtl insured | add insured | additional insureds | additional insd | blanket ai | ai endorsement | additional insured endorsement | additional ins
waiver_of_subrogation: wos | waiver | waiver of subro | subrogation waiver | subro waiver | waiver subrogation | waiver subro | waiver of sub | subrogation | subro | blanket waiver
primary_noncontributory: pnc | p nc | p n c | primary noncontributory | primary non contributory | primary noncontrib | primary non contrib | primary and noncontrib | primary and non contrib | noncontributory | non contributory | noncontrib | non contrib | primary wording | primary and nc | primary nc | p and nc | primary noncon | prim noncontrib
building: bldg | structure | building coverage
business_personal_property: bpp | contents | business contents | stuff inside | business personal prop | inventory | furniture and equipment | fixtures
business_income: bi | business interruption | loss of income | business inc | bus income | lost income | business income interruption
extra_expense: extra exp
equipment_breakdown: boiler | boiler and machinery | equip breakdown | machinery breakdown | equipment bd
ordinance_law: ordinance | ordinance and law | ordinance or law | building code | code upgrade | ord and law | ord or law | o and l | law and ordinance
tenant_improvements: improvements and betterments | betterments | leasehold improvements | tenant betterments | tenants betterments | tib
outdoor_signs: signs | signage | outdoor sign
money_securities: money and securities | money securities | m and s
accounts_receivable: ar records | a r | accounts receivable
valuable_papers: valuable papers | valuable papers and records | papers and records
debris_removal: debris | debris removal | debris cleanup
sewer_backup: sewer | sewer backup | water backup | water back up | sewage backup | drain backup | sump
water_backup: sewer backup | water backup | water back up | sewer back up | sump | sump overflow | drain backup
combined_single_limit: csl | combined single | single limit | auto liability | liability
uninsured_motorist: um | uim | um uim | uninsured | underinsured | uninsured motorists | underinsured motorists | uninsured underinsured | uninsured drivers | uninsured driver
comprehensive: comp | otc | other than collision | comp and coll | comp coll | comp collision | comprehensive collision | physical damage | phys dam | pd comp | full coverage
collision: coll | comp and coll | comp coll | comp collision | comprehensive collision | physical damage | phys dam | full coverage
hired_auto: hired | hired autos | hired car | hired cars | hired vehicles | rented cars | rental cars | hired and non owned | hired and nonowned | hired non owned | hired nonowned | hnoa | hno | hnol | hired and non owned auto | hired and nonowned auto | hired auto and non owned auto | hired auto and nonowned auto
non_owned_auto: non owned | nonowned | non owned autos | nonowned auto | non owned vehicles | hired and non owned | hired and nonowned | hired non owned | hired nonowned | hnoa | hno | hnol | noa | employee cars | hired and non owned auto | hired and nonowned auto | hired auto and non owned auto | hired auto and nonowned auto
auto_medical_payments: medical payments | med pay | medpay | medical | medical expense | med exp | auto med pay
towing: towing and labor | roadside assistance | roadside | towing | tow | roadside help
rental_reimbursement: rental car | rental reimbursement | loaner car | rental | rental cars | loaner | rent a car | substitute transportation
bi_per_person: bi | bodily injury | bodily injury per person | bi pd | bi and pd | bodily injury and property damage | liability | split limits
bi_per_accident: bi | bodily injury | bodily injury per accident | bi pd | bi and pd | bodily injury and property damage | liability | split limits
property_damage: pd | property damage | bi pd | bi and pd | bodily injury and property damage | liability | split limits
el_each_accident: el | employers liability | employer liability | e l | el accident | el limits | part two | part b | coverage b
el_disease_policy: el | employers liability | employer liability | e l | el disease | el limits | part two | part b | coverage b | disease
el_disease_employee: el | employers liability | employer liability | e l | el disease | el limits | part two | part b | coverage b | disease
statutory_wc: statutory | coverage a | part one | part a
umbrella_occurrence: umb occurrence
umbrella_aggregate: umb aggregate
self_insured_retention: sir | retention | retained limit | self insured retention
cyber_aggregate: cyber aggregate
ransomware_sublimit: ransomware | ransom | extortion | cyber extortion | ransom ware
social_engineering: soc eng | social eng | social engineering | social engineering fraud | wire fraud | funds transfer fraud | funds transfer | fake wire | phishing | invoice fraud | wire transfer fraud | impersonation fraud | fraudulent wire | fraudulent transfer | ftf
employee_theft: employee dishonesty | theft by employees | employee theft | ee theft | ee dishonesty | emp theft | employee dishonesty theft | dishonesty | embezzlement | internal theft | theft
forgery: forgery or alteration | forgery and alteration | forgery alteration | check fraud | check forgery | forged checks
scheduled_equipment: tools | equipment | scheduled tools | contractors equipment | tools and equipment | scheduled equipment | sched equipment | equipment schedule
cargo_each_vehicle: cargo | cargo per vehicle | cargo per truck | cargo each truck
garagekeepers: garage keepers | garagekeepers legal liability | garagekeeper | gkll | gk | garagekeepers legal
directors_officers_aggregate: directors and officers
epli_aggregate: employment practices aggregate
dwelling: house | home | building | cov a | coverage a | dwelling coverage | residence
other_structures: cov b | coverage b | detached structures | detached garage | shed | outbuildings | other structure
personal_property: cov c | coverage c | contents | belongings | personal belongings | household goods | household contents | personal effects 
loss_of_use: cov d | coverage d | ale | additional living expense | additional living expenses | living expenses | temporary housing
personal_liability: cov e | coverage e | liability | personal liab
homeowners medical_expense: cov f | coverage f
identity_recovery: identity theft | identity fraud | id theft | identity | id fraud | id recovery
hull: boat value | hull value | boat | hull coverage
flood_building: flood | flood building
earthquake_building: earthquake | quake | eq
builders_risk_project: project | project value | builders risk | completed value
pollution_each_condition: pollution condition | each condition
liquor_each_cause: each cause | common cause
professional_each_claim: malpractice each claim
recall_expense: recall
`;

export interface CoverageTerm {
  readonly coverage: string;
  /** Undefined: of any line that has the coverage. */
  readonly line: string | undefined;
  readonly words: string;
}

export const coverageTerms: readonly CoverageTerm[] = table
  .trim()
  .split("\n")
  .flatMap((row) => {
    const [codes = "", words = ""] = row.split(":");
    const [coverage = "", line] = codes.split(" ").toReversed();
    return words.split("|").map((each): CoverageTerm => ({ coverage, line, words: each.trim() }));
  });
