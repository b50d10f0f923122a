import { describe, expect, test } from "@jest/globals";
import { readCity, readZip } from "./read-place.ts";
import { readStreetAddress } from "./read-street-address.ts";

/** `number direction street suffix unit`, `-` for what is not stated. */
function read(line: string): string {
  const { number, direction, street, suffix, unit } = readStreetAddress(line);
  return [number, direction, street.join("_"), suffix, unit]
    .map((part) => (part === undefined || part === "" ? "-" : part.replaceAll(" ", "_")))
    .join(" ");
}

describe("an address line (ADDR-1, ADDR-2, ADDR-4, ADDR-6, ADDR-7, ADDR-9)", () => {
  test.each([
    ["48 Oak Avenue", "48 - oak ave -"],
    ["48 OAK AVE.", "48 - oak ave -"],
    ["48 Oak Av", "48 - oak ave -"],
    ["48 Oak Ave., Suite 12", "48 - oak ave 12"],
    ["48 Oak Avenue #12", "48 - oak ave 12"],
    ["48 Oak Ave Ste # 012", "48 - oak ave 12"],
    ["48 Oak Ave Unit B", "48 - oak ave b"],
    ["48 Oak Ave 12B", "48 - oak ave 12b"],
    ["48B Oak Ave", "48 - oak ave b"],
    ["48 1/2 Oak Ave", "48 - oak ave 1/2"],
    ["Suite 12, 48 Oak Ave", "48 - oak ave 12"],
    ["#4, 48 Oak Ave", "48 - oak ave 4"],
    ["#48 Oak Ave", "48 - oak ave -"],
    ["48 Oak Ave 3rd Floor", "48 - oak ave fl_3"],
    ["48 Oak Ave Fl 3", "48 - oak ave fl_3"],
    ["48 Oak Ave Bldg C Ste 12", "48 - oak ave 12"],
    ["48 Oak Ave Bldg C", "48 - oak ave bldg_c"],
    ["48 Oak Ave Rear", "48 - oak ave rear"],
    ["12-34 Oak St", "12-34 - oak st -"],
    ["0048 Oak Ave", "48 - oak ave -"],
    ["One Market Plaza", "1 - market plz -"],
    ["Acme Plaza, 12 Main Street", "12 - main st -"],
    ["8638 W. Third St.", "8638 w 3 st -"],
    ["8638 West 3rd Street", "8638 w 3 st -"],
    ["12 Twenty-First Ave", "12 - 21 ave -"],
    ["12 21st Avenue", "12 - 21 ave -"],
    ["1200 N.E. 5th St.", "1200 ne 5 st -"],
    ["1200 N E 5th St", "1200 ne 5 st -"],
    ["3130 Piedmont Rd. NE", "3130 ne piedmont rd -"],
    ["8358 Sunset Blvd. West", "8358 w sunset blvd -"],
    ["160 Central Park S", "160 s central_park - -"],
    ["12 North St", "12 - north st -"],
    ["42 St", "- - 42 st -"],
    ["3rd St.", "- - 3 st -"],
    ["5 St. James St", "5 - st_james st -"],
    ["5 Saint James Street", "5 - st_james st -"],
    ["12 Mount St Helens Ave", "12 - mt_st_helens ave -"],
    ["12 Old Court Road", "12 - old_ct rd -"],
    ["100 Highway 50", "100 - hwy_50 - -"],
    ["12 County Road 9", "12 - county_rd_9 - -"],
    ["7 Unit Road", "7 - unit rd -"],
    ["100 River Front", "100 - riv_front - -"],
    ["100 Avenue of the Americas", "100 - ave_of_the_americas - -"],
    ["224 Ponce de León Ave.", "224 - ponce_de_leon ave -"],
    ["12 Lake View", "12 - lk_vw - -"],
    ["12 Lake View Dr", "12 - lk_vw dr -"],
  ])("%s is %s", (line, parts) => expect(read(line)).toBe(parts));

  test.each([
    ["2450 Broadway between 90th and 91st Sts.", "2450 - broadway - -"],
    ["1110 Third Ave. at 65th St.", "1110 - 3 ave -"],
    ["3125 Piedmont Rd. near Peachtree Rd.", "3125 - piedmont rd -"],
    ["3393 Peachtree Rd. Lenox Square Mall", "3393 - peachtree rd -"],
    ["48 Oak Ave (behind the mill)", "48 - oak ave -"],
    ["in Central Park at 67th St.", "- - central_park - -"],
    ["48 Oak Ave c/o J. Doe", "48 - oak ave -"],
  ])("%s loses its description: %s", (line, parts) => expect(read(line)).toBe(parts));

  test.each([
    ["1 Givens Srteet", "1 - givens st -"],
    ["5 Welsby Pnlace", "5 - welsby pl -"],
    ["41 Macneilplace", "41 - macneil pl -"],
    ["6 Nicklin Cre scent", "6 - nicklin cres -"],
    ["12 Broadway", "12 - broadway - -"],
  ])("%s has a suffix with a slip: %s", (line, parts) => expect(read(line)).toBe(parts));

  test.each([
    ["P.O. Box 12", "12 - po_box - -"],
    ["PO BOX 0012", "12 - po_box - -"],
    ["Post Office Box 12", "12 - po_box - -"],
    ["POB 12", "12 - po_box - -"],
    ["PO Box 12, 48 Oak Ave", "48 - oak ave -"],
    ["12 Box Street", "12 - box st -"],
  ])("%s is a post office box or not: %s", (line, parts) => expect(read(line)).toBe(parts));

  test.each(["", " ", "same", "Same as above", "N/A", "none", "See attached", "TBD", "###,,,((", "at", "-", "()"])(
    "%j states nothing",
    (line) => expect(read(line)).toBe("- - - - -"),
  );

  test("only a number is a number", () => expect(read("1234")).toBe("1234 - - - -"));

  test("no line throws, however long or odd, and each is read in linear time", () => {
    const pieces = [
      "#",
      ",",
      "(",
      "po box ",
      "suite ",
      "12 ",
      "1/2 ",
      "st ",
      "n ",
      "\u0000",
      "🏠 ",
      "Ö",
      "'",
      ".",
      "at ",
    ];
    for (const piece of pieces) {
      for (const count of [1, 7, 100, 100_000]) expect(() => readStreetAddress(piece.repeat(count))).not.toThrow();
    }
    const long = readStreetAddress(`48 ${"oak ".repeat(75)}`);
    expect(long.street.length).toBeLessThan(40);
  });

  test("reading what was read gives the same street", () => {
    for (const line of ["48 Oak Avenue #12", "8638 W. Third St.", "5 St. James St", "12 Lake View Dr"]) {
      const first = readStreetAddress(line);
      const again = readStreetAddress(
        [
          first.number,
          first.direction,
          ...first.street,
          first.suffix,
          first.unit === undefined ? "" : `# ${first.unit}`,
        ]
          .filter((part) => part !== undefined)
          .join(" "),
      );
      expect(again).toEqual(first);
    }
  });
});

describe("cities and postal codes (ADDR-11)", () => {
  test.each([
    ["W. Hollywood", "west hollywood"],
    ["West Hollywood", "west hollywood"],
    ["New York City", "new york"],
    ["City of Industry", "industry"],
    ["St. Louis", "saint louis"],
    ["Ft Worth", "fort worth"],
    ["N.E. Harbor", "northeast harbor"],
    ["San José", "san jose"],
    ["City", "city"],
    ["", undefined],
    ["---", undefined],
  ])("%s is %s", (written, city) => expect(readCity(written)).toBe(city));

  test.each([
    ["45402", "45402"],
    ["45402-1234", "45402"],
    ["454021234", "45402"],
    ["2139", "02139"],
    ["K1A 0B1", "K1A0B1"],
    ["00000", undefined],
    ["454", undefined],
    ["", undefined],
    ["none", undefined],
  ])("%s is %s", (written, zip) => expect(readZip(written)).toBe(zip));
});
