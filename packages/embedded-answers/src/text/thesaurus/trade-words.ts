/** Words of the insurance trade, and of what it insures, that stand for one another in a question and in a paper, a group to a line. */
export const tradeWords = `
coverage cover insurance protection protect insure
insured policyholder client customer
limit maximum max cap most ceiling
minimum min least floor lowest
exceed over above beyond more surpass
below under less fewer
aggregate total combined
occurrence event incident accident
exclude exclusion except exception
exclusion restriction limitation
additional extra supplemental further
supplement supplemental supplementary addendum
endorsement endorse change amendment rider
change amend modify alter revise update
change modification alteration revision amendment
floater schedule itemize
list listing roster schedule
remove delete drop removal deletion
replace replacement substitute swap
replacement rcv rc
acv depreciation depreciate
value valuation worth appraise
appraisal appraise appraiser
amount sum figure
deductible retention sir
retain retention keep
coinsurance itv
declaration dec declarations
approve approval authorize authorization permission
refer referral submit
submit submission send
application app apply
applicant application apply prospect
prospect lead prospective potential
underwrite underwriter underwriting uw
eligible eligibility qualify acceptable
accept acceptable write take insure eligible
allow permit permissible okay
decline refuse reject deny ineligible unacceptable
ineligible unacceptable prohibit decline disqualify
prohibit forbid ban disallow
restrict restriction limitation condition
condition requirement prerequisite
require requirement must mandatory need
require demand want insist
mandatory compulsory obligatory required
optional option voluntary elective
age old year
age young youngest minimum
age oldest older maximum
young youthful youth teen teenager
new newly recent
year annual yearly annually
month monthly
day deadline within
quick fast soon hour day
soon promptly immediately prompt immediate
late overdue past delinquent
period term duration long
rate rating
premium cost price rate
cheap low inexpensive affordable
decrease reduce lower reduction
discount credit reduction save
bundle multipolicy package
bop businessowner businessowners
tier class
class classification classify code
kind type category sort
calculate compute calculation determine
estimate approximate projected
exposure risk hazard
hazard hazardous danger dangerous
payroll wage salary remuneration
wage salary pay earnings
sale receipt revenue gross
revenue income sale
mod emr modification experience
history record prior
prior previous former past earlier
remarket shop market requote
rewrite remarket move
competitor competitive rival
switch move transfer change
transfer assign assignment
move relocate relocation
diligent diligence
fee charge
commission compensation earn
wholesaler wholesale mga broker
producer agent broker salesperson
staff employee team personnel
supervisor manager boss management
handle manage process service
responsible responsibility duty
owner partner member officer
officer executive director president
partner partnership
corporation corporate inc
entity business company organization
personal individual private
employee worker staff laborer
employ employment employer employee
peo staffing leasing
subcontractor sub subcontract
uninsured um
underinsured uim
tenant renter lessee occupant
live reside occupy resident
household family resident
family household relative
spouse husband wife
marry marriage married spouse
divorce separate separation
child kid son daughter
dependent child spouse
student college school
parent mother father
guest visitor invitee
nonrenew nonrenewal
reinstate reinstatement restore reactivate
stop cease discontinue end
prorate prorata
refund return unearned
notice notify notification
warn warning alert
effective start begin inception
backdate retroactive retro
deadline due date
report file submit
report call contact
adjuster examiner
adjuster adjust inspector
reimburse reimbursement repay
indemnify indemnity indemnification harmless
defend defense
complain complaint grievance
court litigation judge
judgment verdict
plaintiff claimant
liable liability fault responsible
fault blame negligence negligent
mistake error wrong incorrect
admit admission
subrogate subrogation recover recovery
waive waiver
salvage totaled
protect safeguard secure
emergency urgent
photo picture photograph image
document documentation record paper
note log record memo
witness testify testimony
investigate investigation siu
fraud fraudulent scam siu
misrepresent misrepresentation lie false
conceal concealment hide
disclose disclosure reveal share
holder certificateholder
contract agreement
wording language text
provision clause term
write written
verbal oral phone
explain explanation describe interpret
build builder construction construct
age built build
renovate renovation remodel rehab
upgrade update
location address premises site
finish complete completion
operation activity
manufacture manufacturer make
install installation installer
maintain maintenance upkeep
bond surety
criminal crime felony conviction
convict conviction
theft steal stolen rob
vandalism vandal mischief
bill billing invoice
downpayment deposit down
bounce nsf insufficient returned
autopay eft ach draft
collect collection
reconcile reconciliation
audit auditor auditing
review check examine
inspect inspection inspector survey
correct correction fix
omit omission forget miss
comply compliance
regulation regulatory law rule statute
regulator doi commissioner
rule guideline standard
procedure process step workflow
license licensed licensure licensing
license permit
education train training course ce
appoint appointment
rebate rebating inducement gift
private privacy confidential confidentiality
encrypt encryption secure
consent permission authorization
hipaa phi
breach hack compromise
house home dwelling residence
hoa association
mobilehome manufactured mobile
primary main principal
second secondary seasonal vacation
cabin cottage seasonal
airbnb vrbo rental
occupy occupancy occupant
plumb plumbing pipe plumber
pool swimming diving swim
fence enclosure gate
alarm detector security
sprinkler suppression
hydrant firehouse station
wildfire brush
fire burn
explode explosion
slip fall trip
freeze frozen frost
leak seep seepage
sewer backup overflow sump
mold mildew fungus
wear deterioration decay
sinkhole subsidence
coast coastal shore ocean
moratorium suspend suspension
shed barn outbuilding detached
deck porch
basement cellar
frame wood
masonry brick block
acre acreage land
jewelry ring
gun firearm weapon
antique classic collectible
motorcycle motorbike cycle
atv utv recreational
rv motorhome camper
drone uas uav
aircraft airplane plane
car auto vehicle automobile
truck vehicle
tow towing roadside
bus van passenger
deliver delivery courier
mvr violation driving
cdl license
permit learner
speed speeding
revoke revocation suspend
dot fmcsa
radius distance mile
far radius mile distance
garage garaging park
dealer dealership
mechanic garage
windshield glass
comp comprehensive otc
medpay medical
pip nofault
hire nonowned hnoa
borrow permissive permission
customize modify
buy purchase acquire acquisition
bar tavern nightclub
cater catering
retail store shop
church religious worship
school educational
daycare childcare
nonprofit charity
landscape landscaper landscaping lawn
clean cleaning janitorial janitor
weld welding welder
demolish demolition wrecking
dig excavate excavation
cannabis marijuana hemp
pollution pollutant environmental
wedding event party
doctor physician
hospital clinic
wc comp compensation workcomp
exempt exemption exclude
disable disability
rtw modified duty
safe safety osha
umbrella excess
underlying primary
beneficiary heir
exam paramed medical
medical health
enroll enrollment join
cobra continuation
medicare senior
retire retirement retiree
dental teeth dentist
birth newborn baby
medication prescription drug
ask request
call phone telephone contact
email mail
send forward transmit mail
diary suspense followup reminder
online website portal web
attach attachment scan upload
copy duplicate
bonus incentive contingent contingency
split share divide
tria terrorism
catastrophe cat disaster
tpa administrator
insurer carrier company market
sublimit limit
include inclusion contain add
copay copayment
issue issuance
bind binder binding authority
decline declination
refuse refusal
territory area zone
raise increase rise hike surcharge
increase higher surcharge load debit
quote quotation proposal
propose proposal offer present presentation
surplus excess nonadmitted es
csr account manager servicer assistant
own owner ownership proprietor principal shareholder
hire employ recruit
rent lease rental renter tenant
sublease sublet subletting
window glass pane glazing
electric electrical electricity
renew renewal continue continuation
expire expiration expiry renewal end
cancel cancellation terminate termination drop
nonpayment unpaid
lapse gap uninterrupted continuous expire
notify inform advise tell report letter
claim loss accident incident
accident crash collision collide wreck hit
damage harm destroy destruction ruin
fnol report notice
settle settlement pay payment payout resolve
attorney lawyer counsel legal
lawsuit suit litigation sue summons complaint subpoena
deny denial decline refuse
dispute disagree disagreement contest appeal
repair fix mend restore restoration
prevent prevention avoid mitigate mitigation
proof evidence prove verify documentation
frequency number many
certificate coi cert proof evidence
ai additional
lender mortgagee bank lienholder lien payee
loan mortgage lien finance financing
sign signature execute esign
vendor supplier
contractor builder construction tradesman
job project jobsite site
dishonesty fidelity embezzle embezzlement
burglary robbery theft burglar thief
payment pay installment
owe debt balance due outstanding unpaid
trust fiduciary
overpay overpayment
evaluate evaluation assess assessment
verify verification check confirm confirmation
violate violation ticket citation
keep retain store storage preserve
sensitive confidential npi nonpublic
hack hacker cyber ransomware extortion
phish phishing scam impostor impersonate
contents belongings possessions bpp stuff
apartment multifamily duplex
vacant unoccupied empty vacancy abandon
roof roofing shingle roofer
wire wiring electrical electric electrician
fuse breaker
heat heating furnace heater boiler
woodstove stove fireplace chimney
dog breed animal pet pitbull bite
livestock cattle horse equine animal
termite insect pest rodent vermin
wind windstorm hurricane storm tornado
flood flooding nfip fema
equipment machinery machine tool
spoil spoilage
interruption shutdown closure
boat watercraft vessel jetski marine
truck trucker trucking hauler motorcarrier
haul transport cargo freight
uber lyft rideshare tnc livery taxi
drive driver operator motorist
rent rental loaner
register registration
sell sale sold
farm ranch farmer agriculture agricultural
paint painter painting
carpenter carpentry
discriminate discrimination harassment epli
eo malpractice professional
respond response reply answer
receive receipt get
solicit solicitation
injure injury hurt bodily bi ill
death die deceased decease fatality fatal
earthquake quake seismic
cook cooking fryer
liquor alcohol beer
dui dwi drunk alcohol intoxicated
treat treatment
temporary temp interim
smoker smoke tobacco nicotine
estate executor administrator
shred destroy dispose disposal
password credential login
choose elect select choice election
bankrupt bankruptcy insolvent insolvency
landlord lessor owner
hood ansul suppression
tree limb branch
story floor level
restaurant diner cafe eatery
hotel motel lodging
nonrenewal nonrenew drop
reject rejection deny
`;
