import type { AgencyExport } from "./agency-export.ts";

const lines = (...text: readonly string[]): string => `${text.join("\r\n")}\r\n`;

/** Exports that are text: reports saved as CSV, and files that other programs write. */
export const textExports: readonly AgencyExport[] = [
  {
    // Titles above, the day behind a label, a total of each customer, and the office's own abbreviations.
    name: "Expiration Renewal Report.csv",
    columnsOf: "help.vertafore.com/ams360 report Expiration/Renewal, Book of Business",
    content: () =>
      `\uFEFF${lines(
        "Expiration/Renewal Report,,,,,,,,,,,,,",
        "Harbor & Pine Insurance Agency,,,,,,,,,,,,,",
        "Expiration Date Range:,10/01/2026 - 12/31/2026,,,,,,,,,,,,",
        "",
        "Customer Name,Customer #,Type of Business,Policy #,Policy Type,Term,Company,Writing Company,Eff Date,Exp Date,Bill Method,Transaction,Written Premium,Exec",
        '"Sable Creek Orchards, LLC",00012044,CL,BOP-778120,Businessowners,12 Months,Ohio Casualty Ins Co,West American Ins Co,10/15/2025,10/15/2026,Direct Bill,Renew Policy,"$4,812.00",MTK',
        '"Sable Creek Orchards, LLC",00012044,CL,BAP-778121,Commercial Automobile,12 Months,Ohio Casualty Ins Co,West American Ins Co,10/15/2025,10/15/2026,Direct Bill,Renew Policy,"$9,204.50",MTK',
        '"Total for Sable Creek Orchards, LLC",,,,,,,,,,,,"$14,016.50",',
        'Dunmore Tool & Die Inc,00012051,CL,WC 9004413,Workers Compensation,12 Months,Zenith Mutual,Zenith Mutual,11/01/2025,11/01/2026,Agency Bill,New Business,"$31,007.00",PLR',
        'Dunmore Tool & Die Inc,00012051,CL,CUP 9004414,Umbrella - Commercial,12 Months,Zenith Mutual,Zenith Mutual,11/01/2025,11/01/2026,Agency Bill,New Business,"$6,150.00",PLR',
        '"Total for Dunmore Tool & Die Inc",,,,,,,,,,,,"$37,157.00",',
        '"Okafor, Ngozi",00000873,PL,PPA 51-220-8,Automobile,6 Months,Ohio Casualty Insurance Company,Ohio Security Ins Co,06/20/2026,12/20/2026,Direct Bill,Renew Policy,$901.25,MTK',
        '"Okafor, Ngozi",00000873,PL,HO3 51-220-9,Homeowners,12 Months,Ohio Casualty Insurance Company,Ohio Security Ins Co,12/20/2025,12/20/2026,Direct Bill,Rewrite,"$1,744.00",MTK',
        '"Total for Okafor, Ngozi",,,,,,,,,,,,"$2,645.25",',
        'Grand Total: 6 policies,,,,,,,,,,,,"$53,818.75",',
      )}`,
    truth: {
      counts: { accounts: 3, policies: 6 },
      filled: {
        accounts: ["name", "segment"],
        policies: ["policy_number", "line", "carrier_name", "effective_on", "expires_on", "premium", "billing", "kind"],
      },
      rows: [
        ["accounts", { name: "Sable Creek Orchards, LLC", segment: "commercial" }],
        ["accounts", { name: "Okafor, Ngozi", segment: "personal" }],
        [
          "policies",
          {
            policy_number: "BAP-778121",
            line: "commercial_auto",
            effective_on: "2025-10-15",
            expires_on: "2026-10-15",
            premium: 9204.5,
            billing: "direct",
            kind: "renewal",
            writing_company: "West American Ins Co",
            term_months: 12,
          },
        ],
        ["policies", { policy_number: "WC 9004413", line: "workers_compensation", billing: "agency", kind: "new" }],
        ["policies", { policy_number: "HO3 51-220-9", line: "homeowners", kind: "rewrite" }],
        ["policies", { policy_number: "PPA 51-220-8", line: "personal_auto", term_months: 6 }],
      ],
    },
  },
  {
    // People in two columns, firms in a third; years of two digits.
    name: "policies_export.csv",
    columnsOf: "ezlynxsupport.freshdesk.com policy reports, retention lists",
    content: () =>
      lines(
        "Applicant ID,First Name,Last Name,Business Name,Account Type,Address,City,State,Zip,Cell Phone,Email,Policy Number,Line of Business,Carrier,Policy Status,Effective Date,Expiration Date,Annual Premium,Assigned To,CSR",
        '40017,Maribel,Quintero,,Personal,88 Larch St,Toledo,OH,43604,(419) 555-0117,maribel@example.com,PA0019377,Auto (Personal),Progressive,Active,3/4/26,9/4/26,"$1,312.00",Dana Fox,Lee Ortiz',
        '40017,Maribel,Quintero,,Personal,88 Larch St,Toledo,OH,43604,(419) 555-0117,maribel@example.com,HO0019378,Homeowners,Safeco Ins,Active,3/18/26,3/18/27,"$1,790.00",Dana Fox,Lee Ortiz',
        "40022,Tobias,Wren,,Personal,4 Elm Ct,Maumee,OH,43537,(419) 555-0125,wren@example.com,DF0020011,Dwelling Fire,Foremost,Cancelled,1/25/26,1/25/27,$980.00,Dana Fox,Kim Abara",
        '40031,,,Pike Street Bakery LLC,Commercial,210 Pike St,Toledo,OH,43605,(419) 555-0160,office@pikestreet.example,BOP0021240,Business Owners Policy (BOP),Liberty Mutual,Active,7/31/26,7/31/27,"$2,455.00",Sam Reyes,Kim Abara',
        '40031,,,Pike Street Bakery LLC,Commercial,210 Pike St,Toledo,OH,43605,(419) 555-0160,office@pikestreet.example,WC0021241,Workers Compensation,Liberty Mutual,Renewed,7/31/25,7/31/26,"$3,118.00",Sam Reyes,Kim Abara',
        "40044,Ione,Castellan,,Personal,19 Oak Ave,Perrysburg,OH,43551,(419) 555-0188,ione@example.com,UM0022001,Personal Umbrella,Safeco Ins,Expired,5/13/25,5/13/26,$310.00,Sam Reyes,Lee Ortiz",
      ),
    truth: {
      counts: { accounts: 4, policies: 6 },
      filled: {
        accounts: ["name", "segment", "phone", "email"],
        policies: ["policy_number", "line", "carrier_name", "effective_on", "expires_on"],
      },
      rows: [
        [
          "accounts",
          {
            name: "Maribel Quintero",
            segment: "personal",
            mailing_address: { line1: "88 Larch St", city: "Toledo", state: "OH", zip: "43604" },
          },
        ],
        ["accounts", { name: "Pike Street Bakery LLC", segment: "commercial" }],
        [
          "policies",
          {
            policy_number: "PA0019377",
            line: "personal_auto",
            status: "active",
            effective_on: "2026-03-04",
            expires_on: "2026-09-04",
            annualized_premium: 1312,
            producer_seat: "Dana Fox",
            servicer_seat: "Lee Ortiz",
          },
        ],
        ["policies", { policy_number: "BOP0021240", line: "business_owners" }],
        ["policies", { policy_number: "DF0020011", line: "dwelling_fire", status: "cancelled" }],
        ["policies", { policy_number: "UM0022001", line: "personal_umbrella", status: "expired" }],
      ],
    },
  },
  {
    // Client numbers with zeros in front, tabs, several lines in one cell, and names of columns without blanks.
    name: "ClientPolicies.txt",
    columnsOf: "partner.hawksoft.app/v3/model.html Client, Policy",
    content: () =>
      lines(
        "ClientNumber\tClientName\tDbaName\tClientType\tOfficeId\tAddress1\tCity\tState\tZip\tPolicyNumber\tCarrier\tProgram\tLOBs\tPolicyStatus\tInceptionDate\tEffectiveDate\tExpirationDate\tCancelDate\tPremium\tProducer\tCSR",
        "000117\tBramble & Sons Roofing\tBramble Roofing\tCommercial\t1\t7 Quarry Rd\tBoise\tID\t83702\tGLA-440021\tHartford Fire Ins Co\tSpectrum\tGeneral Liability\tActive\t2021-02-01\t2026-02-01\t2027-02-01\t\t8120.00\tJDW\tKMS",
        "000117\tBramble & Sons Roofing\tBramble Roofing\tCommercial\t1\t7 Quarry Rd\tBoise\tID\t83702\tCAU-440022\tHartford Fire Ins Co\tSpectrum\tCommercial Auto\tRenewal\t2021-02-01\t2026-02-01\t2027-02-01\t\t11890.00\tJDW\tKMS",
        "000204\tYusuf Demir\t\tPersonal\t1\t31 Cedar Ln\tMeridian\tID\t83642\tPPA-77120\tSafeco\t\tPersonal Auto\tActive\t2023-06-15\t2026-06-15\t2026-12-15\t\t1044.00\tRAB\tKMS",
        "000204\tYusuf Demir\t\tPersonal\t1\t31 Cedar Ln\tMeridian\tID\t83642\tHOM-77121\tSafeco\t\tHomeowners\tCancelled\t2023-06-15\t2026-06-15\t2027-06-15\t2026-08-01\t1502.00\tRAB\tKMS",
        "001150\tTetherline Fitness Inc\t\tCommercial\t2\t900 Main St\tNampa\tID\t83651\tBOP-90071\tThe Hartford Fire Insurance Company\t\tBusinessowners\tNew\t2026-09-01\t2026-09-01\t2027-09-01\t\t3377.00\tJDW\tLTP",
        "001150\tTetherline Fitness Inc\t\tCommercial\t2\t900 Main St\tNampa\tID\t83651\tUMB-90072\tThe Hartford Fire Insurance Company\t\tUmbrella\tNonRenew\t2022-09-01\t2025-09-01\t2026-09-01\t\t1450.00\tJDW\tLTP",
      ),
    truth: {
      counts: { accounts: 3, policies: 6 },
      filled: {
        accounts: ["name", "segment", "mailing_address"],
        policies: ["policy_number", "line", "carrier_name", "effective_on", "expires_on", "premium", "producer_seat"],
      },
      rows: [
        ["accounts", { name: "Bramble & Sons Roofing", dba: "Bramble Roofing", segment: "commercial" }],
        [
          "policies",
          {
            policy_number: "GLA-440021",
            line: "general_liability",
            effective_on: "2026-02-01",
            expires_on: "2027-02-01",
            premium: 8120,
            status: "active",
            servicer_seat: "KMS",
          },
        ],
        ["policies", { policy_number: "HOM-77121", status: "cancelled", cancelled_on: "2026-08-01" }],
        [
          "policies",
          { policy_number: "UMB-90072", line: "umbrella", status: "non_renewed", effective_on: "2025-09-01" },
        ],
        ["policies", { policy_number: "PPA-77120", line: "personal_auto" }],
      ],
    },
  },
  {
    // Ids of a database; a firm or a person; several lines in one cell; times of day behind the days.
    name: "PolicyDetailList.csv",
    columnsOf: "support.momentumamp.com data import and export; the public fields of its policy list",
    content: () =>
      lines(
        "databaseId,insuredDatabaseId,insuredCommercialName,insuredFirstName,insuredLastName,insuredEmail,number,businessType,billingType,lineOfBusinesses,carrierName,mgaName,effectiveDate,expirationDate,bindDate,totalPremium,totalAgencyCommission,active,status",
        "5b0c7f2e-0001-4c1a-9d10-000000000001,a1f00d00-0000-4000-8000-000000000001,Cobalt Freight Systems Inc,,,ops@cobalt.example,MTC-0098112,Renewal,Agency_Bill,Motor Truck Cargo,Great West Casualty,Crossroads MGA,2026-04-01T00:00:00Z,2027-04-01T00:00:00Z,2026-03-20T00:00:00Z,18250.00,2190.00,true,Active",
        "5b0c7f2e-0001-4c1a-9d10-000000000002,a1f00d00-0000-4000-8000-000000000001,Cobalt Freight Systems Inc,,,ops@cobalt.example,AL-0098113,Renewal,Agency_Bill,Commercial Auto,Great West Casualty,Crossroads MGA,2026-04-01T00:00:00Z,2027-04-01T00:00:00Z,2026-03-20T00:00:00Z,64110.00,6411.00,true,Active",
        "5b0c7f2e-0001-4c1a-9d10-000000000003,a1f00d00-0000-4000-8000-000000000002,,Helena,Brandt,helena@example.com,HO-771002,New_Business,Direct_Bill,Homeowners,Universal Property,,2026-05-09T00:00:00Z,2027-05-09T00:00:00Z,2026-05-01T00:00:00Z,2980.00,298.00,true,Active",
        '5b0c7f2e-0001-4c1a-9d10-000000000004,a1f00d00-0000-4000-8000-000000000003,Fern Hollow Childcare,,,desk@fern.example,PKG-20511,New_Business,Direct_Bill,"General Liability, Commercial Property",Markel,,2026-01-15T00:00:00Z,2027-01-15T00:00:00Z,2026-01-10T00:00:00Z,5310.00,796.50,false,Cancelled',
        "5b0c7f2e-0001-4c1a-9d10-000000000005,a1f00d00-0000-4000-8000-000000000003,Fern Hollow Childcare,,,desk@fern.example,WC-20512,Renewal,Direct_Bill,Workers Compensation,Markel,,2026-01-15T00:00:00Z,2027-01-15T00:00:00Z,2026-01-10T00:00:00Z,4422.00,442.20,true,Active",
      ),
    truth: {
      counts: { accounts: 3, policies: 5 },
      filled: {
        accounts: ["name", "email"],
        policies: [
          "policy_number",
          "carrier_name",
          "effective_on",
          "expires_on",
          "premium",
          "billing",
          "kind",
          "status",
        ],
      },
      rows: [
        ["accounts", { name: "Cobalt Freight Systems Inc" }],
        ["accounts", { name: "Helena Brandt", email: "helena@example.com" }],
        [
          "policies",
          {
            policy_number: "MTC-0098112",
            line: "motor_truck_cargo",
            kind: "renewal",
            billing: "agency",
            effective_on: "2026-04-01",
            expires_on: "2027-04-01",
            premium: 18_250,
            commission_amount: 2190,
            status: "active",
          },
        ],
        ["policies", { policy_number: "HO-771002", line: "homeowners", kind: "new", billing: "direct" }],
        [
          "policies",
          { policy_number: "PKG-20511", lines: ["general_liability", "commercial_property"], status: "cancelled" },
        ],
      ],
    },
  },
  {
    // Codes of the system: one letter for the bill method, insurers by code and name, names of fields run together.
    name: "SAG_POLICY_EXTRACT.csv",
    columnsOf: "help.vertafore.com/Sagitta policy and client pages, web services",
    content: () =>
      lines(
        "SagitemClientId|ClientCd|ClientName|PolicyId|PolicyNumber|CoverageCd|CoverageDescription|InsurorName|PolicyEffectiveDt|PolicyExpirationDt|BillMethod|CommissionPct|AnnualPremiumAmt|Producer1Cd|Servicer1Cd|DivisionCd|StatusCd",
        "31007|AURIGAMET|Auriga Metals Ltd|880017|0093-GL-77|CGL|Commercial General Liability|Cincinnati Ins Co|20260115|20270115|A|12.5|22400|HLR|BXD|2|A",
        "31007|AURIGAMET|Auriga Metals Ltd|880018|0093-WC-78|WORK|Workers Compensation|Accident Fund|20260115|20270115|C|8|51820|HLR|BXD|2|A",
        "31007|AURIGAMET|Auriga Metals Ltd|880019|0093-UM-79|UMBRC|Commercial Umbrella|Cincinnati Insurance Company|20260115|20270115|A|12.5|9100|HLR|BXD|2|A",
        "31012|BLUEHERON|Blue Heron Marina|880033|IM 2210|INMRC|Inland Marine|Intl Marine Und|20260301|20270301|A|15|13775|LMC|SJT|6|A",
        "31012|BLUEHERON|Blue Heron Marina|880034|PROP 2211|PROPC|Commercial Property|Cincinnati Ins Co|20260301|20270301|A|15|30110|LMC|SJT|6|C",
        "31044|NORTHFIELD|Northfield Dental Group|880051|PL 9931|EO|Professional Liability|CNA|20251101|20261101|C|10|7205|LMC|BXD|2|X",
      ),
    truth: {
      counts: { accounts: 3, policies: 6 },
      filled: {
        accounts: ["name"],
        policies: [
          "policy_number",
          "line",
          "carrier_name",
          "effective_on",
          "expires_on",
          "annualized_premium",
          "billing",
          "commission_rate",
          "producer_seat",
        ],
      },
      rows: [
        ["accounts", { name: "Auriga Metals Ltd" }],
        [
          "policies",
          {
            policy_number: "0093-GL-77",
            line: "general_liability",
            effective_on: "2026-01-15",
            expires_on: "2027-01-15",
            billing: "agency",
            commission_rate: 0.125,
            annualized_premium: 22_400,
            producer_seat: "HLR",
            servicer_seat: "BXD",
          },
        ],
        ["policies", { policy_number: "0093-WC-78", line: "workers_compensation", billing: "direct" }],
        ["policies", { policy_number: "PL 9931", line: "professional_liability" }],
        ["policies", { policy_number: "IM 2210", line: "inland_marine" }],
      ],
    },
  },
  {
    // A broker of the United Kingdom: pounds, days before months, semicolons, and words of its own trade.
    name: "Policy Listing Nov26.csv",
    columnsOf: "api.alpsltd.co.uk policies model; public guides to broking systems of the United Kingdom",
    content: () =>
      lines(
        "Client Ref;Client Name;Postcode;Policy Ref;Policy No;Class of Business;Insurer;Cover From;Cover To;Status;Gross Premium;IPT;Commission %;Account Executive;Account Handler",
        "CL00419;Thornbury Joinery Limited;BS35 2AB;TH419-01;LIA/88/20114;Public Liability;Aviva Insurance Ltd;01/04/2026;31/03/2027;Live;£1,204.00;£144.48;20.00%;R Penhale;J Osei",
        "CL00419;Thornbury Joinery Limited;BS35 2AB;TH419-02;CMB/88/20115;Commercial Combined;Aviva Insurance Limited;01/04/2026;31/03/2027;Live;£6,980.50;£837.66;22.50%;R Penhale;J Osei",
        "CL00502;Kestrel Haulage;LE10 1QQ;KE502-01;FLT/20/7741;Motor Fleet;Allianz;15/06/2026;14/06/2027;Live;£41,300.00;£4,956.00;12.50%;R Penhale;M Doyle",
        "CL00502;Kestrel Haulage;LE10 1QQ;KE502-02;GIT/20/7742;Goods in Transit;RSA;15/06/2025;14/06/2026;Lapsed;£2,110.00;£253.20;15.00%;R Penhale;M Doyle",
        "CL00611;Mrs A Whitcombe;BA1 5LN;WH611-01;HHP/31/0092;Household;Ecclesiastical;22/09/2026;21/09/2027;Cancelled;£388.10;£46.57;25.00%;S Iqbal;J Osei",
        "CL00640;Brightwell Dental LLP;OX10 0PT;BR640-01;PI/44/1180;Professional Indemnity;Hiscox;13/10/2026;12/10/2027;Live;£3,015.00;£361.80;20.00%;S Iqbal;M Doyle",
      ),
    truth: {
      counts: { accounts: 4, policies: 6 },
      filled: {
        accounts: ["name"],
        policies: [
          "policy_number",
          "carrier_name",
          "effective_on",
          "expires_on",
          "premium",
          "status",
          "commission_rate",
        ],
      },
      rows: [
        ["accounts", { name: "Kestrel Haulage" }],
        [
          "policies",
          {
            policy_number: "FLT/20/7741",
            line: "commercial_auto",
            status: "active",
            effective_on: "2026-06-15",
            expires_on: "2027-06-14",
            premium: 41_300,
            commission_rate: 0.125,
          },
        ],
        ["policies", { policy_number: "LIA/88/20114", line: "general_liability", effective_on: "2026-04-01" }],
        ["policies", { policy_number: "GIT/20/7742", status: "expired" }],
        ["policies", { policy_number: "PI/44/1180", line: "professional_liability" }],
        ["policies", { policy_number: "HHP/31/0092", line: "homeowners", status: "cancelled" }],
      ],
    },
  },
];
