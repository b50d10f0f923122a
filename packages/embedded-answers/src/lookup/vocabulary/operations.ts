/** What is to be done with the rows: counted, added up, ranked, divided. One meaning to a line (`phrases.ts`). */
export const operations = `
op count: how many | number of | count of | count | how many in total | total number of | quantity of | size of |
  what is the count | total count | headcount of | how numerous | total number | total count of | number in total |
  how many altogether | number altogether
op sum: total | sum | sum of | altogether | in total | in all | combined | overall | grand total | add up | added up |
  aggregate amount | totals | totaling | cumulative | in sum
op average: average | on average | avg | mean amount | typical
op max: top | largest | biggest | highest | most expensive | greatest | costliest | priciest | largest by | worst |
  most costly | most severe | most valuable | heaviest | maximum | max | dearest
op most: most | highest number of | largest number of | most common | most frequent | most often | greatest number of
op fewest: fewest | least common | lowest number of | smallest number of
op min: smallest | lowest | cheapest | least expensive | least | minimum | best price | most competitive | least costly |
  minimum amount
op latest: last | latest | most recent | newest | recent | most recently | last time | latest one | most current | recently |
  =lately | youngest | born last
op earliest: earliest | oldest | first | next | soonest | upcoming | nearest | next up | first one | coming up next |
  longest standing | longest tenured | with us the longest | been with us the longest | longest | born first
op list: list | list of | list all | names of | enumerate | itemize | name all | rundown of | breakdown of | tell me all |
  show all | run through
by line: by line | per line | for each line | line by line | by line of business | by lob | per line of business |
  each line | by coverage line | by line of coverage | by type of policy | by policy type | broken out by line | across lines
by carrier: by carrier | per carrier | for each carrier | by insurer | per insurer | by company | by insurance company |
  each carrier | carrier by carrier | by market | across carriers
by status: by status | per status | for each status | by stage | per stage | in each stage | for each stage | each stage |
  at each stage | by where they stand | by where they are | each status | in each status | by state of | in every stage |
  per each stage
by producer: by producer | per producer | for each producer | each producer | by salesperson
by servicer: by account manager | per account manager | by csr | per csr | each account manager | by servicer
by office: by office | per office | for each office | each office | by branch | per branch
by state: by state | per state | for each state | each state
by cause: by cause | per cause | by cause of loss | by type of loss | by peril | by type of claim | by claim type
by reason: by reason | per reason | for each reason | by lost reason | by decline reason | by reason lost | by reason for
by kind: by kind | by type of document | by document type
by segment: by segment | per segment | by client type
by year: by year | per year of loss | year by year | by loss year | by accident year
`;
