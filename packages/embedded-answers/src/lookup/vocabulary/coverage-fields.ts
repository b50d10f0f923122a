/** Facts of what a policy covers, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const coverageFields = `
field limit: each accident | per accident | each occurrence | per occurrence | each claim | per claim | limit |
  limit of insurance | limit of liability | coverage limit | coverage amount | sum insured | how much coverage | limits |
  how much insurance | insured for how much | amount of insurance | amount of coverage | occurrence limit | aggregate limit |
  limits of coverage | limits of liability | limits of insurance | policy limits | how much protection | coverage limits |
  covered up to | insured up to | up to how much | insured value | insured limit | maximum coverage | insured amount |
  max coverage | max limit | policy limit | limit carried | limits carried | lim | cov limit | covered for how much |
  face amount | coverage amounts | dollar limit | max it pays | max it will pay | most it pays | most it will pay |
  maximum it pays | maximum payout | max payout | pays up to | pay up to | covers up to | cover up to | good up to |
  good for how much | limit amount | limit figure | =capped at | =cap | =cap on | pays at most | pay at most |
  pay out at most | pays out at most | most they get | most they would get | most the policy pays |
  most the policy will pay | most the carrier pays | most the carrier will pay | max the policy pays | max the carrier pays |
  max they get | max amount of coverage | highest it pays | how high does it go | how high do they go | limit wise |
  dollar amount of coverage | total coverage amount | how much cover | cover amount | coverage max | coverage maximum |
  amount covered | amount insured for | each occurrence limit | split limits | limit on the policy | limits on the policy |
  each acc | per acc | per person limit | aggregate limits | face amount of coverage | policy max | policy maximum |
  general aggregate | aggregate | occurrence aggregate
field deductible: deductible | self insured retention amount | out of pocket | ded | deductibles | self insured retention |
  retention | sir | out of pocket amount | excess amount | eat themselves | eat first | pay first | pays first |
  hold themselves | holds themselves | on the hook for first | skin in the game | retained amount | retained limit |
  own share of a loss | share of a loss | before insurance kicks in | before the insurance kicks in |
  before coverage kicks in | before the policy kicks in | before the carrier pays | before the insurer pays |
  before the policy pays | before insurance pays | before the umbrella pays | before the umbrella kicks in |
  out of own pocket | out of their pocket | out of their own pocket | out of pocket on a claim | pay out of pocket |
  pay out of their own pocket | comes out of their pocket | come out of pocket | responsible for first | pick up themselves |
  absorb | absorbs | bear themselves | pay themselves | pay before | deductible amount | deductible amt | sir amount | ret |
  deduct | =deduc | =dedctible | =deductable | =deductables | do they eat | they eat | have to eat | pay themselves first |
  on their own dime
field covered: covered | cover | cover for | included | coverage for | include | protected | endorsed | endorsement for |
  insured for | insured against | covered for | covered against | coverage | covers | coverages include | insured for it |
  have coverage for | protected against | protection for | cover them for | endorsement | endorsed for | endorsed with |
  extension for | provide for | built in | is included | insured | carry coverage for | incl | incl in | come with |
  comes with | came with | built into | endorsed onto | picked up under | extended to
field retro_date: retro date | retroactive date | prior acts date | retro | retroactive | prior acts | how far back |
  go back to | goes back to | reach back to | reaches back to | cover back to | covers back to | covered back to |
  back to what date | back to when | retro active date | retro dt | retrodate | retroactive dt | prior acts coverage |
  prior acts covered | prior acts from | prior acts coverage date | full prior acts | claims made date | retroactivity |
  retro cover | prior acts cover | how far does it go back | how far does it reach back
field valuation: =valuation | =valuations | =valued at | replacement cost basis | settlement basis | valuation basis |
  replacement cost | actual cash value | acv or replacement | rcv or acv | =valued | replacement cost or acv | rc or acv |
  acv or rc | replacement cost or actual cash value | acv | rcv | rc | rc basis | acv basis | agreed value |
  replacement value | replacement cost value | rc or | settled at | loss settlement | losses settled |
  how are losses settled | =settlement | replacement cost valuation | valuation method | valued on | value basis |
  replacement | depreciated | depreciated value
field coinsurance: coinsurance | coinsurance percentage | coinsurance clause | co insurance | coins | coins percentage |
  coinsurance percent | coinsurance requirement | co ins | coins clause | coins requirement | coinsurance amount |
  coinsurance penalty | coinsurance rate
field trigger: trigger | occurrence or claims made | claims made or occurrence | claims made | occurrence form |
  coverage trigger | occurrence basis | cm or occurrence | occurrence or cm | claims made form | claims made policy |
  claims made basis | occurrence policy | occurrence based | occurrence form or claims made |
  claims made or occurrence form | cm form | coverage form trigger | occurrence trigger
fill: demanded | demanded by | demanded in | dictated by | be named | get named | to be added | be listed | on there |
  on it | on the policy | part of the policy | does it have | got it | got that | got one | attached | thrown in |
  coverage wise | piece of it
`;
