/** Whoever makes a broker's desk ask, and what they do: said beside what is asked, it asks nothing (ANSWER-62). */
const parties =
  "gc | general contractor | prime contractor | landlord | lender | bank | mortgagee | mortgage company | mortgage co | mortgage holder | lienholder | loss payee | finance company | leasing company | holder | cert holder | certificate holder | contract | lease | job | bid | project | rfp | project owner | city | county | municipality | auditor | underwriter | uw | property uw | carrier | insured | client | customer | owner | developer | franchisor | franchise | property manager | venue | school | attorney | lawyer | adjuster | body shop | dealer | dealership | caller | boss | inspector | rater | contractor | prospect | buyer | seller | title company | escrow | producer | form | mvr form | mvr | acord | app | questionnaire";
const doings =
  "wants | needs | requires | insists | insists on | demands | asks | asks for | asks about | asked | asked for | asked about | is asking | is asking for | is asking about | asking | asking for | asking about | calls for | wants to see | needs to see | wants to know | needs to know | would like to know | is requesting | requesting | requested | has requested | requests | called about | is on the phone | on the phone | on the line | is on the line | is calling | on hold | emailed | emailed about";

const phrases = parties
  .split("|")
  .flatMap((party) => doings.split("|").map((doing) => `=${party.trim()} ${doing.trim()}`));

export const thirdParties = `
fill: ${phrases.join(" | ")}
fill: for a cert | for the cert | for cert | for a certificate | for the certificate | for a coi | for the coi | for my cert | cert request | coi request | certificate request came in | for a bid | for the bid | for the lender | for the landlord | for the bank | for the mortgagee | for a lender | for a contract | for the contract | for the lease | for the sov | for an sov | for the acord | for the app | for the application | for the underwriter | for the uw | for the auditor | for the schedule | for the holder
`;
