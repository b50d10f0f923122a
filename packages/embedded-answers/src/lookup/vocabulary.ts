import { stem } from "../text/stem.ts";

/**
 * What words of a question mean to a look-up (ANSWER-10): one meaning to a line, `kind value: phrase | phrase`. Phrases are
 * compared by stems, the longest first. A word that is neither here nor empty must be explained by a name, a number or a
 * value of a row, or the question is not looked up (ANSWER-11).
 */
const table = `
op count: how many | number of | count of | count | how many in total | total number of | quantity of | size of | what is the count
op sum: total | sum | sum of | altogether | in total | in all | combined | overall | grand total | add up | added up | aggregate amount
op average: average | on average | avg
op max: top | largest | biggest | highest | most expensive | greatest | costliest | priciest | largest by | worst | most costly | most severe
op most: most
op fewest: fewest
op min: smallest | lowest | cheapest | least expensive | least
op latest: last | latest | most recent | newest | recent | most recently
op earliest: earliest | oldest | first | next | soonest | upcoming | nearest
op list: list | list of | list all | names of

family policies: policy | policies | insurance policy | insurance | insurance program | program | contracts of insurance | coverage in place | lines of coverage
family claims: claim | claims | loss | losses | incident | claim history | loss history | claims history | claims experience | accident
family contacts: contact | contact person | contact name | contact information | contact info | contact details | person to call | who should i call | who do i call | who do we deal with | who should i talk to | who do we talk to | who should i speak to | whom should i call | point of contact | who to call | who should we call | who can i call
family documents: document | paper | file on record | paperwork | attachment | documentation
family tasks: task | to do | todo | open item | action item | outstanding item | diary | follow up | suspense | reminder | to dos
family activities: activity | touchpoint | touch point | interaction | touch | communication | contacted | in touch | talk to | talked to | spoke to | spoke with | speak with | heard from | talk with | reached out | correspondence | conversation | call log | last talk | service request | activities log
family opportunities: opportunity | cross sell | upsell | cross selling | sales opportunity | sales lead | lead | rounding opportunity
family renewals: renewal
family quotes: quote | quoted | quotation | indication | proposal
family submissions: submission | application to market | market submission | sent to market
family invoices: invoice | bill | bills | statement of account | installment | receivable
family payments: paid us | payments made | pay us | made payments | payment received | payments received | receipt of payment
family locations: location | premises | site | building | property location | insured location | place of business
family vehicles: vehicle | car on file | truck | auto schedule | unit on the schedule | fleet | automobile schedule | scheduled vehicle | vans | van
family drivers: driver | listed driver
family contracts: contract | requirement | insurance requirement | contractual requirement
family accounts: account | client | customer | insured | clients | book of business | firm | business | businesses
family carriers: insurance market | carrier panel

field expiry: going to lapse | comes due | come due | falls due | fall due | terminate | cease | conclude | expire | expiration | expiry | expiration date | expiry date | renewal date | date of renewal | up for renewal | renew | come up for renewal | coming up for renewal | run out | runs out | end date | end | lapse | x date | xdate | valid until | valid | until when | how long valid | good until | good through | in effect until | in force until | comes up | come up | termination date | term end | renews on | due for renewal
field effective: effective | effective date | inception | inception date | start | start date | begin | begins | incept | go into effect | went into effect | in effect since | since when | in force since | commence | commencement | effective on | starting date | came into force | in effect | take effect
field carrier: carrier | insurer | insurance company | insurance carrier | company | written by | writes | write | written with | placed with | placed | who do we have | underwritten | underwriter | insured with | insured by | paper company | provider | insurance provider | covered by
field pay: pay | paying
field premium: premium | cost | price | charge | spend | annual premium | yearly premium | annual cost | premium amount | pay a year | pay per year | annual premiums
field policy_number: policy number | policy no | number of the policy | policy numbers | policy id | policy num
field claim_number: claim number | claim no | file number
field limit: each accident | per accident | each occurrence | per occurrence | each claim | per claim | limit | limit of insurance | limit of liability | coverage limit | coverage amount | sum insured | how much coverage | limits | how much insurance | insured for how much | amount of insurance | amount of coverage
field deductible: deductible | self insured retention amount | out of pocket
field covered: covered | cover | cover for | included | coverage for | include | protected | endorsed | endorsement for | insured for | insured against | covered for | covered against | coverage
field retro_date: retro date | retroactive date | prior acts date
field valuation: valuation | valued at | replacement cost basis | settlement basis
field coinsurance: coinsurance | coinsurance percentage
field trigger: trigger | occurrence or claims made | claims made or occurrence
field line: which line | what line | line of business | type of policy | kind of policy | line of insurance | what type | what kind | policy type | line of coverage | lob
field incurred: incurred | total incurred | incurred amount | claim cost | loss amount | severity
field paid: paid | payout | paid out | paid amount | payment | paid so far | amount paid
field reserved: reserve | reserved | case reserve | reserves | outstanding reserve
field cause: cause | cause of loss | what caused | reason for the loss | what happened | peril
field occurred: happen | happened | occur | occurred | date of loss | loss date | accident date | take place
field reported: reported | report date | date reported | reported on
field adjuster: adjuster | claims adjuster | claim handler
field status: status | state of play | stand | standing
field stage: stage | how far along | where are we | where do we stand | how far | progress
field phone: phone | phone number | telephone | telephone number | cell | mobile | cell number | call | number to reach | reach | contact number
field email: email | email address | e mail | e mail address
field birth: birth date | date of birth | birthday | born | dob
field channel: preferred channel | prefer to be contacted | preferred way | preferred contact method | contact preference
field dnc: do not contact | do not call | not be contacted
field address: address | located | mailing address | street address | where do i send mail | where do i send | send mail | based | city | zip | zip code | headquartered | headquarters | street | postal address | location of the office
field employees: staff | employee | employees | headcount | staff size | people work | people employed | work force | workforce | staff employ | worker | employ | number of staff | people
field revenue: revenue | annual revenue | sales | annual sales | turnover | gross a year | gross receipts | gross sales | receipts | gross
field payroll: payroll | wages | annual payroll
field years: years in business | how long in business | how long have been in business | in business
field since: been a client | been a customer | been insured with | been with | been our client | client since | customer since | with us since | been with us | how long with us | how long a client | with the agency since | become a client | became a client | joined
field naics: naics | naics code | industry code | class code
field sic: sic | sic code
field description: industry | line of work | trade | what do they do | nature of business | business description | type of business | kind of business | operations | do for a living | what does do
field entity: entity type | legal entity | legal form | type of entity | entity | incorporated
field fein: fein | tax id | ein | federal tax id | tax number | tax identification number
field website: website | web site | url | homepage | web page
field dba: dba | trade name | trading name | doing business as
field segment: segment
field kind: kind
field producer: producer | produces | produce | sales person | salesperson | account executive | who sold | sold
field servicer: account manager | servicer | csr | service rep | service representative | services | serviced | who handles | account rep | handles | handle | customer service rep
field office: office | branch
field commission_rate: commission rate | commission percentage | commission percent
field commission: commission | commission amount | commissions | earn
field billing: billing | bill type | billed | billing type | billing method
field balance: balance | open balance | owe | owes | outstanding balance | amount due | outstanding amount | outstanding | unpaid balance | still owe | amount owed | due balance | owed
field due: due | due date | due on | when due
field paid_on: paid on | date paid | payment date
field method: payment method | method of payment | pay by | method
field days_late: days late | how late
field decline_reason: decline reason | reason for decline | why declined
field lost_reason: lost reason | reason lost | why lost
field target: target date | target
field rating: rating | rated | am best rating | financial strength | am best | best rating | financial strength rating
field appointed: appointed | appointment | appointed with
field admitted_states: admitted | admitted states | licensed in | licensed
field subject: subject | about what | topic
field date: date | dated | dated on | what date | what day | when received | received
field name: name | called
field title: title | role | position | job title
field vin: vin | vehicle identification number
field make: vehicle make | what make | make of | brand | manufacturer
field model: model
field year: model year | what year
field garaging: garaged | garaging zip | garaging | garaging address
field license: license state | driver license | licensed state
field construction: construction | construction type | built of
field year_built: year built | built | construction year
field square_feet: square feet | square footage | how big | sqft | area | sq ft
field occupancy: occupancy | occupied as
field sprinklered: sprinklered | sprinkler | sprinklers
field flood_zone: flood zone
field interest: owned or leased | owner or tenant | own or rent | own or lease | interest
field building_value: building value | value of the building
field contents_value: contents value | value of the contents
field party: party | other party | counterparty | with whom
field gl_occurrence_required: gl occurrence required | general liability required | required general liability
field umbrella_required: umbrella required | required umbrella
field auto_required: auto required | auto liability required
field notice_days: notice | notice days | notice of cancellation | days notice
field score: score | expected value
field headline: headline | headline of the review | main finding | bottom line | summary | key takeaway | overall result | conclusion | summarize
field findings: finding | findings | issue found | concern | red flag | red flags | what did the review find | what did the analysis find
field gaps: gap | coverage gap | gaps in coverage | missing coverage | what is missing | coverage is missing | uninsured exposure
field run: run | analysis | review | assessment | report | risk review | risk analysis | risk run | engine

status active: active | in force | current | in effect now | currently active | existing | live | inforce
status future: future | not yet effective | starting soon
status expired: expired
status cancelled: cancelled | canceled
status non_renewed: non renewed | nonrenewed | not renewed
status open: open | pending | still open | unresolved | outstanding claim | ongoing
status closed: closed | settled | resolved
status overdue: overdue | past due | late | delinquent
status unpaid: unpaid | not paid | open invoice
status primary: primary | main | key
status commercial: commercial client | commercial account | business client | commercial | commercial customer
status personal: household | households | personal client | personal lines client | household client | personal lines account | personal lines | private client
status former: former | past client | ex client | lost client | inactive
status prospect: prospect | prospective | prospects
status insured: insured kind
status agency_bill: agency billed | agency bill
status direct_bill: direct billed | direct bill | direct billing
status declined: declined
status bound: bound
status new: new business | brand new | new
status in_review: in review
status outreach: in outreach | outreach
status identified: identified

role owner: owner | proprietor | owns
role bookkeeper: bookkeeper | bookkeeping
role manager: manager
role spouse: spouse | wife | husband
role fleet manager: fleet manager
role ceo: ceo | chief executive
role cfo: cfo | chief financial officer
role controller: controller
role president: president
role office manager: office manager
role risk manager: risk manager
role hr: hr manager | human resources
role partner: business partner

kind loss_runs: loss run | loss runs | loss history report
kind declarations: declaration | declarations | dec page | declarations page | dec pages
kind application: application | applications | acord
kind contract: contract document
kind policy: policy form | policy document
kind certificate: certificate | certificate of insurance | coi
kind endorsement: endorsement document
kind inspection: inspection report

by line: by line | per line | for each line | line by line | by line of business
by carrier: by carrier | per carrier | for each carrier
by status: by status | per status

fill: going | present | presently | generate | produce for us | bring in | file | filed | remain | remaining | schedule | assign | assigned | responsible | charge of | money | dollars | usd | big | moment | time | these days | nowadays | as of now | to date | until now | thus far | overall picture | going on | stand at | sit at | come to | amount to | equal | total up | work out | roughly | approximately | about | outline | overview | rundown | breakdown | confirm | verify | clarify | advise me | remind me | share | provide | supply | display | pull | fetch | retrieve | view | search | locate | identify for me | hear | learn | appear | show up | reflect | indicate | mention | note | noted | document on file | contain | consist | comprise | relate | related | pertain | associated | attach | attached to | apply | applicable | correct | exact | precise | specific | particular | respective | actual | real | official | formal | full | complete | entire | whole | single | individual | different | various | several | number wise | quantity | figure | sum up | tally | value of | worth of | level | size | extent | range | maximum amount | many | few | more | less | exactly | precisely | specifically | simply | basically | generally | normally | usually | still | already | anymore | any longer | longer | today | now | tonight | morning | afternoon | colleague | boss | manager asked | team | desk | broker | brokerage | agency | office book | shop | house account | folks | guys | friend | dear | hope | sorry | curious | trying | try | want | wanted | wish | able | possible | maybe | perhaps | quick question | following | below | above | mine | people at | side | case | matter | thing | stuff | item | part | piece | point | respect to | terms of | regard to | behalf | insure | insured by us | insure for | written through us | through us | place with us | maintain | keep with us | held with us | own with us | sign up | signed up | renewing | handled | managed | manage | run by us | take care | look after | deal with | serve | served | dealing | working with | book with us | appear on | stand on | sit with | outstanding to us | left | left over | due to us | collect | collected | receive | received | get back | come back | occur so far | happen so far | suffer | suffered | experience | experienced | submit claim | make claim | turned in | turn in | brought | raised | opened | open up | lodged | lodge | incurred to date | settle on | sitting | parked | kept on file | pay out | expected | scheduled | supposed | set to | lapse date | roll over | comes due | come due | falls due | fall due | expires next | terminate on | cease | stop | finish | conclude | number | work with | work | do business | become | became | coming up | come up soon | soon | with us | on file | on record | in the system | book | agency | whole book | entire book | with us | in our records | our records | database | records | record | across | team | right | currently | annual | annually | year | yearly | per | each year | name | named | detail | information | info | date | day | amount | value | help | handy | exact | reach | place | client | account | carry | carried | hold | held | belong | together | available | exist | total of | term | bought | purchased | buy | purchase | got | gotten | agency's | desk | everything | anything | something | use | used | via | kept | keep | customer | insured | write up | still | ever | yet | far | long | put | call up | pull | pull up | look up | lookup | go | goes | happening | happen | regard | respect | concerning | figure | pls | plz | please | fyi | asap | thx | ours | who's | whose | report | said | listed | registered | stored | there | been | made | make | made up | set | set up | send | sent | high | much | large | big | great | kind | type | sort
`;

/** What a phrase means. */
export interface Meaning {
  readonly kind: "op" | "family" | "field" | "status" | "role" | "kind" | "by" | "fill";
  readonly value: string;
}

export interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}

const kinds: ReadonlySet<string> = new Set<Meaning["kind"]>([
  "op",
  "family",
  "field",
  "status",
  "role",
  "kind",
  "by",
  "fill",
]);

function isKind(text: string): text is Meaning["kind"] {
  return kinds.has(text);
}

/** Phrases by their first stem, the longest first. */
export const phrases: ReadonlyMap<string, readonly Phrase[]> = phrasesOf(table);

/** Words of two phrases or more letters by which slips of the pen are set right. */
export const knownWords: ReadonlySet<string> = new Set(table.split(/[^a-z]+/).filter((word) => word.length >= 5));

function phrasesOf(text: string): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const [kind = "", ...rest] = line.slice(0, colon).split(" ");
    if (!isKind(kind)) throw new Error(`no kind of meaning: ${kind}`);
    for (const phrase of line.slice(colon + 1).split("|")) {
      const stems = phrase.trim().split(/\s+/).map(stem);
      const [first = ""] = stems;
      const known = byFirst.get(first) ?? [];
      // The first meaning of a phrase counts: the table is in the order in which meanings win.
      if (!known.some((other) => other.stems.join(" ") === stems.join(" ")))
        known.push({ stems, meaning: { kind, value: rest.join(" ") } });
      byFirst.set(first, known);
    }
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return byFirst;
}
