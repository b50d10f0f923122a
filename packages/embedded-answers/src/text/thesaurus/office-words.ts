/** Words of an office and of everyday life that stand for one another in a question and in a paper, a group to a line. */
export const officeWords = `
deadline cutoff due
expire expiration expiry lapse end
start begin commence commencement beginning effective inception
end finish conclude conclusion complete completion
delay postpone defer postponement deferral
late overdue delinquent tardy
late lateness tardiness punctual punctuality
overdue arrears unpaid outstanding owe nonpayment
early advance beforehand
before prior advance
after following subsequent
soon promptly quickly shortly immediately
immediately instantly directly immediate promptly
urgent emergency priority immediate
fast quick rapid speedy expedite
yearly annual annually year
monthly month
weekly week
daily day everyday
quarterly quarter
often frequently frequency regularly periodically
rarely seldom occasionally sometimes
when time date hour
long duration length period term
reschedule postpone rearrange
schedule timetable calendar plan
appointment meeting visit
meeting conference
lunch break meal rest
current present existing
previous former prior past
recent latest new newly
old outdated obsolete
old age elderly senior
youngest minimum age
oldest maximum age
young age minor youth teenager
permanent lasting indefinite
temporary interim provisional temporarily
repeat recur recurring
call phone telephone ring dial
callback call return
phone mobile cellphone smartphone cell
voicemail voice message recording
greeting greet welcome
email mail message
email inbox mailbox
letter mail correspondence
mail post postal postage envelope
send submit forward transmit mail
send dispatch deliver ship
fax facsimile
reply respond response answer return
reply acknowledge acknowledgement
tell inform notify advise notice notification
notify alert warn warning
announce announcement notice
talk speak discuss discussion conversation chat
contact reach communicate communication
text sms message
write written writing document
draft compose write
sign signature signed
spoken oral verbal
explain explanation clarify describe description
remind reminder
complain complaint grievance
dispute disagree disagreement
dispute contest challenge
ask request
ask inquire inquiry enquiry question
request apply application
apply applicant application
advice advise recommend recommendation guidance
suggest suggestion recommend propose
invite invitation
apologize apology sorry
polite courteous courtesy respectful friendly
rude impolite disrespectful discourteous
translate translation interpreter translator language
website site web online internet
facebook twitter linkedin instagram social
media press journalist reporter newspaper
advertisement advertise advertising ad
advertise promote marketing
brochure leaflet flyer pamphlet
spouse husband wife partner
spouse married marry marriage wedding
partner cohabitant domestic
child kid son daughter dependent
child baby infant newborn
birth born baby
pregnancy pregnant maternity
maternity parental
paternity parental
adopt adoption adopted
parent mother father mom dad
family relative household
sibling brother sister relative
grandparent grandmother grandfather
divorce divorced separation
single unmarried
die death dead deceased
funeral bereavement death
roommate tenant housemate
neighbor neighbour
guest visitor
gender sex
customer client
policyholder insured client
religion religious
disability disabled handicap impairment
pay salary wage compensation remuneration earnings
payday paycheck payroll
payslip paystub
bonus incentive
vacation leave holiday pto
off leave absent absence
sick ill illness sickness unwell
contagious infectious flu
doctor physician medical
hospital hospitalization hospitalized
medicine medication drug prescription
injured injury hurt harm
attend attendance
missing absent absence
jury court
military army reservist
vote voting election
overtime nonexempt
hourly nonexempt
salaried exempt
timesheet timecard timekeeping
train training teach instruct instruction
training course class education lesson
exam test examination
license licence licensing licensed
qualification qualified qualify
qualify eligible eligibility entitled
degree diploma
certificate certification certified
hire recruit recruitment employ
hire engage appoint
candidate applicant
resume cv
reference referee
newcomer newly new trainee
onboarding orientation induction
probation trial probationary introductory
fire dismiss dismissal terminate termination discharge
quit resign resignation leave
layoff redundancy downsizing
retire retirement pension
punish punishment discipline disciplinary sanction
misconduct misbehavior violation
evaluate evaluation appraisal assessment review
promotion advancement
job position role
job occupation profession employment work
worker employee staff personnel
staff workforce team
intern trainee apprentice
freelancer contractor
moonlight moonlighting outside secondary
competitor rival
compete competition noncompete
dress attire clothing clothes apparel garment wear
jeans denim casual
sneaker shoe footwear
jewelry jewellery necklace
hair beard grooming
perfume fragrance scent
home remote remotely telework telecommute
homeworking telecommuting teleworking
flexible flexibility flextime
smoke smoking tobacco cigarette
vape vaping ecigarette
alcohol drink drinking beer
drunk intoxicated impaired alcohol
weapon gun firearm
bully bullying harassment harass
discriminate discrimination
violence threat fight assault
fair fairness equitable
dating romantic relationship
ethic ethical integrity
receptionist reception front lobby
boss manager supervisor superior principal management
supervisor supervise supervision oversee
principal owner
owner own ownership
coworker colleague teammate peer
office workplace premises
office branch location
department division
company firm business
responsible responsibility accountable
duty task responsibility obligation
assign allocate delegate
substitute backup cover replacement
computer laptop pc
device equipment hardware
copy photocopy duplicate
copier photocopier
software program application app
install installation download
update upgrade
password credential passphrase
login logon log access
hack hacker breach intrusion
virus malware
scam phishing
encrypt encryption encrypted
file record document
record recording log
paper document paperwork hardcopy
data information
confidential confidentiality private secret
privacy private confidentiality
share disclose disclosure
keep retain retention store
keep maintain preserve
archive storage store
destroy destruction shred shredding dispose disposal
discard trash garbage dispose
delete erase remove deletion
lose lost
lost misplaced missing
steal theft stolen
thief burglar robber
burglary theft robbery
badge key fob
identification identity identify id
tidy clean neat cleaning
car vehicle automobile auto
truck lorry
motorcycle motorbike
bicycle bike
boat watercraft vessel
camper motorhome rv
drive driver driving
crash collision accident
tire tyre
windshield windscreen glass
gas fuel petrol gasoline
mileage mile
mechanic garage workshop
pay payment remit settle
fee charge
cost price charge rate
cost expense
expense expenditure spending
reimburse reimbursement repay
refund return reimburse
bill invoice
receipt proof voucher
installment instalment plan
debt owe
borrow loan lend
cheque check
bounce nsf insufficient returned
free complimentary gratis
cheap inexpensive low affordable
cheaper discount saving
discount reduction rebate
expensive costly high
maximum limit cap most
minimum least smallest lowest
percent percentage
tip gratuity
gift present gratuity favor
bribe kickback bribery
donate donation charity contribution
volunteer voluntary
calculate calculation compute determine
worth value valuation appraise appraisal
extra additional surcharge
may allow allowed permitted permit permission
allowed permissible acceptable
allow authorize authorization permission
approve approval consent permission
accept acceptance
agree agreement consent
must require required requirement mandatory
mandatory compulsory obligatory required
need require necessary
optional voluntary
forbid forbidden prohibit prohibited banned prohibition
refuse refusal decline deny denial
reject rejection decline
avoid refrain
law legislation statute
illegal unlawful
rule regulation guideline
how procedure process step
break violate violation breach
obey comply compliance follow adhere
entitle entitled entitlement right
exception exempt exemption
lawyer attorney solicitor
sue lawsuit litigation
crime criminal
conviction convicted
fine penalty
fraud fraudulent dishonest
lie false misrepresent misrepresentation
honest honesty truthful
proof evidence prove
verify verification check confirm
check inspect inspection review
audit auditor
watch monitor monitoring surveillance
camera video surveillance
photo photograph picture
buy purchase obtain acquire
vendor supplier
compare comparison
choose select choice selection
decide decision determine
give provide supply furnish
replace replacement substitute exchange
swap exchange trade
change modify modification amend amendment alter alteration
move relocate relocation
move address residence
increase rise raise
decrease reduce reduction lower
include inclusion
exclude exclusion excluded
extend extension prolong
renew renewal continue
continue continuation
stop cancel cancellation terminate termination end
stop discontinue cease
suspend suspension
prevent prevention avoid
reinstate reinstatement restore resume
revoke withdraw withdrawal
correct correction fix rectify
wrong incorrect inaccurate mistake error
fix repair mend
resolve resolution settle
broken damaged damage break
problem issue trouble difficulty
help assist assistance support
use usage utilize
find locate search
know knowledge aware
understand comprehend understanding
sort type kind
important importance essential
purpose aim goal objective
reason why cause because
where location place
near nearby close
enough sufficient adequate
only solely exclusively
differ different difference
empty vacant vacancy unoccupied
house home dwelling residence
apartment flat
condo condominium
live reside resident residence
shed outbuilding
rent rental lease
rent rented leased
tenant renter lessee
landlord lessor
toilet restroom bathroom
basement cellar
attic loft
roof shingle
elevator lift
yard garden lawn
furniture belonging content possession
leak leakage seepage
sewer drain sewage
furnace boiler heating
wiring electrical electricity
outage blackout
fridge refrigerator freezer
appliance dishwasher
television tv
mold mould fungus mildew
insect pest vermin termite
mouse rat rodent
alarm detector
fire burn blaze
flood flooding
storm windstorm
hail hailstorm
earthquake quake
disaster catastrophe
evacuate evacuation exit
renovate renovation remodel remodeling
travel trip journey
flight fly airplane plane
hotel lodging accommodation
abroad overseas foreign international
luggage baggage
taxi cab
uber lyft rideshare
food meal eat
restaurant dining
pet animal
pet dog
dog puppy
livestock cattle
event party celebration
workshop seminar
contest raffle
recognition award
gamble gambling betting
danger hazard dangerous
risk risky danger
protect protection safeguard
electronic digital online
attachment attach attached enclose
fill complete
faq question
feedback opinion comment survey
politics political
handbook manual guide
clause provision paragraph section
define definition mean glossary
`;
