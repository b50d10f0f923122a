/**
 * How declarations and proposals of commercial lines name each coverage (CMP-82): per line and coverage, wordings
 * separated by commas. A wording under several coverages stands for all of them. General knowledge of the trade in our
 * own words; no vendor's code list or form text is in here (TYPE-7).
 */
export const commercialWordings: { readonly [line: string]: { readonly [coverage: string]: string } } = {
  general_liability: {
    each_occurrence: `
      each occurrence, occurrence limit, per occurrence, any one occurrence, occurrence, liability each occurrence,
      bodily injury and property damage, bi and pd each occurrence, bodily injury and property damage each occurrence,
      general liability each occurrence, cgl each occurrence, premises operations each occurrence, general liability,
      commercial general liability, each occurrence bi pd combined, coverage a each occurrence`,
    general_aggregate: `
      general aggregate, aggregate limit, aggregate, policy aggregate, annual aggregate,
      general aggregate other than products, general aggregate other than products completed operations,
      aggregate other than products completed operations, general liability aggregate, general aggregate per policy,
      general aggregate per project, general aggregate per location, per project aggregate, per location aggregate`,
    products_aggregate: `
      products aggregate, products completed operations, products completed operations aggregate,
      products and completed operations aggregate, completed operations aggregate, products comp ops agg,
      products liability aggregate, prod co aggregate, pco aggregate, products and completed ops`,
    personal_advertising_injury: `
      personal and advertising injury, personal injury, advertising injury, personal injury and advertising injury,
      personal and advertising injury any one person or organization, pers and adv injury, personal adv injury,
      coverage b personal and advertising injury, p and a injury`,
    rented_premises: `
      damage to rented premises, damage to premises rented to you, premises rented to you, rented premises,
      damage to rented premises each occurrence, damage to premises rented to you any one premises, tenants legal liability,
      fire legal liability, fire legal, fire damage, fire damage legal liability, fire damage any one fire,
      legal liability fire, dprty`,
    medical_expense: `
      medical payments, medical expense, medical expenses, medical expense any one person, medical payments per person,
      med pay, med exp, med exp any one person, premises medical payments, coverage c medical payments, medpay`,
    hired_auto: `
      hired auto, hired autos, hired auto liability, hired car, hired and non owned auto, hired and non owned auto liability,
      hnoa, hired non owned auto`,
    non_owned_auto: `
      non owned auto, non owned autos, non owned auto liability, employers non ownership liability,
      hired and non owned auto, hired and non owned auto liability, hnoa, hired non owned auto`,
    liquor_each_cause: `
      liquor liability, liquor liability each common cause, host liquor liability, liquor liability each occurrence`,
    additional_insured: `
      additional insured, additional insureds, blanket additional insured, additional insured blanket,
      scheduled additional insured, automatic additional insured, additional insured status, additional insured endorsement,
      additional insured owners lessees or contractors, ai`,
    waiver_of_subrogation: `
      waiver of subrogation, blanket waiver of subrogation, scheduled waiver of subrogation, waiver of transfer of rights,
      waiver of transfer of rights of recovery, transfer of rights of recovery waived, subrogation waived, wos`,
    primary_noncontributory: `
      primary and noncontributory, primary and non contributory, primary and non contributory wording,
      primary noncontributory wording, primary insurance, pnc wording, primary and noncontributory basis`,
  },
  commercial_property: {
    building: `
      building, buildings, building coverage, building limit, structure, blanket building, real property, building value,
      building replacement cost, blanket building and contents, building and contents`,
    business_personal_property: `
      business personal property, your business personal property, contents, bpp, business contents, blanket contents,
      blanket bpp, business property, personal property of the insured, furniture fixtures and equipment, stock,
      equipment and stock, personal property, blanket building and contents, building and contents`,
    business_income: `
      business income, loss of income, business interruption, loss of business income, loss of earnings,
      business income with extra expense, business income and extra expense, business income including extra expense,
      bi ee, bi and ee, bi with ee, business income without extra expense, business income als,
      business income actual loss sustained, loss of rents, rental income, loss of rental income`,
    extra_expense: `
      extra expense, extra expenses, business income and extra expense, business income with extra expense,
      business income including extra expense, bi ee, bi and ee, bi with ee, ee`,
    equipment_breakdown: `
      equipment breakdown, boiler and machinery, mechanical breakdown, systems breakdown, equipment breakdown protection,
      boiler machinery, eb, breakdown of equipment`,
    ordinance_law: `
      ordinance or law, ordinance and law, building ordinance, building ordinance or law, increased cost of construction,
      ordinance or law coverages a b c, law and ordinance, building code upgrade, demolition cost, o and l`,
    sewer_backup: `
      sewer backup, water backup, backup of sewers and drains, sewer and drain backup, water backup of sewers or drains,
      back up of sewers or drains, sewer back up, water back up and sump overflow, sump overflow, drain backup`,
    spoilage: `
      spoilage, food spoilage, perishable stock, spoilage of perishable goods, refrigerated goods, temperature change,
      consequential spoilage, refrigeration breakdown spoilage`,
    wind_hail_deductible: `
      wind hail deductible, wind and hail deductible, wind deductible, hail deductible, windstorm or hail,
      windstorm or hail deductible, named storm deductible, hurricane deductible, wind hail, wind or hail percentage deductible,
      windstorm deductible, w h deductible`,
  },
  business_owners: {
    each_occurrence: `
      liability limit, liability and medical expenses, liability and medical expenses limit, business liability,
      liability, businessowners liability, liability each occurrence, liability and medical expenses each occurrence,
      business liability each occurrence`,
    general_aggregate: `
      liability aggregate, other than products completed operations aggregate, aggregate limits of insurance,
      liability and medical expenses aggregate`,
    epli_aggregate: `
      employment practices liability, epli, employment related practices liability, epl, employment practices endorsement,
      employment practices`,
    cyber_aggregate: `
      cyber liability, data breach, data compromise, cyber, cyber suite, information security, data breach liability`,
    hired_auto: `business auto hired, hired and nonowned auto`,
    non_owned_auto: `business auto non owned, hired and nonowned auto`,
    business_income: `business income als 12 months`,
  },
  commercial_auto: {
    combined_single_limit: `
      combined single limit, csl, liability combined single limit, auto liability, covered autos liability,
      automobile liability, liability, liability csl, covered autos liability each accident, liability each accident,
      combined single limit each accident, bodily injury and property damage combined single limit,
      bodily injury and property damage liability, bi pd csl, single limit liability, business auto liability,
      combined bi and pd, bodily injury and property damage each accident, auto liability each accident`,
    bi_per_person: `
      bodily injury per person, bodily injury each person, bi per person, bi each person, bodily injury liability each person,
      bodily injury liability per person, bi pp`,
    bi_per_accident: `
      bodily injury per accident, bodily injury each accident, bi per accident, bi each accident,
      bodily injury liability each accident, bodily injury liability per accident, bi pa, bodily injury per occurrence`,
    property_damage: `
      property damage, property damage liability, property damage each accident, property damage per accident, pd,
      pd liability, pd per accident, pd each accident, property damage liability each accident`,
    uninsured_motorist: `
      uninsured motorist, uninsured motorists, um uim, um, uim, underinsured motorist, underinsured motorists,
      uninsured and underinsured motorists, uninsured underinsured motorist, um uim csl, uninsured motorist bodily injury,
      umbi, uimbi, uninsured motorists combined single limit, um bi, uninsured motorist each accident`,
    comprehensive: `
      comprehensive, other than collision, comp, otc, comprehensive deductible, physical damage comprehensive,
      comprehensive physical damage, physical damage other than collision, comp coll, comprehensive and collision,
      physical damage, comp and collision`,
    collision: `
      collision, coll, collision deductible, physical damage collision, comp coll, comprehensive and collision,
      physical damage, comp and collision`,
    hired_auto: `
      hired auto, hired autos, hired car, hired auto liability, hired borrowed auto, hired or borrowed autos,
      hired and non owned auto, hired and non owned auto liability, hired and nonowned auto, hnoa, hired non owned,
      hired automobiles`,
    non_owned_auto: `
      non owned auto, non owned autos, non owned auto liability, nonowned auto liability, employers non ownership,
      employers non ownership liability, non ownership liability, hired and non owned auto, hired and nonowned auto,
      hired and non owned auto liability, hnoa, hired non owned, non owned automobiles`,
    medical_expense: `medical payments, auto medical payments, med pay, medical expense, automobile medical payments`,
    additional_insured: `additional insured, blanket additional insured, designated insured, additional insured blanket`,
    waiver_of_subrogation: `waiver of subrogation, blanket waiver of subrogation, waiver of transfer of rights, wos`,
    primary_noncontributory: `primary and noncontributory, primary and non contributory`,
  },
  workers_compensation: {
    statutory_wc: `
      workers compensation, workers compensation statutory, statutory limits, statutory, part one, part one statutory,
      coverage a workers compensation, workers compensation benefits, wc statutory, wc statutory limits, per statute,
      workers comp, part one workers compensation`,
    el_each_accident: `
      employers liability each accident, bodily injury by accident, bodily injury by accident each accident, each accident,
      el each accident, e l each accident, employers liability, part two each accident, employers liability accident,
      employers liability bodily injury by accident`,
    el_disease_policy: `
      employers liability disease policy limit, bodily injury by disease policy limit, disease policy limit,
      el disease policy limit, e l disease policy limit, el disease policy, disease aggregate, disease each policy`,
    el_disease_employee: `
      employers liability disease each employee, bodily injury by disease each employee, disease each employee,
      el disease each employee, e l disease ea employee, el disease ea employee, disease per employee, el disease employee`,
    waiver_of_subrogation: `
      waiver of subrogation, blanket waiver of subrogation, waiver of our right to recover, waiver of right to recover, wos`,
  },
  umbrella: {
    umbrella_occurrence: `
      each occurrence, per occurrence, occurrence, occurrence limit, excess each occurrence, umbrella each occurrence,
      umbrella limit, umbrella liability, umbrella, excess liability, each occurrence limit of liability, excess limit,
      any one occurrence, each incident, commercial umbrella, umbrella excess liability`,
    umbrella_aggregate: `
      aggregate, excess aggregate, umbrella aggregate, annual aggregate, general aggregate, policy aggregate,
      aggregate limit of liability, umbrella general aggregate, products aggregate`,
    self_insured_retention: `
      self insured retention, sir, retention, retained limit, retained amount, self insured retained limit, srl`,
  },
  cyber: {
    cyber_aggregate: `
      policy aggregate, aggregate limit, aggregate, cyber aggregate, policy aggregate limit of liability, cyber liability,
      maximum policy aggregate, network security and privacy, network security and privacy liability, cyber,
      privacy and network security, security and privacy liability, information security and privacy liability,
      cyber liability aggregate`,
    ransomware_sublimit: `
      ransomware, cyber extortion, extortion threat, ransomware sublimit, extortion, ransomware and extortion,
      cyber extortion and ransomware, network extortion, ransom payments, extortion ransomware, cyber extortion threat`,
    social_engineering: `
      social engineering, funds transfer fraud, social engineering fraud, fraudulent instruction, cyber crime, ecrime,
      cybercrime, invoice manipulation, fraudulent transfer, computer and funds transfer fraud, deception fraud,
      social engineering financial fraud, phishing fraud, business email compromise`,
  },
  crime: {
    social_engineering: `
      social engineering, social engineering fraud, fraudulent instruction, fraudulently induced transfer, deception fraud,
      impersonation fraud, false pretenses`,
  },
  employment_practices: {
    epli_aggregate: `
      employment practices aggregate, aggregate limit, aggregate, epli limit, epli, epl, employment practices liability,
      employment practices liability aggregate, epl aggregate, policy aggregate, maximum aggregate limit, each claim,
      employment practices, each claim and aggregate`,
  },
  professional_liability: {
    professional_each_claim: `
      each claim, per claim, each wrongful act, errors and omissions each claim, e and o each claim, each claim limit,
      professional liability each claim, professional liability, errors and omissions, malpractice each claim, any one claim,
      each medical incident, each incident, each professional incident`,
    professional_aggregate: `
      aggregate, policy aggregate, annual aggregate, errors and omissions aggregate, e and o aggregate, aggregate limit,
      professional liability aggregate, malpractice aggregate, all claims aggregate, total aggregate`,
  },
  liquor_liability: {
    liquor_each_cause: `
      each common cause, each common cause limit, liquor liability, liquor each occurrence, each occurrence, common cause,
      liquor liability each common cause, liquor liability each occurrence, per common cause, dram shop liability, liquor,
      liquor legal liability, each claim, dram shop`,
    general_aggregate: `aggregate, liquor liability aggregate, liquor aggregate, aggregate limit, general aggregate`,
  },
  pollution: {
    each_occurrence: `
      each pollution condition, each incident, each occurrence, pollution condition, each claim, each loss,
      contractors pollution each occurrence, site pollution each incident, pollution liability`,
    general_aggregate: `aggregate, policy aggregate, pollution aggregate, general aggregate, total policy aggregate`,
  },
  garage: {
    each_occurrence: `
      garage operations other than auto, garage liability, garage operations each accident, garage liability other than auto,
      each accident other than auto`,
    general_aggregate: `garage aggregate, aggregate other than covered autos, garage liability aggregate`,
    combined_single_limit: `garage liability auto only, garage operations auto only, auto only each accident`,
  },
};
