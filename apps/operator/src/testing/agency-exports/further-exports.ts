import { workbookOf } from "@service/source-files/testing";
import { type AgencyExport, day, dollars } from "./agency-export.ts";

const lines = (...text: readonly string[]): string => `${text.join("\r\n")}\r\n`;

/** Exports in layouts that no rule was written for: they were read once, as they are. */
export const furtherExports: readonly AgencyExport[] = [
  {
    // A bordereau of a managing agent: a line of groups above the header, sums below, words of the London market.
    name: "Premium Bordereau Oct 2026.xlsx",
    columnsOf: "support.bindhq.com Premium Bordereau report",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Premium",
            merged: ["A3:D3", "E3:I3", "J3:N3"],
            // prettier-ignore
            rows: [
              ["Premium Bordereau"],
              [],
              ["Contract", undefined, undefined, undefined, "Risk", undefined, undefined, undefined, undefined, "Money"],
              ["Coverholder Name", "UMR", "Reporting Period Start Date", "Reporting Period End Date", "Class of Business", "Certificate Ref", "Insured Full Name", "Insured State", "Type of Business New or Renewal", "Risk Inception Date", "Risk Expiry Date", "Gross Written Premium", "Commission %", "Commission Amount"],
              ["Pier MGA LLC", "B0001PM26001", day("2026-10-01"), day("2026-10-31"), "Commercial Property", "PM-CP-000123", "Gull Point Resort LLC", "FL", "New", day("2026-10-04"), day("2027-10-04"), dollars(48_100), { value: 0.225, format: "0.0%" }, dollars(10_822.5)],
              ["Pier MGA LLC", "B0001PM26001", day("2026-10-01"), day("2026-10-31"), "General Liability", "PM-GL-000124", "Gull Point Resort LLC", "FL", "New", day("2026-10-04"), day("2027-10-04"), dollars(12_900), { value: 0.225, format: "0.0%" }, dollars(2_902.5)],
              ["Pier MGA LLC", "B0001PM26001", day("2026-10-01"), day("2026-10-31"), "Commercial Property", "PM-CP-000098", "Sandbar Marine Stores", "SC", "Renewal", day("2026-10-19"), day("2027-10-19"), dollars(21_450), { value: 0.2, format: "0.0%" }, dollars(4_290)],
              ["Totals", undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, dollars(82_450), undefined, dollars(18_015)],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 2, policies: 3 },
      filled: {
        accounts: ["name"],
        policies: [
          "policy_number",
          "line",
          "kind",
          "effective_on",
          "expires_on",
          "premium",
          "commission_rate",
          "commission_amount",
        ],
      },
      rows: [
        ["accounts", { name: "Gull Point Resort LLC" }],
        [
          "policies",
          {
            policy_number: "PM-CP-000123",
            line: "commercial_property",
            kind: "new",
            effective_on: "2026-10-04",
            expires_on: "2027-10-04",
            premium: 48_100,
            commission_rate: 0.225,
          },
        ],
        ["policies", { policy_number: "PM-CP-000098", kind: "renewal", premium: 21_450 }],
      ],
    },
  },
  {
    // A production report: no ids, the address in one row with the policy, names in capitals.
    name: "production_by_policy_type.csv",
    columnsOf: "jenesissoftware.com production reports, policy general section",
    content: () =>
      lines(
        "Insured,Insured Address,City,ST,Zip,Home Phone,Policy Type,Company,Policy No.,Term Eff,Term Exp,Policy Status,Total Premium,Agent,Date Written",
        '"HOLLOWAY, DENISE",12 MAPLE ST,BURLINGTON,NC,27215,336-555-0101,Personal Auto,NATIONAL GENERAL,2003318841,09/01/2026,03/01/2027,Active,742.00,JP,08/30/2019',
        '"HOLLOWAY, DENISE",12 MAPLE ST,BURLINGTON,NC,27215,336-555-0101,Motorcycle,DAIRYLAND,MC-55102,05/15/2026,05/15/2027,Active,388.00,JP,05/15/2022',
        "RAPID LUBE INC,900 S CHURCH ST,BURLINGTON,NC,27215,336-555-0150,Garage,PENN NATIONAL,GA-771-22,02/10/2026,02/10/2027,Active,6120.00,TW,02/10/2020",
        "RAPID LUBE INC,900 S CHURCH ST,BURLINGTON,NC,27215,336-555-0150,Workers Compensation,PENN NATIONAL,WC-771-23,02/10/2026,02/10/2027,Cancelled,4105.00,TW,02/10/2020",
        '"SUTTON, MARCUS",45 LAKE DR,GRAHAM,NC,27253,336-555-0177,Homeowners,NC FARM BUREAU,HO 8820 11,06/22/2026,06/22/2027,Active,1288.00,TW,06/22/2021',
      ),
    truth: {
      counts: { accounts: 3, policies: 5 },
      filled: {
        accounts: ["name", "mailing_address", "phone"],
        policies: [
          "policy_number",
          "line",
          "carrier_name",
          "status",
          "effective_on",
          "expires_on",
          "premium",
          "producer_seat",
        ],
      },
      rows: [
        [
          "accounts",
          { name: "RAPID LUBE INC", mailing_address: { line1: "900 S CHURCH ST", state: "NC", zip: "27215" } },
        ],
        [
          "policies",
          {
            policy_number: "2003318841",
            line: "personal_auto",
            carrier_name: "NATIONAL GENERAL",
            effective_on: "2026-09-01",
            expires_on: "2027-03-01",
            premium: 742,
            status: "active",
            producer_seat: "JP",
          },
        ],
        ["policies", { policy_number: "GA-771-22", line: "garage" }],
        ["policies", { policy_number: "WC-771-23", status: "cancelled" }],
      ],
    },
  },
  {
    // A list of current policies that shows when they end and not when they began.
    name: "Policy List.csv",
    columnsOf: "help.appliedsystems.com/Help/TAM Policy List",
    content: () =>
      lines(
        "Client Code,Client Name,Policy Risk Number,Type,Policy Number,Expiration Date,Issuing Company,Producer,Department,Bill Mode,Premium,Balance,Status",
        "LANTE01,Lantern Cafe Group,1,CGL,GL 88121,01/31/2027,Acuity,RMO,CL,A,4200.00,0.00,In Force",
        "LANTE01,Lantern Cafe Group,2,WORK,WC 88122,01/31/2027,Acuity,RMO,CL,D,3310.00,110.00,In Force",
        "NOVAK01,Pavel Novak,1,HOME,HO 90110,05/14/2027,Pekin,LDA,PL,D,1405.00,0.00,In Force",
      ),
    truth: {
      counts: { accounts: 2, policies: 3 },
      filled: {
        accounts: ["name"],
        policies: ["policy_number", "line", "carrier_name", "expires_on", "premium", "billing", "status"],
      },
      rows: [["policies", { policy_number: "WC 88122", line: "workers_compensation", expires_on: "2027-01-31" }]],
    },
  },
  {
    // Families by sheet, with the system's own abbreviations, and vehicles and drivers that name their policy by its number.
    name: "client service export.xlsx",
    columnsOf: "help.appliedsystems.com/Help/CSR24 Vehicles, Drivers",
    content: () =>
      workbookOf({
        sheets: [
          {
            title: "Insureds",
            // prettier-ignore
            rows: [
              ["AgencyCustomerID", "InsuredName", "DBA", "Address1", "City", "StateProv", "PostalCode", "BusinessPhone", "EmailAddr"],
              ["1001", "Brightline Couriers LLC", "Brightline", "77 Depot Rd", "Erie", "PA", { value: 16_501, format: "00000" }, "814-555-0100", "ops@brightline.example"],
              ["1002", "Ostrander Farms", undefined, "Route 9", "Corry", "PA", { value: 16_407, format: "00000" }, "814-555-0133", "farm@ostrander.example"],
            ],
          },
          {
            title: "Policies",
            // prettier-ignore
            rows: [
              ["AgencyCustomerID", "PolicyNumb", "LOB", "CompanyName", "EffDate", "ExpDate", "TermPremium"],
              ["1001", "CA 7001", "Commercial Auto", "Erie Insurance Exchange", day("2026-04-01"), day("2027-04-01"), dollars(22_180)],
              ["1002", "CA 7010", "Commercial Auto", "Erie Insurance Exchange", day("2026-09-15"), day("2027-09-15"), dollars(5_410)],
            ],
          },
          {
            title: "Vehicles",
            rows: [
              ["AgencyCustomerID", "VehicleNumb", "VIN", "Year", "Make", "Model", "BodyType", "GaragingZip"],
              ["1001", "1", "1FTBR1C89PKA00011", 2023, "Ford", "Transit", "Van", "16501"],
              ["1001", "2", "1FTBR1C89PKA00012", 2023, "Ford", "Transit", "Van", "16501"],
              ["1002", "1", "3C6UR5DL1NG000031", 2022, "Ram", "2500", "Pickup", "16407"],
            ],
          },
          {
            title: "Drivers",
            rows: [
              ["AgencyCustomerID", "DriverNumb", "FirstName", "LastName", "BirthDate", "LicenseNumber", "LicenseState"],
              ["1001", "1", "Rita", "Solano", day("1990-11-23"), "00 112 233", "PA"],
              ["1002", "1", "Karl", "Ostrander", day("1962-03-14"), "00 445 566", "PA"],
            ],
          },
        ],
      }),
    truth: {
      counts: { accounts: 2, policies: 2, vehicles: 3, drivers: 2 },
      filled: {
        accounts: ["name", "mailing_address", "phone", "email"],
        policies: ["policy_number", "line", "carrier_name", "effective_on", "expires_on", "premium"],
        vehicles: ["vin", "year", "make", "model"],
        drivers: ["name", "birth_date", "license_state"],
      },
      rows: [
        [
          "accounts",
          { name: "Brightline Couriers LLC", dba: "Brightline", mailing_address: { state: "PA", zip: "16501" } },
        ],
        [
          "policies",
          { policy_number: "CA 7001", line: "commercial_auto", effective_on: "2026-04-01", premium: 22_180 },
        ],
        ["vehicles", { vin: "3C6UR5DL1NG000031", year: 2022, make: "Ram" }],
        ["drivers", { name: "Rita Solano", birth_date: "1990-11-23" }],
      ],
    },
  },
];
