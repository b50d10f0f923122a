/** Facts of a claim, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const claimFields = `
field claim_number: claim number | claim no | file number | claim reference | claim id | claim num | number of the claim |
  number on the claim | claim's number | file no | file num | carrier's claim number | loss number | number of the loss |
  reference number of the claim
field incurred: incurred | total incurred | incurred amount | claim cost | loss amount | severity | total loss amount |
  loss total | cost of claims | claims cost | total loss | total cost of | incurred losses | claim amount | loss dollars |
  loss costs | how costly | amount incurred | total claim amount | claim total | total incurred losses | loss size |
  cost us | total cost of the claim | what it came to | come to in all | came to in all | come to in total |
  came to in total | price tag | total damage
field paid: paid | payout | paid out | paid amount | payment | paid so far | amount paid | paid to date | paid on |
  paid losses | payouts | paid out so far | indemnity paid | loss payment | payments made on | end up paying |
  ended up paying | disbursed | disbursement | disbursements | laid out | money went out | money gone out |
  money has gone out | money out | payments so far | paid in total | total paid | paid in claims | shell out | shelled out |
  pay out | paying out | dish out | dished out | paid on it | been paid on | paid on that | claim payments |
  claims payments | loss payments | claim dollars paid
field reserved: reserve | reserved | case reserve | reserves | outstanding reserve | case reserves | reserve amount |
  reserves set | set aside | outstanding reserves | loss reserve | loss reserves | reserved amount | reserve left |
  still reserved | hold back | holding back | held back | holding in reserve | held in reserve | put aside | putting aside |
  sitting in reserve | set to the side | setting aside | money parked | earmarked | still in reserve | left in reserve |
  for future payments | still expected to pay out | yet to be paid out
field cause: cause | cause of loss | what caused | reason for the loss | what happened | peril | caused | cause of the loss |
  type of loss | kind of loss | type of claim | kind of claim | nature of the loss | nature of the claim |
  reason for the claim | loss cause | what was the claim for | went wrong | was behind the | behind the claim |
  behind the loss | behind this claim | behind that claim | what's behind | led to | lead to | brought about |
  brought it about | brought on | set it off | down as | came about | come about | claim due to | loss due to |
  was it due to | resulted from | result from | sort of loss | sort of claim | claim about | loss about | claim for what |
  kind of accident | type of accident | how did it happen
field occurred: happen | happened | occur | occurred | date of loss | loss date | accident date | take place | loss occur |
  accident happen | dol | loss dt | date of accident | date of the loss | date of occurrence | incident date | day of loss |
  occurrence date | date of the claim | claim date | date it happened | day it happened | when it happened |
  date of incident | date of event | event date | went down
field reported: reported | report date | date reported | reported on | reported to us | report dt | notified | notice date |
  reporting date | first reported | turned in | turn in | get turned in | called in | call in | phoned in | phone in |
  handed in | let us know about | told us about | tell us about | hear about | heard about | learn of | find out about |
  found out about | first notice | notice of loss | date of notice | put on notice | reported date | notify |
  notification date | come to our attention | report the claim | report the loss | report it
field adjuster: adjuster | claims adjuster | claim handler | adjusters | adjusting | adjuster name | handling the claim
`;
