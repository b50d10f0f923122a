/** As `commercialWordings`, for personal lines and for catastrophe policies (CMP-82). */
export const personalWordings: { readonly [line: string]: { readonly [coverage: string]: string } } = {
  personal_auto: {
    combined_single_limit: `
      combined single limit, csl, liability csl, single limit liability, combined single limit each accident,
      bodily injury and property damage combined single limit`,
    bi_per_person: `
      bodily injury per person, bodily injury each person, bi per person, bi each person, bodily injury liability each person,
      bodily injury liability per person, bi pp`,
    bi_per_accident: `
      bodily injury per accident, bodily injury each accident, bi per accident, bi each accident,
      bodily injury liability each accident, bodily injury liability per accident, bodily injury each occurrence`,
    property_damage: `
      property damage, property damage liability, property damage each accident, pd, pd liability, pd each accident,
      property damage per accident, property damage each occurrence`,
    uninsured_motorist: `
      uninsured motorist, uninsured motorists, um uim, um, uim, underinsured motorist, underinsured motorists,
      uninsured underinsured motorists, uninsured motorist bodily injury, umbi, uninsured motorists each accident`,
    comprehensive: `
      comprehensive, other than collision, comp, otc, comprehensive deductible, loss other than collision, comp coll,
      comprehensive and collision`,
    collision: `collision, coll, collision deductible, collision loss, comp coll, comprehensive and collision`,
    medical_expense: `medical payments, med pay, medical expense, auto medical payments, medpay`,
    hired_auto: `rented car liability`,
    non_owned_auto: `non owned auto, extended non owned`,
  },
  homeowners: {
    dwelling: `
      dwelling, coverage a, coverage a dwelling, cov a dwelling, dwelling limit, residence, home, house, building`,
    other_structures: `
      other structures, coverage b, coverage b other structures, cov b other structures, separate structures,
      appurtenant structures, detached structures, related private structures`,
    personal_property: `
      personal property, coverage c, coverage c personal property, cov c personal property, contents, unscheduled personal property,
      personal belongings, household contents`,
    loss_of_use: `
      loss of use, coverage d, coverage d loss of use, cov d loss of use, additional living expense,
      additional living expenses, ale, fair rental value, loss of rents`,
    personal_liability: `
      personal liability, coverage e, coverage e personal liability, cov e personal liability, liability, liability each occurrence,
      personal liability each occurrence, comprehensive personal liability, premises liability, each occurrence`,
    medical_expense: `
      medical payments to others, coverage f, coverage f medical payments to others, cov f medical payments,
      medical payments, med pay, medical payments each person, guest medical`,
    wind_hail_deductible: `
      wind hail deductible, wind and hail deductible, hurricane deductible, named storm deductible, windstorm or hail deductible,
      windstorm deductible, wind deductible, hail deductible`,
    ordinance_law: `ordinance or law, building ordinance or law, ordinance and law, building code upgrade`,
    sewer_backup: `
      sewer backup, water backup, water backup and sump overflow, sump overflow, water back up, sewer and drain backup,
      water backup and sump discharge`,
    equipment_breakdown: `equipment breakdown, home systems breakdown, home equipment breakdown`,
    spoilage: `food spoilage, refrigerated property, refrigerated products, freezer contents`,
  },
  personal_umbrella: {
    umbrella_occurrence: `
      each occurrence, personal umbrella, umbrella, excess personal liability, personal excess liability, umbrella limit,
      per occurrence, personal umbrella liability, occurrence limit, liability`,
    umbrella_aggregate: `aggregate, annual aggregate, umbrella aggregate`,
    self_insured_retention: `self insured retention, sir, retained limit, retention, deductible`,
  },
  flood: {
    building: `building, building coverage, dwelling, coverage a building property, structure, building property`,
    business_personal_property: `contents, contents coverage, business contents, coverage b personal property`,
    personal_property: `personal property, household contents`,
    loss_of_use: `additional living expense, loss of use`,
  },
  earthquake: {
    dwelling: `dwelling, coverage a, residence`,
    building: `building, buildings, structure`,
    business_personal_property: `contents, business personal property, business contents`,
    personal_property: `personal property, coverage c, household contents`,
    business_income: `business income, loss of income, business interruption`,
    loss_of_use: `loss of use, coverage d, additional living expense`,
  },
  builders_risk: {
    building: `
      building, completed value, structure, building under construction, course of construction, hard costs, total completed value`,
    extra_expense: `soft costs, extra expense, delay expense`,
    business_income: `loss of rental income, delay in completion, delay in start up, loss of income`,
    ordinance_law: `ordinance or law, building ordinance`,
    wind_hail_deductible: `wind hail deductible, named storm deductible, windstorm or hail deductible`,
  },
  watercraft: {
    personal_liability: `watercraft liability, boat liability, protection and indemnity, p and i, liability`,
    medical_expense: `medical payments, med pay`,
    uninsured_motorist: `uninsured boater, uninsured boaters, uninsured watercraft`,
  },
};
