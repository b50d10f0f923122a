/**
 * Stands in for `@jest/globals` in test files, which run as ordinary modules of their process (`jest-native-modules.mjs`). The
 * modules that they import are loaded once for many files, so each name leads to what Jest has made for the file of now.
 */
import { ModuleMocker } from "jest-mock";

const mocker = new ModuleMocker(globalThis);
const timeoutKey = Symbol.for("TEST_TIMEOUT_SYMBOL");

/** What Jest has made for the file of now. */
let current;

/** Called before a test file is loaded. */
export function setGlobals(globals) {
  current = globals;
  Reflect.deleteProperty(globalThis, timeoutKey);
}

/** Called after the last test of a file. */
export function restoreMocks() {
  mocker.restoreAllMocks();
}

/**
 * What is found where it is called: a module that keeps `describe.skip` for many files skips in each of them.
 * @param find reads the function of the file of now.
 */
const leadingTo = (find) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, given) => find()(...given),
    get(_target, key) {
      const value = find()[key];
      return typeof value === "function" ? leadingTo(() => find()[key]) : value;
    },
  });

export const expect = leadingTo(() => current.expect);
export const test = leadingTo(() => current.test);
export const describe = leadingTo(() => current.describe);
export const beforeAll = leadingTo(() => current.beforeAll);
export const beforeEach = leadingTo(() => current.beforeEach);
export const afterAll = leadingTo(() => current.afterAll);
export const afterEach = leadingTo(() => current.afterEach);

/** The part of Jest's object that the tests use. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  setTimeout(milliseconds) {
    Reflect.set(globalThis, timeoutKey, milliseconds);
  },
};
