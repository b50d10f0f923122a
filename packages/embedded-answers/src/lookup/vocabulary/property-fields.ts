/** Facts of vehicles, drivers, places and contracts, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const propertyFields = `
field vin: vin | vehicle identification number | vins | vin number | vehicle id number | vehicle number | vehicle id |
  serial number | serial no | serial | identification number | identification no | vin no | vehicle serial number |
  chassis number
field make: vehicle make | what make | make of | brand | manufacturer | make and model | what brand | which make | =makes
field model: model | models | which model | what model
field year: model year | what year | model years | year of the vehicle | what year is
field garaging: garaging zip | garaging address | garage zip | kept overnight | where garaged | parked overnight |
  garage location | garaging location | =garaged | =garaging | =garaged at | garaged in | garaged at | garage in |
  garaging zip code | garaging postal code | garaging place | sleep at night | sleeps at night | sleep overnight |
  kept at night | parked at night | parked overnight at | stored overnight | stored at night | where kept | where parked |
  where stored | garaging town | garage address | garage zip code | where garaged at | is kept | are kept | is parked |
  are parked
field license: license state | driver license | licensed state | licence state | licensed to drive | state of license |
  driver license state | drivers license | license issued | licence | dl state | license state code | state of licensure |
  state issued license | get the license | got the license | license from | licensed by which state | dl issued | dl from
field construction: construction | construction type | built of | construct | construction class | building made of |
  made of | construction of the building | type of construction | construction of | constructed | constructed of | build of |
  built out of | made out of | construction class code | build type | type of building | iso construction | iso class |
  frame or masonry | masonry or frame | jm | mnc | fr | frame joisted masonry | joisted masonry | fire resistive |
  masonry non combustible | building type | built from
field year_built: year built | built | construction year | yr built | age of the building | when constructed |
  construction date | building age | constructed in | =built in | how old is the building | how old is the house |
  how old is the home | how old is the property | put up | went up | year of construction | year constructed | when built |
  what year built | built when | built what year | how old the building is | age of building | age of the structure |
  age of the property | age of the home | age of the house | vintage | building year | build year | year of build |
  year of the building
field square_feet: square feet | square footage | sqft | area | sq ft | sq footage | square foot | floor area |
  building size | size of the building | sq foot | floor space | sf | building area | big is the building |
  large is the building | how big is the building | how big is the location | how big are the premises |
  how large is the building | how large is the location | how large are the premises | how large is the premises |
  how big is it | how large is it | how big is that one | how large is that one | how big is that location |
  how big is that building | how big is the place | how big is the shop | how big is the store | how big is the house |
  how big is the home | how big is the space | size of the space | size of the store | size of the premises |
  size of the location | size of the place | size of the property | how large is the store | how large is the place |
  how many square feet | how many sq ft | gross area | floor size | footage | sf of the building | square foot area |
  square meterage
field occupancy: occupancy | occupied as | occupied | occupancy type | used for | occupancy class | building used for
field sprinklered: sprinklered | sprinkler | sprinklers | sprinkler system | sprinklers in place | fire sprinklers |
  automatic sprinklers | protected by sprinklers | sprinkler protected | sprinkler protection | fire suppression |
  sprinkled | sprinkler system in | sprinklers in | automatic sprinkler | fire sprinkler system | sprinklers installed |
  have sprinklers
field flood_zone: flood zone | fema zone | flood zones | fema flood zone
field interest: owned or leased | owner or tenant | own or rent | own or lease | interest | owns or rents | owns or leases |
  own the building | own their building | rent the building | lease the building | lease or own | rent or own |
  owner or a tenant | owned or rented | tenant or owner | insured interest | own the premises | own the property |
  own their space | rent their space | lease their space | tenant or own | rents or owns | rent their building |
  tenant there | owner occupied | owner of the building | tenant in the building | lease their building | leasing or owning |
  renting or owning | owning or renting | own it or rent | rent it or own
field building_value: building value | value of the building | building limit value | value of building |
  insured building value | building worth | building amount | structure value | value of the structure | structure worth |
  insured value of the building | building valued | building insured value | bldg value on the schedule |
  value on the building | value for the building | carry the building at | carry the structure at | valued building
field contents_value: contents value | value of the contents | content value | value of contents | bpp value |
  contents worth | contents | bpp | contents amount | value on the contents | value for the contents | stuff inside |
  business personal property value | value of their stuff | value of the bpp
field party: party | other party | counterparty | with whom | signed with | sign with | sign up with | contracted with |
  contracting party | other side | contract counterparty | made with | who is the gc | hired by | holder's name |
  name of the holder | working for
field gl_occurrence_required: gl occurrence required | general liability required | required general liability |
  gl limit required | required gl limit | required gl | gl required | general liability limit required | gl requirement |
  liability limit required | general liability requirement
field umbrella_required: umbrella required | required umbrella | umbrella limit required | required umbrella limit |
  umbrella requirement | excess required
field auto_required: auto required | auto liability required | auto limit required | required auto limit | required auto |
  automobile liability required | auto requirement
field notice_days: notice | notice days | notice of cancellation | days notice | days of notice |
  notice of cancellation days | cancellation notice | notice required | cancellation notice days | notice period |
  days notice of cancellation | cancellation notice period | advance notice | prior notice | notice of cancelation |
  cancelation notice | how much notice | notice days required | days of cancellation notice | days advance notice |
  period of notice
field gl_aggregate_required: gl aggregate required | aggregate required | required aggregate | general aggregate required |
  required general aggregate
field waiver: waiver of subrogation | waiver | wos | subrogation waiver | waive subrogation | waive | waivers |
  waiver of subro | subrogation
field additional_insured: additional insured | additional insured status | ai | additional insureds | ai status |
  blanket additional insured
field primary_wording: primary and noncontributory | primary noncontributory | primary and non contributory |
  primary non contributory | primary wording | noncontributory | pnc | p nc | primary and noncontributory wording |
  primary noncontributory wording
family contracts: agreement | construction contract | construction job | job contract | construction agreement |
  service agreement | subcontract | contract terms | project contract | owner agreement | developer contract |
  insurance specs | insurance spec | contract language | insurance provisions
family locations: plant | facility | facilities | storefront | place of operations | schedule of locations |
  location schedule | statement of values | locs on file | =addresses | sov | places of business | insured places
family drivers: behind the wheel | operator | operators | driver list | driver schedule | schedule of drivers |
  list of drivers | drives for | drive for | who drives | people driving | licensed operators | rated operators |
  motorist list
family vehicles: units on the schedule | units scheduled | rolling stock | autos on the schedule | vehicle list |
  list of vehicles | motor vehicles | unit
`;
