/**
 * How certificates, application sections and titles of standard endorsements name coverages, beside declarations
 * (CMP-82). Same form as the wordings of declarations; a wording under several coverages stands for all of them. General
 * knowledge of the trade; no vendor's code list or form text is in here (TYPE-7).
 */
const additionalInsureds = `
  addl insr, additional insd, additional insured owners lessees or contractors scheduled person or organization,
  additional insured owners lessees or contractors completed operations, additional insured managers or lessors of premises,
  additional insured designated person or organization, additional insured lessor of leased equipment,
  additional insured ongoing and completed operations, additional insured ongoing operations,
  additional insured mortgagee assignee or receiver`;
const waivers = `
  waiver of transfer of rights of recovery against others to us, waiver of transfer of rights of recovery against others,
  subr wvd, subrogation waiver, waiver of rights of recovery`;
const dishonesty = `
  employee dishonesty, employee theft, blanket employee dishonesty, employee dishonesty each loss, employee theft per loss,
  employee dishonesty blanket, fidelity, employee theft each occurrence`;
const money = `
  money and securities, money and securities inside the premises, money and securities inside and outside,
  inside the premises theft of money and securities, outside the premises, money and securities outside the premises`;
const forgery = `forgery or alteration, forgery and alteration, forgery, depositors forgery`;

export const certificateWordings: { readonly [line: string]: { readonly [coverage: string]: string } } = {
  general_liability: {
    each_occurrence: `
      each occurrence general aggregate, each occurrence aggregate, occurrence aggregate, occurrence general aggregate, each event,
      general liability deductible, deductible, policy deductible, liability deductible`,
    general_aggregate: `
      each occurrence general aggregate, each occurrence aggregate, occurrence aggregate, occurrence general aggregate,
      general aggregate limit applies per policy, general aggregate limit applies per project,
      general aggregate limit applies per location, designated location general aggregate,
      designated construction project general aggregate`,
    medical_expense: `premises medical, medical payments to others`,
    rented_premises: `damage to premises you rent`,
    additional_insured: additionalInsureds,
    waiver_of_subrogation: waivers,
    primary_noncontributory: `primary and noncontributory other insurance condition`,
  },
  commercial_property: {
    building: `aop deductible, all other perils deductible, property deductible, deductible, policy deductible`,
    business_personal_property: `
      aop deductible, all other perils deductible, property deductible, deductible, policy deductible, bus pers prop`,
    business_income: `business income and extra expense coverage form, business income extra expense rental value`,
    extra_expense: `business income and extra expense coverage form, business income extra expense rental value`,
    tenant_improvements: `
      tenants improvements and betterments, improvements and betterments, tenant improvements, tenants improvements,
      betterments`,
    employee_dishonesty: dishonesty,
    money_securities: money,
    forgery_alteration: forgery,
  },
  business_owners: {
    each_occurrence: `liability and medical expenses general aggregate, liability and medical expenses per occurrence aggregate`,
    general_aggregate: `liability and medical expenses general aggregate, liability and medical expenses per occurrence aggregate`,
    cyber_aggregate: `
      data breach cyber, cyber data breach, cyber liability and data breach, cyber liability and data breach response,
      data breach and cyber liability, information security protection`,
  },
  crime: {
    employee_dishonesty: dishonesty,
    money_securities: money,
    forgery_alteration: forgery,
  },
  commercial_auto: {
    combined_single_limit: `
      symbol 1 liability, liability any auto, auto liability any auto, automobile liability any auto, commercial auto liability,
      commercial automobile liability, auto liability csl, business auto liability any auto`,
    bi_per_person: `bodily injury per person per accident, bi per person per accident, bi each person each accident`,
    bi_per_accident: `bodily injury per person per accident, bi per person per accident, bi each person each accident`,
    additional_insured: `
      addl insr, designated insured for covered autos liability, designated insured for covered autos liability coverage`,
    waiver_of_subrogation: waivers,
  },
  workers_compensation: {
    statutory_wc: `wc statu tory limits, statu tory limits`,
    waiver_of_subrogation: `waiver of our right to recover from others, subr wvd, subrogation waiver`,
  },
  umbrella: {
    umbrella_occurrence: `each occurrence aggregate, occurrence aggregate, each occurrence general aggregate`,
    umbrella_aggregate: `each occurrence aggregate, occurrence aggregate, each occurrence general aggregate`,
  },
  cyber: {
    cyber_aggregate: `each claim, each event, each incident, retention, policy retention, deductible, each claim retention`,
  },
  employment_practices: {
    epli_aggregate: `retention, policy retention, deductible, each wrongful act, each insured event`,
  },
  professional_liability: {
    professional_each_claim: `
      errors and omissions each wrongful act, wrongful act, miscellaneous professional liability,
      technology errors and omissions each claim, retention, deductible, policy retention, each claim aggregate,
      errors and omissions each claim aggregate, each wrongful act aggregate, professional liability each claim aggregate`,
    professional_aggregate: `
      each claim aggregate, errors and omissions each claim aggregate, each wrongful act aggregate,
      professional liability each claim aggregate`,
  },
  liquor_liability: {
    liquor_each_cause: `each common cause aggregate, each occurrence aggregate`,
    general_aggregate: `each common cause aggregate, each occurrence aggregate`,
  },
};
