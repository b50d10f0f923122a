import { describe, expect, test } from "@jest/globals";
import { nameScore } from "./name-score.ts";
import type { NameKind } from "./name-word.ts";
import { readName } from "./read-name.ts";
import { abbreviatedBy } from "./tables/index.ts";

/** From here on a name is reviewed, and from here on it is called strong. */
const [review, strong] = [0.75, 0.9];
const score = (kind: NameKind, written: string, listed: string): number =>
  nameScore(readName(written, kind), readName(listed, kind), () => 0.9);

function meet(kind: NameKind, pairs: readonly (readonly [written: string, listed: string])[]): void {
  test.each(pairs)("%s is %s", (written, listed) => {
    expect(score(kind, written, listed)).toBeGreaterThanOrEqual(review);
    expect(score(kind, listed, written)).toBeGreaterThanOrEqual(review);
  });
}

function differ(kind: NameKind, pairs: readonly (readonly [written: string, listed: string])[]): void {
  test.each(pairs)("%s is not %s", (written, listed) => {
    expect(score(kind, written, listed)).toBeLessThan(review);
    expect(score(kind, listed, written)).toBeLessThan(review);
  });
}

describe("compounds with an article inside, together or apart (NAME-25)", () => {
  meet("person", [
    ["Shamsuddin Orakvani", "ORAKVANI, Shams al-Din"],
    ["Shamseddine Orakvani", "ORAKVANI, Shams ud-Din"],
    ["Noureddine Belkamri", "BELKAMRI, Nur al-Din"],
    ["Izzuddin Tarvishi", "TARVISHI, Izz al-Din"],
    ["Ziaurrahman Tarkhovi", "TARKHOVI, Zia ur-Rahman"],
    ["Abdurrahim Kolvari", "KOLVARI, Abd al-Rahim"],
    ["Abdessamad Kolvari", "KOLVARI, Abd al-Samad"],
    ["Abdelghafour Kolvari", "KOLVARI, Abd al-Ghafur"],
    ["Abd al-Jabbar Kolvari", "KOLVARI, Abduljabbar"],
    ["Zainulabidin Merkovi", "MERKOVI, Zain al-Abidin"],
    ["Maribel Delacruz", "DE LA CRUZ, Maribel"],
    ["Pieter Vandenbroek", "VAN DEN BROEK, Pieter"],
  ]);
  differ("person", [
    ["Shamsuddin Orakvani", "TELVORI, Shams al-Din"],
    ["Abdurrahim", "KOLVARI, Abd al-Rahim"],
    ["Delacruz Maribel", "DE LA TORRE, Ana Maribel"],
  ]);
});

describe("titles that are names (NAME-9)", () => {
  meet("person", [
    ["Prince Adomvari", "ADOMVARI, Prince Kwesi"],
    ["Syed Qadrivani", "QADRIVANI, Syed Munib"],
    ["Marshal Tuvalenko", "TUVALENKO, Marshal Igorevich"],
    ["Khanum Ismailvari", "ISMAILVARI, Khanum Leyla"],
    ["King Osarovwe", "OSAROVWE, King Daniel"],
    ["Sultan Berdikov", "BERDIKOV, Sultan Aslanovich"],
    ["Major Hollanvik", "HOLLANVIK, Major Thomas"],
    ["Justice Amponvah", "AMPONVAH, Justice Kofi"],
    ["Haji Noorvani", "NOORVANI, Haji Malim"],
    ["Begum Rahvani", "RAHVANI, Begum Salma"],
    ["Tuan Phamvo", "PHAMVO, Tuan Quoc"],
    ["Dr. Prince Adomvari", "ADOMVARI, Prince Kwesi"],
    ["Wei Lin Meng", "MENG, Wei Lin"],
    ["Don J. Harvelow", "HARVELOW, Donald"],
  ]);
  differ("person", [
    ["Dr. Adomvari", "KWESIVAR, Dr. Prince"],
    ["Captain John Harvelow", "TUVALENKO, Captain John"],
    ["Prince Adomvari", "TUVALENKO, Prince Kwesi"],
  ]);
});

describe("short given names that are particles too (NAME-10, NAME-20)", () => {
  meet("person", [
    ["Ben Harvelow", "HARVELOW, Benjamin"],
    ["Al Trescovet", "TRESCOVET, Albert"],
    ["Al Trescovet", "TRESCOVET, Alan"],
    ["Les Pomfrelow", "POMFRELOW, Leslie"],
    ["Ash Dunvormore", "DUNVORMORE, Ashley"],
    ["Del Harvelow", "HARVELOW, Delbert"],
    ["Di Harvelow", "HARVELOW, Diana"],
    ["Van Ostervoor", "OSTERVOOR, Ivan"],
    ["Della Pomfrelow", "POMFRELOW, Adele"],
    ["Ad Vandervoll", "VANDERVOLL, Adam"],
    ["Harvelow, Ben", "HARVELOW, Benjamin Tully"],
    ["Ben J. Harvelow", "HARVELOW, Benjamin"],
  ]);
  differ("person", [
    ["Al Harvelow", "AL-HARVELOW, Mohsen"],
    ["Ben Harvelow", "HARVELOW, Simon"],
    ["Les Pomfrelow", "TRESCOVET, Leslie"],
  ]);
});

describe("family names that are particles, in any order (NAME-10, NAME-28)", () => {
  const orders = ["Duc Van Le", "Le Van Duc", "Le Duc Van", "Van Duc Le", "Van Le Duc", "Duc Le Van", "LE, Van Duc"];
  test.each(orders)("%s is LE, Van Duc whatever the order", (written) => {
    expect(score("person", written, "LE, Van Duc")).toBe(1);
  });
  meet("person", [
    ["Duc Le", "LE, Van Duc"],
    ["Anh Le", "LE, Van Duc Anh"],
    ["Lan Do", "DO, Thi Lan"],
    ["Minh La", "LA, Quang Minh"],
    ["Hong Ha Van", "VAN, Hong Ha"],
    ["Thiri San", "SAN, Thiri"],
    ["Aung San", "SAN, Aung Myo"],
    ["Kovar Ben", "BEN, Kovar"],
    ["Mireille Des", "DES, Mireille"],
    ["Torvald As", "AS, Torvald"],
  ]);
  differ("person", [
    ["Duc Van Tran", "LE, Van Duc"],
    ["Van Le", "NGUYEN, Van Kim"],
  ]);
});

describe("abbreviated words of firms (NAME-61)", () => {
  meet("organization", [
    ["Korvantha Comm Co", "Korvantha Communications Company"],
    ["ZHALVUMA CONSTR CO", "Zhalvuma Construction Company"],
    ["Pestrovan Inds Inc", "Pestrovan Industries, Inc."],
    ["Telbranov Trdg Co Ltd", "Telbranov Trading Company Limited"],
    ["Vorantiv Elec Mach", "Vorantiv Electrical Machinery Ltd"],
    ["Vorantiv Eng Svcs", "Vorantiv Engineering Services LLC"],
    ["Merolan Mfg Assn", "Merolan Manufacturing Association"],
    ["Merolan Intl Shpg Coy", "Merolan International Shipping Company"],
    ["Quellmar Tob & Sug Corpn", "Quellmar Tobacco and Sugar Corporation"],
    ["Quellmar Whse Logis", "Quellmar Warehouse Logistics"],
    ["Natl Petro Dev Co", "National Petroleum Development Company"],
    ["Quellmar Constr", "Quellmar Const"],
    ["Quellmar Ind", "Quellmar Industrial"],
    ["Quellmar Mktg & Distr", "Quellmar Marketing and Distribution"],
  ]);
  differ("organization", [
    ["Comm Trading", "Korvantha Communications Trading"],
    ["Korvantha Comm Co", "Pestrovan Communications Company"],
    ["Natl Bank", "Korvantha National Bank"],
    ["Korvantha Pharm", "Korvantha Shipyard"],
  ]);

  test.each([
    ["Comm Trading", "Communications Trading Company"],
    ["Comm Trading", "Commercial Trading Company"],
    ["Natl Ins Agcy", "National Insurance Agency"],
    ["Gen Elec Mach", "General Electrical Machinery"],
  ])("%s may be %s, and is not for sure: nothing else agrees", (written, listed) => {
    expect(score("organization", written, listed)).toBeGreaterThanOrEqual(review);
    expect(score("organization", written, listed)).toBeLessThan(strong);
  });

  test("an abbreviation does not make its words one another", () => {
    expect(score("organization", "Korvantha Tobacco", "Korvantha Tobogganing")).toBeLessThan(strong);
  });

  test.each(
    (
      "assn avn chem comm const constr dist elec eng engrg ent equip exp fin imp ind inds ins inst inv invs logis mach mil " +
      "mktg pharm prods shpg sys trans transp trdg mkt pkg petr res tel whse comml contr env hosp mtg plast util"
    ).split(" "),
  )("%s stands for words of firms", (short) => {
    expect(abbreviatedBy(short).length).toBeGreaterThan(0);
  });
});

describe("what two words in common do not corroborate (NAME-23, NAME-34, NAME-63)", () => {
  const common: ReadonlySet<string> = new Set(
    "gonzalez gonzales garcia ramirez perez martinez juan jose maria antonio miguel luis ricardo jaime".split(" "),
  );
  const scoreBesideCommon = (kind: NameKind, written: string, listed: string): number =>
    nameScore(readName(written, kind), readName(listed, kind), (word) => (common.has(word) ? 0.5 : 0.9));

  test.each([
    // A given name in another language or short, a common family name, and more on the list.
    ["Tony Gonzales", "GONZALEZ ZAPARTO, Antonio"],
    ["John Perez", "PEREZ ORVALDA, Juan"],
    ["Joe Garcia", "GIL GARCIA, Jose Alvandro"],
    ["Michael Ramirez", "RAMIREZ TOVALDO, Miguel"],
    ["Richard Martinez", "MARTINEZ ALVONDA, Ricardo"],
    ["James Garcia", "GARCIA PELVANO, Jaime"],
    ["Mary Martinez", "MARTINEZ VILLORDA, Maria Ines"],
    // Neither word is equal, and one only sounds a little alike.
    ["Patty Murray", "PATE MURO"],
    ["Lee Yoho", "LI, Cheng Yu"],
    ["Karen Case", "KHAZE, Karim"],
    ["Joe Edwards", "IOFFE, Eduard"],
    ["Bob Capps", "CAPI BETO"],
    // Two words that only sound like one.
    ["Mike Lee", "MEKELE"],
    ["Rick Chu", "CORIC, Valentin"],
    // Words many slips apart whose sound is one slip apart.
    ["David Ali", "AL-DAFEER, Ali"],
    ["Camilo Contreras", "CONTRERAS DE CABELLO, Marleny"],
    ["Raul Ruiz", "RAUL REYES"],
    // An initial that stands for nothing of what the list says more.
    ["Luis V. Gutierrez", "GUTIERREZ RESTREVO, Luis Fernando"],
    ["Orvina B. Pellmarsh", "PELLMARSH, Orvina Carla"],
    // Syllables of another script, one of them another or left out.
    ["鹏 高", "DENG, Gao"],
    ["艳 韩", "HAN, Jang Su"],
    ["志宏 楊", "ZHENG, Yanxiong"],
    ["怡君 林", "LAM, John Top"],
  ])("%s is not %s", (written, listed) => {
    expect(scoreBesideCommon("person", written, listed)).toBeLessThan(review);
  });

  test.each([
    ["Tony Harvelow", "HARVELOW, Antonio Tullio"],
    ["Tony Gonzales", "GONZALEZ, Antonio"],
    ["Juan Perez", "PEREZ ORVALDA, Juan"],
    ["Luis F. Gutierrez", "GUTIERREZ RESTREVO, Luis Fernando"],
    ["Zhng Jiceng", "ZHANG, Jicheng"],
    ["Oumr Yuonovas", "YOUNOVAS, Oumar"],
    ["Mohammed Shahvabuddin", "SHAHVABUDDIN, Mehmet"],
    ["Hajimalik Noorvani", "NOORVANI, Haji Malik"],
    ["习近平", "XI, Jinping"],
    ["陈国强", "CHEN, Guo Qiang"],
    ["Alexander Zacharov", "ZAKHAROV, Aleksandr"],
  ])("%s may be %s", (written, listed) => {
    expect(scoreBesideCommon("person", written, listed)).toBeGreaterThanOrEqual(review);
  });

  test.each([
    ["Franvo", "GRANVO"],
    ["Tangev Inc.", "INTERNATIONAL TANGER LIMITED"],
    ["Trane Technologies", "TRANS SCIENTIFIC CORP."],
    ["Merva Group", "NERVA GROUP"],
    ["Orvalt Holdings", "ORVALD GLOBAL HOLDINGS"],
    ["Pelmar", "PELMARR INTERNATIONAL"],
    ["Brovik Shipping", "BROVIC MARITIME"],
    ["Calder", "HALDER"],
    ["Quont Trading", "QUANT COMMERCE"],
    ["Melvor Services", "MELVAR WORLDWIDE SERVICES"],
  ])("the firm %s is not %s", (written, listed) => {
    expect(score("organization", written, listed)).toBeLessThan(review);
  });

  test.each([
    ["Franvolo", "FRANVOLLO"],
    ["Franvolo Ltd", "FRANVLOO LIMITED"],
    ["Tanev Trading", "TANNEV TRADING"],
    ["Tanev Mfg", "TANNEV MANUFACTURING"],
  ])("the firm %s may be %s", (written, listed) => {
    expect(score("organization", written, listed)).toBeGreaterThanOrEqual(review);
  });
});
