/** Words that a broker's desk uses for one another, a group to a line. */
export const deskWords = `
employee staff worker headcount
revenue sales receipts turnover
payroll wages
vehicle car auto automobile truck
premises location site building
expire end terminate lapse
insurer carrier company underwriter
client customer insured applicant
require requirement must obligate contract demand
prohibit forbid exclude exclusion
cover coverage include
form application
fast quick within
price cost over
years age
person people individual
child children minor
document file paper
address located
rule guideline policy procedure
submit send file
bounce return dishonor nsf
fee charge cost
cutoff deadline latest
allow permit authorize
provide supply deliver
lawsuit suit legal
arrive arrival
`;
