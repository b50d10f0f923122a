/** Facts of a policy, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const policyFields = `
field expiry: going to lapse | comes due | come due | falls due | fall due | terminate | cease | conclude | expire |
  expiration | expiry | expiration date | expiry date | renewal date | date of renewal | up for renewal | renew |
  come up for renewal | coming up for renewal | run out | runs out | end date | end | lapse | x date | xdate | valid until |
  valid | until when | how long valid | good until | good through | in effect until | in force until | comes up | come up |
  termination date | term end | renews on | due for renewal | expiring | comes off | drop off | come off | rolls | roll off |
  term ends | when up | renewal dates | expiration dates | policy end date | end of the term | last day of coverage |
  last day | good till | valid through | valid till | valid up to | through what date | anniversary | anniversary date |
  how much longer | how long left | time left | days left | months left | left on the policy | left on the term |
  remaining on the term | renewing | next renewal date | up next | up soon | due to renew | due to expire | set to expire |
  set to renew | lapse date | roll over | expires next | terminate on | coverage end | still good | x dates |
  date it expires | when renew | re up | comes due for renewal | term expiration | exp
field effective: effective | effective date | inception | inception date | start | start date | begin | begins | incept |
  go into effect | went into effect | in effect since | since when | in force since | commence | commencement |
  effective on | starting date | came into force | in effect | take effect | effective from | eff | policy start date |
  start of coverage | coverage start | coverage begin | kick in | kicked in | first day of coverage | came on the books |
  bound on | incepted | issued on | issue date | written on | taken out | take out | took out | first take effect |
  from what date | term start | commenced | bind date | bound date | kick | kicks in | get started | got started | go live |
  went live | go in force | went in force | come into effect | came into effect | take hold | start from
field carrier: carrier | insurer | insurance company | insurance carrier | company | written by | writes | write |
  written with | placed with | placed | who do we have | underwritten | underwriter | insured with | insured by |
  paper company | provider | insurance provider | covered by | which market | what market | market for | market is |
  market has | market are | market do | written through | placed through | who is using | who are we using | using for |
  what paper | whose paper | paper is it on | paper is | on what paper | on whose paper | risk with | business with whom |
  written in | carrying company | issuing company | issuing carrier | writing company | insurer of record | company name |
  underwriting company | underwritten by | who insures | which insurer | carries the risk | insurance partner |
  which company | incumbent | incumbent carrier | =markets | =market | carrier wise | insurer wise | company wise |
  who is on the risk | on the risk | on risk with | who is the paper | paper with
field pay: pay | paying | shell out | shelled out | shelling out | cough up | coughed up | coughing up | fork over |
  forked over | fork out | put out
field premium: premium | cost | price | charge | spend | annual premium | yearly premium | annual cost | premium amount |
  pay a year | pay per year | annual premiums | premiums | prem | written premium | annualized premium |
  total annual premium | total premium | yearly cost | pricing | run us | runs them | how expensive | how pricey |
  dollar amount of premium | shell out | shelling out | being charged | charging | paying in premium | pay in premium |
  pay annually | cost per year | cost a year | annual spend | how much money | annual price | costing | spends | spending |
  coughing up | set back | sets back | coming in at | come in at | came in at | priced at | volume | premium volume |
  dollar volume | book volume | premium dollars | worth to us in premium | premium in force | premium wise | ticket price |
  price tag | bill them for
field policy_number: policy number | policy no | number of the policy | policy numbers | policy id | policy num |
  policy identifier | policy reference | pol number | polnum | policy code | syn no | syn number | old number |
  number on it | number on the policy | pol no | pol id | policy nos | pol nos | contract number
field line: which line | what line | line of business | type of policy | kind of policy | line of insurance | policy type |
  line of coverage | lob | which lines | what lines | line is it | coverage type | type of coverage | kind of coverage |
  type of insurance | kind of insurance | line of | what type of policy | what kind of policy | what type of coverage |
  what kind of coverage | what type of insurance | what kind of insurance
field commission_rate: commission rate | commission percentage | commission percent | rate of commission | comm rate |
  commission pct | commission level | percent commission | percentage of commission | comm percentage | percent |
  percentage | comm percent | commission in percent | percent of commission | rate of comm | rate are we paid |
  rate we are paid | rate do we get | rate we get | rate do we earn | rate of pay to us | commission at what rate
field commission: commission | commission amount | commissions | earn | comm | commission dollars | commission income |
  earned commission | agency commission | make in commission | earn on | our cut | revenue to the agency | agency revenue |
  cut in dollars | our take | our share | make on | making on | get paid on | pull in on | bring in on | agency earn |
  agency income | comm dollars | commission earned | commission dollar
field billing: billing | bill type | billed | billing type | billing method | how billed | billed by whom | billed how |
  who bills | bill them | mode of billing | billing arrangement | billing mode | billing plan | pay us or | pays us or |
  us or the carrier | us or the company | us or the insurer | us or them | carrier or us | company or us | insurer or us |
  who sends the bill | sends the bill | sends the bills | send the bill | sends the invoice | sends them the bill |
  sends the invoices | sends out the bill | who invoices | db or ab | ab or db | direct or agency | agency or direct |
  direct or agency billed | bill mode | how is it billed | how are they billed | billed direct or | bill direct or |
  who collects | who collects the premium | collects the premium | type of billing | kind of billing | way of billing |
  bill plan | =billing | get the bill from | gets the bill from | get billed by | gets billed by | bill come from |
  bills come from | get their bill from | gets their bill from | get their bills from | who is billing | who do they pay |
  pay the carrier directly | pay the carrier direct | pay the company direct | bill the client | bill the insured
field kind: =kind | =new or renewal | new or renewal | new business or renewal | new or rewrite | new or a renewal |
  new or renewed | new or did it renew | brand new or | new or existing | renewal or new | first term or |
  new business or did it renew | new business or a renewal | new or is it a renewal | new or does it renew
field period: policy period | policy term | term dates | policy dates | coverage dates | coverage period |
  dates of coverage | effective and expiration dates | effective and expiration | term of the policy | period of coverage |
  start and end date | eff and exp | effective and expiry dates | inception and expiration | from and to dates |
  from to dates | begin and end dates | beginning and end dates | start and end dates | start and end |
  start and stop dates | begins and ends | eff exp | eff exp dates | inception and expiry | effective and expiry |
  effective expiration dates | from when to when | starts and ends | dates of the policy | dates of the term |
  dates on the policy
field cancelled: cancel date | cancelled on | date cancelled | date of cancel | cancel effective date |
  effective date of cancel | cancel effective | cancelled as of | cancelled effective | cancelled when | day cancelled
field term_months: term months | term in months | months term | term length | length of the term | length of term |
  policy length | length of the policy | month policy | month term | months policy | month one | how many months |
  months long | how long in months | number of months | policy term months | term duration | duration of the term |
  duration of the policy | annual or six | six or twelve month | annual or semiannual | six month or annual |
  annual policy or | month or a
`;
