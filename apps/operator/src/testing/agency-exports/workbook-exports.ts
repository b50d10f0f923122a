import { workbookOf } from "@service/source-files/testing";
import { type AgencyExport, day, dollars } from "./agency-export.ts";

const share = (value: number) => ({ value, format: "0.00%" });

/** Exports that are workbooks; a row of the sheet is a line here, however wide. */
export const workbookExports: readonly AgencyExport[] = [
  {
    // Three titles over merged cells, a hidden column, days as numbers, a grand total.
    name: "Book of Business - Billed Est.xlsx",
    columnsOf: "kitetechgroup.com and appliedclientnetwork.org on the Book of Business report of Applied Epic",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Book of Business",
            before: '<cols><col min="6" max="6" hidden="1"/></cols>',
            merged: ["A1:N1", "A2:N2"],
            // prettier-ignore
            rows: [
              ["Book of Business - Billed/Est"],
              ["Harbor & Pine Insurance Agency"],
              ["As of:", day("2026-11-01")],
              [],
              ["Lookup Code", "Account Name", "Policy #", "Pol Type", "ICO", "PPE", "Eff Date", "Exp Date", "Line Status", "Bill Mode", "Annualized Premium", "Annualized Comm", "Producer", "Acct Mgr"],
              ["HARBFOO-01", "Harborline Foods LLC", "GL 0071123", "CGL", "Travelers Ind Co", "TRAVE1", day("2026-01-01"), day("2027-01-01"), "REN", "Agency", dollars(18_250), dollars(2281.25), "BROAN1", "KELJO1"],
              ["HARBFOO-01", "Harborline Foods LLC", "BA 0071124", "AUTOB", "Travelers Ind Co", "TRAVE1", day("2026-01-01"), day("2027-01-01"), "REN", "Agency", dollars(26_400), dollars(3300), "BROAN1", "KELJO1"],
              ["HARBFOO-01", "Harborline Foods LLC", "UB 0071125", "WORK", "The Travelers Indemnity Company", "TRAVE1", day("2026-01-01"), day("2027-01-01"), "REN", "Agency", dollars(40_010.5), dollars(4001.05), "BROAN1", "KELJO1"],
              ["BRIGPIN-01", "Bright Pine Dental", "BOP-44812", "BOP", "Sentry Ins", "SENTR1", day("2026-02-14"), day("2027-02-14"), "NEW", "Direct", dollars(3300), dollars(495), "BROAN1", "KELJO1"],
              ["BRIGPIN-01", "Bright Pine Dental", "CY-44813", "Cyber", "Coalition", "COALI1", day("2026-02-14"), day("2027-02-14"), "NEW", "Direct", dollars(1210), dollars(181.5), "BROAN1", "KELJO1"],
              ["OKONKWO-01", "Chidi Okonkwo", "HO 9912", "HOME", "Sentry Ins", "SENTR1", day("2026-05-20"), day("2027-05-20"), "CAN", "Direct", dollars(1988), dollars(298.2), "SMIPA1", "KELJO1"],
              ["OKONKWO-01", "Chidi Okonkwo", "PA 9913", "AUTOP", "Sentry Ins", "SENTR1", day("2026-05-20"), day("2026-11-20"), "REN", "Direct", dollars(1404), dollars(210.6), "SMIPA1", "KELJO1"],
              ["Grand Total", undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, dollars(92_562.5), dollars(10_767.6)],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 3, policies: 7 },
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
          "producer_seat",
        ],
      },
      rows: [
        ["accounts", { name: "Bright Pine Dental" }],
        [
          "policies",
          {
            policy_number: "GL 0071123",
            line: "general_liability",
            effective_on: "2026-01-01",
            expires_on: "2027-01-01",
            annualized_premium: 18_250,
            commission_amount: 2281.25,
            billing: "agency",
            producer_seat: "BROAN1",
            servicer_seat: "KELJO1",
            carrier_name: "The Travelers Indemnity Company",
          },
        ],
        ["policies", { policy_number: "UB 0071125", line: "workers_compensation" }],
        ["policies", { policy_number: "HO 9912", line: "homeowners", status: "cancelled" }],
        ["policies", { policy_number: "PA 9913", line: "personal_auto" }],
        ["policies", { policy_number: "CY-44813", line: "cyber" }],
      ],
    },
  },
  {
    // The customer stands once for all of its policies, in a cell over their rows; a subtotal behind each.
    name: "QQ Book.xlsx",
    columnsOf: "ediconcepts.net/conversions/qq-catalyst",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Report",
            merged: ["A2:A4", "B2:B4", "A6:A7", "B6:B7"],
            // prettier-ignore
            rows: [
              ["Customer Name", "Customer ID", "Policy #", "LOB", "Carrier", "Eff. Date", "Exp. Date", "Issued Premium", "Status", "Agent", "CSR", "Location"],
              ["Lantern Cafe Group", 5521, "CPP 100", "Commercial Package", "Acuity", day("2026-03-01"), day("2027-03-01"), dollars(7100), "Active", "Rosa M", "Tim K", "Main"],
              [undefined, undefined, "WC 101", "Workers Comp", "Acuity", day("2026-03-01"), day("2027-03-01"), dollars(4310), "Active", "Rosa M", "Tim K", "Main"],
              [undefined, undefined, "LIQ 102", "Liquor Liability", "Acuity", day("2026-03-01"), day("2027-03-01"), dollars(1950), "Active", "Rosa M", "Tim K", "Main"],
              ["Subtotal", undefined, undefined, undefined, undefined, undefined, undefined, dollars(13_360)],
              ["Pavel Novak", 5530, "PPA 200", "Personal Auto", "Pekin", day("2026-07-17"), day("2027-01-17"), dollars(880), "Active", "Rosa M", "Ana P", "Main"],
              [undefined, undefined, "HO 201", "HO3", "Pekin", day("2026-07-17"), day("2027-07-17"), dollars(1405), "Pending Cancel", "Rosa M", "Ana P", "Main"],
              ["Subtotal", undefined, undefined, undefined, undefined, undefined, undefined, dollars(2285)],
              ["Ridgeback Storage", 5544, "BOP 300", "BOP", "Acuity", day("2026-08-30"), day("2027-08-30"), dollars(2616), "Active", "Leo D", "Ana P", "North"],
              ["Grand Total", undefined, undefined, undefined, undefined, undefined, undefined, dollars(18_261)],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 3, policies: 6 },
      filled: {
        accounts: ["name"],
        policies: ["policy_number", "line", "carrier_name", "effective_on", "expires_on", "premium", "producer_seat"],
      },
      rows: [
        ["accounts", { name: "Lantern Cafe Group" }],
        ["policies", { policy_number: "WC 101", line: "workers_compensation", premium: 4310, status: "active" }],
        ["policies", { policy_number: "LIQ 102", line: "liquor_liability", effective_on: "2026-03-01" }],
        ["policies", { policy_number: "HO 201", line: "homeowners", expires_on: "2027-07-17", servicer_seat: "Ana P" }],
        ["policies", { policy_number: "BOP 300", line: "business_owners", producer_seat: "Leo D" }],
      ],
    },
  },
  {
    // No ids, producers in two columns, and the number of the carrier in a column that is called like a class of trade.
    name: "carrier policy import.xlsx",
    columnsOf: "login.nexsure.com/help Importing Microsoft Excel Files",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Sheet1",
            // prettier-ignore
            rows: [
              ["LOB", "Policy Number", "Effective Date", "Expiration Date", "Named Insured", "Client Type", "SIC Code", "Premium", "Primary Contact", "Primary Contact Email", "Location Address", "Location City", "Location State", "Location Zip", "Business Phone", "Business Fax", "Agency", "Branch", "Department", "Producer First Name", "Producer Last Name", "NAIC"],
              ["General Liability", "GLO 5521-07", day("2026-06-01", "m/d/yyyy"), day("2027-06-01", "m/d/yyyy"), "Palisade Glassworks Inc", "Commercial", "3211", 14_225.75, "Ida Moreau", "ida@palisade.example", "12 Kiln Way", "Akron", "OH", { value: 44_304, format: "00000" }, "330-555-0102", "330-555-0103", "Harbor & Pine", "Akron", "Commercial Lines", "Nadia", "Frost", "16535"],
              ["Workers Compensation", "WC 5521-08", day("2026-06-01", "m/d/yyyy"), day("2027-06-01", "m/d/yyyy"), "Palisade Glassworks Inc", "Commercial", "3211", 22_010, "Ida Moreau", "ida@palisade.example", "12 Kiln Way", "Akron", "OH", { value: 44_304, format: "00000" }, "330-555-0102", "330-555-0103", "Harbor & Pine", "Akron", "Commercial Lines", "Nadia", "Frost", "16535"],
              ["Commercial Auto", "BAP 8810-01", day("2026-07-15", "m/d/yyyy"), day("2027-07-15", "m/d/yyyy"), "Mooring Supply Co", "Commercial", "5088", 9_870, "Ben Achebe", "ben@mooring.example", "4 Dock St", "Boston", "MA", { value: 2134, format: "00000" }, "617-555-0144", undefined, "Harbor & Pine", "Akron", "Commercial Lines", "Otis", "Vance", "40142"],
              ["Umbrella", "UMB 8810-02", day("2026-07-15", "m/d/yyyy"), day("2027-07-15", "m/d/yyyy"), "Mooring Supply Co", "Commercial", "5088", 2_400, "Ben Achebe", "ben@mooring.example", "4 Dock St", "Boston", "MA", { value: 2134, format: "00000" }, "617-555-0144", undefined, "Harbor & Pine", "Akron", "Commercial Lines", "Otis", "Vance", "40142"],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 2, policies: 4 },
      filled: {
        accounts: ["name", "segment", "sic", "phone"],
        policies: ["policy_number", "line", "effective_on", "expires_on", "premium"],
      },
      rows: [
        ["accounts", { name: "Palisade Glassworks Inc", segment: "commercial", sic: "3211", phone: "330-555-0102" }],
        [
          "policies",
          {
            policy_number: "GLO 5521-07",
            line: "general_liability",
            effective_on: "2026-06-01",
            expires_on: "2027-06-01",
            premium: 14_225.75,
            producer_seat: "Nadia Frost",
          },
        ],
        ["policies", { policy_number: "UMB 8810-02", line: "umbrella", premium: 2400 }],
      ],
    },
  },
  {
    // Families by sheet: groups, their people and their policies; life and health; a sheet with instructions.
    name: "AMS Plus data export.xlsx",
    columnsOf: "help.agencybloc.com import templates and custom servicing reports",
    content: () =>
      workbookOf({
        sheets: [
          { title: "Read me", rows: [["This workbook was exported for you."], ["Do not change the headers."]] },
          {
            title: "Groups",
            // prettier-ignore
            rows: [
              ["Group ID", "Group Name", "Status", "Industry SIC", "Federal Tax ID", "Address 1", "City", "State", "Zip", "Phone", "Number of Employees", "Servicing Agent"],
              ["G-2001", "Larkspur Landscaping", "Active", "0781", "00-4410023", "5 Garden Rd", "Ames", "IA", "50010", "515-555-0110", 42, "Priya Nair"],
              ["G-2002", "Quill & Press", "Active", "2752", "00-8820017", "71 Mill St", "Ames", "IA", "50014", "515-555-0171", 18, "Priya Nair"],
              ["G-2003", "Old Mill Brewing", "Former", "2082", "00-1190456", "2 River Rd", "Nevada", "IA", "50201", "515-555-0122", 9, "Cole Danner"],
            ],
          },
          {
            title: "Contacts",
            // prettier-ignore
            rows: [
              ["Contact ID", "Group ID", "Full Name", "Title", "Email", "Phone", "Birth Date"],
              ["K-1", "G-2001", "Mona Petrov", "HR Manager", "mona@larkspur.example", "515-555-0111", day("1984-09-17")],
              ["K-2", "G-2002", "Abel Stone", "Owner", "abel@quill.example", "515-555-0172", day("1971-02-28")],
            ],
          },
          {
            title: "Policies",
            // prettier-ignore
            rows: [
              ["Policy ID", "Group ID", "Policy Number", "Carrier", "Coverage Type", "Plan Name", "Policy Status", "Effective Date", "Termination Date", "Monthly Premium", "Writing Agent"],
              ["P-1", "G-2001", "GH-55100", "Wellmark", "Group Health", "Blue 1500", "Active", day("2026-01-01"), undefined, dollars(18_400), "Priya Nair"],
              ["P-2", "G-2001", "GD-55101", "Guardian", "Dental", "DentalGuard", "Active", day("2026-01-01"), undefined, dollars(1120), "Priya Nair"],
              ["P-3", "G-2002", "GH-60220", "Wellmark", "Group Health", "Blue 2500", "Active", day("2026-04-01"), undefined, dollars(7200), "Cole Danner"],
              ["P-4", "G-2002", "LI-60221", "Principal", "Life", "Term Life", "Active", day("2026-04-01"), undefined, dollars(210), "Cole Danner"],
              ["P-5", "G-2003", "DI-71000", "Principal", "Disability", "STD", "Terminated", day("2025-06-15"), day("2026-06-30"), dollars(340), "Cole Danner"],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 3, contacts: 2, policies: 5 },
      filled: {
        accounts: ["name", "fein", "phone", "employees", "mailing_address"],
        contacts: ["name", "email", "phone", "birth_date"],
        policies: ["policy_number", "line", "carrier_name", "effective_on"],
      },
      rows: [
        ["accounts", { name: "Quill & Press", sic: "2752", employees: 18 }],
        ["contacts", { name: "Mona Petrov", email: "mona@larkspur.example", birth_date: "1984-09-17" }],
        ["policies", { policy_number: "GH-55100", line: "group_health", status: "active", effective_on: "2026-01-01" }],
        ["policies", { policy_number: "LI-60221", line: "life" }],
        ["policies", { policy_number: "DI-71000", line: "disability", effective_on: "2025-06-15" }],
      ],
    },
  },
  {
    // A statement of commissions: codes of transactions, several rows of one policy, negative amounts, totals of each line.
    name: "Commission Statement 2026-10.xlsx",
    columnsOf: "support.agentero.com commission statement; Diamond detailed agency commission statement",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Statement",
            merged: ["A1:J1"],
            // prettier-ignore
            rows: [
              ["ACME MUTUAL INSURANCE COMPANY - AGENCY COMMISSION STATEMENT"],
              ["Agency Code:", "0045812", undefined, "Statement Month:", "October 2026"],
              [],
              ["Insured Name", "Policy Number", "LOB", "Trans Type", "Eff Date", "Exp Date", "Trans Date", "Written Premium", "Comm Rate", "Comm Amount"],
              ["JUNIPER CLEANING LLC", "00778120", "BOP", "NBS", day("2026-10-03"), day("2027-10-03"), day("2026-10-05"), dollars(2200), share(0.15), dollars(330)],
              ["VASQUEZ MARTA", "00778131", "AUTOP", "RWL", day("2026-10-11"), day("2027-04-11"), day("2026-10-11"), dollars(940), share(0.1), dollars(94)],
              ["VASQUEZ MARTA", "00778132", "HOME", "RWL", day("2026-10-11"), day("2027-10-11"), day("2026-10-11"), dollars(1310), share(0.12), dollars(157.2)],
              ["STONEFLY OUTFITTERS", "00779940", "BOP", "NBS", day("2026-10-20"), day("2027-10-20"), day("2026-10-21"), dollars(3105), share(0.15), dollars(465.75)],
              ["STONEFLY OUTFITTERS", "00779940", "BOP", "XLC", day("2026-10-20"), day("2027-10-20"), day("2026-10-29"), dollars(-3105), share(0.15), dollars(-465.75)],
              ["Total Commission", undefined, undefined, undefined, undefined, undefined, undefined, dollars(4450), undefined, dollars(581.2)],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 3, policies: 4 },
      filled: {
        accounts: ["name"],
        policies: [
          "policy_number",
          "line",
          "effective_on",
          "expires_on",
          "premium",
          "commission_rate",
          "commission_amount",
        ],
      },
      rows: [
        ["accounts", { name: "JUNIPER CLEANING LLC" }],
        [
          "policies",
          {
            policy_number: "00778120",
            line: "business_owners",
            kind: "new",
            effective_on: "2026-10-03",
            premium: 2200,
            commission_rate: 0.15,
            commission_amount: 330,
          },
        ],
        ["policies", { policy_number: "00778131", line: "personal_auto", kind: "renewal" }],
        ["policies", { policy_number: "00778132", line: "homeowners", expires_on: "2027-10-11" }],
      ],
    },
  },
  {
    // A loss run: claims, with the policy and the insured of each beside them; a header of two lines.
    name: "Loss Run 5 Year.xlsx",
    columnsOf: "alpaka.ai loss run schema; Diamond claims reports; lossrunguru.pages.dev",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Loss Run",
            merged: ["A1:M1", "H4:J4"],
            // prettier-ignore
            rows: [
              ["LOSS RUN - VALUED AS OF 10/31/2026"],
              ["Carrier: Acme Mutual Insurance Company"],
              [],
              [undefined, undefined, undefined, undefined, undefined, undefined, undefined, "Total", undefined, undefined],
              ["Claim Number", "Named Insured", "Policy Number", "Policy Effective Date", "Line of Business", "Date of Loss", "Date Reported", "Paid", "Reserve", "Incurred", "Claim Status", "Cause of Loss", "Claimant"],
              ["0123-0001", "Palisade Glassworks Inc", "GLO 5521-05", day("2024-06-01"), "GL", day("2024-08-12"), day("2024-08-13"), dollars(12_400), dollars(0), dollars(12_400), "Closed", "Slip and fall", "A. Visitor"],
              ["0123-0002", "Palisade Glassworks Inc", "GLO 5521-06", day("2025-06-01"), "GL", day("2025-11-02"), day("2025-11-20"), dollars(3_000), dollars(22_000), dollars(25_000), "Open", "Falling object", "B. Passer"],
              ["0123-0003", "Palisade Glassworks Inc", "WC 5521-06", day("2025-06-01"), "WC", day("2026-01-19"), day("2026-01-19"), dollars(8_211.4), dollars(1_500), dollars(9_711.4), "Open", "Cut by glass", "C. Worker"],
              ["0123-0004", "Mooring Supply Co", "BAP 8810-00", day("2025-07-15"), "AUTOB", day("2025-09-30"), day("2025-10-01"), dollars(5_050), dollars(0), dollars(5_050), "Closed", "Backing", "D. Driver"],
              ["Grand Total", undefined, undefined, undefined, undefined, undefined, undefined, dollars(28_661.4), dollars(23_500), dollars(52_161.4)],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 2, policies: 4, claims: 4 },
      filled: {
        accounts: ["name"],
        policies: ["policy_number", "effective_on", "line"],
        claims: [
          "claim_number",
          "policy_key",
          "line",
          "occurred_on",
          "reported_on",
          "status",
          "cause",
          "paid",
          "reserved",
          "incurred",
        ],
      },
      rows: [
        ["accounts", { name: "Palisade Glassworks Inc" }],
        ["policies", { policy_number: "WC 5521-06", line: "workers_compensation", effective_on: "2025-06-01" }],
        [
          "claims",
          {
            claim_number: "0123-0002",
            line: "general_liability",
            occurred_on: "2025-11-02",
            reported_on: "2025-11-20",
            paid: 3000,
            reserved: 22_000,
            incurred: 25_000,
            status: "Open",
            cause: "Falling object",
          },
        ],
        ["claims", { claim_number: "0123-0004", line: "commercial_auto", paid: 5050 }],
      ],
    },
  },
];
