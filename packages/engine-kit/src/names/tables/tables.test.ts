import { describe, expect, test } from "@jest/globals";
import {
  genericWords,
  legalForms,
  legalFormsOnlyAtEnd,
  legalFormsOnlyAtStart,
  nameParticles,
  nicknamesOf,
  numberWords,
  personSuffixes,
  personTitles,
  spellingGroupsOf,
} from "./index.ts";

const shareOne = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));

describe("legal forms (NAME-13)", () => {
  test.each([
    ["llc", "llc"],
    ["limited liability company", "llc"],
    ["inc", "llc"],
    ["ltd", "llc"],
    ["co ltd", "llc"],
    ["plc", "jsc"],
    ["gmbh", "llc"],
    ["gesellschaft mit beschrankter haftung", "llc"],
    ["gesellschaft mit beschraenkter haftung", "llc"],
    ["ag", "jsc"],
    ["gmbh and co kg", "llc"],
    ["sa de cv", "jsc"],
    ["s de rl de cv", "llc"],
    ["spa", "jsc"],
    ["sarl", "llc"],
    ["bv", "llc"],
    ["aktiebolag", "jsc"],
    ["oy", "llc"],
    ["sp zoo", "llc"],
    ["sro", "llc"],
    ["kft", "llc"],
    ["doo", "llc"],
    ["ooo", "llc"],
    ["obshchestvo s ogranichennoy otvetstvennostyu", "llc"],
    ["zakrytoe aktsionernoe obshchestvo", "jsc"],
    ["tov", "llc"],
    ["fgup", "soe"],
    ["anonim sirketi", "jsc"],
    ["ltd sti", "llc"],
    ["sdn bhd", "llc"],
    ["pte ltd", "llc"],
    ["pty ltd", "llc"],
    ["kabushiki kaisha", "jsc"],
    ["zhushihuishe", "jsc"],
    ["youxiangongsi", "llc"],
    ["gu fen you xian gong si", "jsc"],
    ["cong ty tnhh", "llc"],
    ["pt", "jsc"],
    ["limited partnership", "lp"],
    ["limited liability partnership", "llp"],
    ["general partnership", "gp"],
    ["sole proprietorship", "sp"],
    ["cooperative", "coop"],
    ["asbl", "ngo"],
    ["state unitary enterprise", "soe"],
  ])("%s is %s", (phrase, kind) => {
    expect(legalForms().get(phrase)).toBe(kind);
  });

  test.each([
    ["bank", "trust", "group", "fund", "union", "school", "association", "foundation", "company", "holding"],
    ["santos", "lopez", "sal mineo", "chou", "ingo", "mia", "lee"],
    ["too", "at", "to", "is", "me", "the", "of", "de", "and"],
  ])("%s and the like are no legal form", (...words) => {
    expect(words.filter((word) => legalForms().has(word))).toEqual([]);
  });

  test("short forms that are also words count only where a form stands", () => {
    expect(["as", "se", "co", "sa", "ag", "spa"].filter((form) => !legalFormsOnlyAtEnd().has(form))).toEqual([]);
    expect(["pt", "gup", "sci"].filter((form) => !legalFormsOnlyAtStart().has(form))).toEqual([]);
    expect(["llc", "gmbh", "ooo"].filter((form) => legalFormsOnlyAtEnd().has(form))).toEqual([]);
  });

  test("every phrase is words as a prepared name holds them, and there are enough of them", () => {
    expect([...legalForms().keys()].filter((phrase) => !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(phrase))).toEqual([]);
    expect(legalForms().size).toBeGreaterThan(1_700);
  });
});

describe("generic words (NAME-13)", () => {
  test.each([
    ["trading", "torgovlya"],
    ["trading", "ticaret"],
    ["shipping", "sudokhodstvo"],
    ["shipping", "keshtirani"],
    ["bank", "banque"],
    ["oil", "neft"],
    ["construction", "stroitelstvo"],
    ["construction", "insaat"],
    ["insurance", "versicherung"],
    ["insurance", "seguros"],
    ["group", "grupo"],
    ["holding", "kholding"],
    ["services", "servicios"],
    ["company", "kompaniya"],
    ["international", "mezhdunarodnyy"],
    ["industries", "sanayi"],
  ])("%s and %s are of one group", (a, b) => {
    expect(genericWords().get(a)).toBeDefined();
    expect(genericWords().get(a)).toEqual(genericWords().get(b));
  });

  test("words of a trade differ from general ones", () => {
    expect(["trading", "shipping", "oil", "bank", "construction", "insurance"].map(kindOf)).toEqual(
      Array.from({ length: 6 }, () => "trade"),
    );
    expect(["group", "holding", "international", "company", "services"].map(kindOf)).toEqual(
      Array.from({ length: 5 }, () => "general"),
    );
  });

  test("names are no generic words", () => {
    const names = [
      "acme",
      "bluefin",
      "northgate",
      "santos",
      "smith",
      "mohammed",
      "lukoil",
      "gazprom",
      "tesla",
      "garcia",
    ];
    expect(names.filter((name) => genericWords().has(name))).toEqual([]);
  });
});

const kindOf = (word: string): string | undefined => genericWords().get(word)?.kind;

describe("words of persons' names", () => {
  test("titles, suffixes and particles are known", () => {
    const titles = [
      "mr",
      "mrs",
      "dr",
      "prof",
      "eng",
      "gen",
      "col",
      "hon",
      "rev",
      "sheikh",
      "hajji",
      "mullah",
      "ayatollah",
    ];
    const suffixes = ["jr", "sr", "ii", "iii", "iv", "esq", "md", "phd", "cpa", "jd"];
    const particles = ["al", "el", "bin", "ibn", "von", "van", "de", "la", "abu", "del", "der"];
    expect(titles.filter((word) => !personTitles().has(word))).toEqual([]);
    expect(suffixes.filter((word) => !personSuffixes().has(word))).toEqual([]);
    expect(particles.filter((word) => !nameParticles().has(word))).toEqual([]);
  });

  test("names are not among them", () => {
    const names = [
      "john",
      "said",
      "ma",
      "li",
      "kim",
      "lee",
      "ali",
      "tan",
      "garcia",
      "ivan",
      "omar",
      "nguyen",
      "mohammed",
    ];
    const all = new Set([...personTitles(), ...personSuffixes(), ...nameParticles()]);
    expect(names.filter((name) => all.has(name))).toEqual([]);
  });
});

describe("spellings and nicknames", () => {
  test.each([
    ["muhammad", "mehmet"],
    ["mohammed", "mohamed"],
    ["aleksandr", "oleksandr"],
    ["alexander", "aleksandr"],
    ["yusuf", "joseph"],
    ["chong", "jong"],
    ["hsieh", "xie"],
    ["hussein", "hossein"],
    ["gaddafi", "qadhafi"],
    ["sergey", "serhiy"],
    ["choi", "choe"],
    ["zhang", "chang"],
    ["gonzalez", "gonzales"],
    ["chaim", "haim"],
    ["usama", "osama"],
  ])("%s and %s spell one name", (a, b) => {
    expect(shareOne(spellingGroupsOf(a), spellingGroupsOf(b))).toBe(true);
  });

  test.each([
    ["hassan", "hussein"],
    ["salim", "salih"],
    ["ivan", "igor"],
    ["maria", "marta"],
    ["kim", "kang"],
    ["xu", "xie"],
    ["carlos", "marcos"],
    ["smith", "jones"],
    ["ahmad", "muhammad"],
    ["nasir", "nabil"],
    ["daniel", "david"],
    ["acme", "apex"],
  ])("%s and %s are two names", (a, b) => {
    expect(shareOne(spellingGroupsOf(a), spellingGroupsOf(b))).toBe(false);
  });

  test.each([
    ["robert", "bob"],
    ["william", "bill"],
    ["elizabeth", "beth"],
    ["margaret", "peggy"],
    ["richard", "dick"],
    ["john", "jack"],
    ["aleksandr", "sasha"],
    ["francisco", "paco"],
    ["jose", "pepe"],
    ["katherine", "kate"],
    ["james", "jim"],
    ["bob", "rob"],
  ])("%s and %s are a name and its nickname", (a, b) => {
    expect(shareOne(nicknamesOf(a), nicknamesOf(b))).toBe(true);
  });

  test.each([
    ["robert", "bill"],
    ["john", "jim"],
    ["alan", "albert"],
    ["mary", "martha"],
    ["acme", "bob"],
    ["xie", "bob"],
  ])("%s and %s are not", (a, b) => {
    expect(shareOne(nicknamesOf(a), nicknamesOf(b))).toBe(false);
  });
});

describe("number words", () => {
  test.each([
    ["one", "1"],
    ["twenty", "20"],
    ["second", "2"],
    ["2nd", "2"],
    ["21st", "21"],
    ["12th", "12"],
    ["iii", "3"],
    ["xiv", "14"],
    ["xx", "20"],
    ["deuxieme", "2"],
    ["primera", "1"],
    ["ninety", "90"],
  ])("%s is %s", (word, digits) => {
    expect(numberWords().get(word)).toBe(digits);
  });

  test.each(["i", "una", "ten8", "vier", "sei", "otto", "premier", "mil", "21", "x2", "firsts", "dez"])(
    "%s is no number",
    (word) => {
      expect(numberWords().has(word)).toBe(false);
    },
  );
});
