/** What files need that no import shows: files read by their path, sections of the content, tables of the database, pages of a route. */
import { matchesGlob } from "node:path";
import { type Graph, type Module } from "./import-graph.ts";

/** Sources that are read as text, by globs: who reads, and what. A file read by one name stands here too. */
export const readers: readonly (readonly [reader: string, reads: string])[] = [
  // Tests that look through sources.
  ["app/ui/brand/{motion,contrast}.test.ts", "{app,embed,site}/**/*.css"],
  ["app/ui/layout/breakpoints.test.ts", "{app,clinic,site}/**/*.css"],
  ["app/ui/forms/counted.test.tsx", "{app,clinic}/**/*.tsx"],
  ["app/browser/bare-text.test.ts", "{app,clinic}/**/*.tsx"],
  ["app/emergency/emergency-text.test.tsx", "{app,site,embed}/**/*.{ts,tsx}"],
  ["clinic/api/every-call.test.ts", "clinic/**/*.{ts,tsx}"],
  ["clinic/care/wrong-chart/who-it-is.test.ts", "clinic/**/*.tsx"],
  ["clinic/testing/what-is-sent.screen.test.tsx", "clinic/**/*.{ts,tsx}"],
  ["{app,clinic}/testing/rules/rules.test.ts", "{app,clinic}/**/*.{ts,tsx}"],
  ["content/sentences.test.ts", "server/**/*.ts"],
  ["content/{voice,reading-level}.test.ts", "{app,clinic,site,embed,contract}/**/*.{ts,tsx}"],
  ["server/operations/sealed-columns.test.ts", "server/**/*.{ts,sql}"],
  ["server/contract-tests/outside-{calls,tables}.test.ts", "server/**/*.ts"],
  ["server/testing/several/rules.test.ts", "server/**/*.ts"],
  ["server/documents/pdf/printable-text.test.ts", "{server,contract,content}/**/*.{ts,yaml,md}"],
  ["server/demo/absent-in-production.test.ts", "server/**/*.ts"],
  [
    "server/contract-tests/{exported-states,every-state}.test.ts",
    "server/{platform/database/tables.ts,migrations/*.sql}",
  ],
  ["server/contract-tests/states-by-name.test.ts", "server/**/*.ts"],
  ["server/contract-tests/peoples-own-data.test.ts", "{app,clinic,contract,embed,site,client,server}/**/*.{ts,tsx}"],
  ["server/contract-tests/endings/every-ending.test.ts", "{server/**/*.{ts,sql},scripts/operations/patient.ts}"],
  ["server/contract-tests/endings/ending.ts", "docs/clinic-integration.md"],
  ["scripts/build/lean-contract.test.ts", "contract/**/*.ts"],
  ["scripts/test/conversions/conversions.test.ts", "{contract,content,server,app,clinic,embed,client}/**/*.{ts,tsx}"],
  // What is written from the contract.
  ["scripts/build/generate-client-calls.test.ts", "{contract/**/*.ts,client/src/calls.ts}"],
  ["server/openapi/*.test.ts", "{contract/**/*.ts,docs/clinic-integration.md}"],
  [
    "server/contract-tests/{clinic-document,clinic-client}.test.ts",
    "{contract/**/*.ts,client/**,docs/clinic-integration.md}",
  ],
  ["server/contract-tests/every-notification.test.ts", "{app/routes/routes.tsx,content/notifications.yaml}"],
  ["server/contract-tests/statement-counts.test.ts", "server/contract-tests/statements.json"],
  // Content is checked as a whole; the server's tests read the sections they name.
  ["content/**/*.test.ts", "content/{**/*.{yaml,md,json,txt},{schema,check,loader}/**/*.ts}"],
  ["clinic/day/day.test.ts", "content/shipping.yaml"],
  ["server/{brand-of-deployment,production-image}.test.ts", "content/{brand,demo,doctors}.yaml"],
  // Documents that tests read.
  ["server/config.test.ts", "docs/deploy.md"],
  ["server/contract-tests/outside-tables.test.ts", "docs/borders.md"],
  ["content/voice.test.ts", "content/VOICE.md"],
  // The schema.
  [
    "server/platform/database/{generate-table-types,migrate*}.test.ts",
    "server/{migrations/*.sql,platform/database/tables.ts}",
  ],
  ["server/operations/patient/*.test.ts", "server/migrations/*.sql"],
  ["server/auth/single-use-links.test.ts", "server/migrations/*.sql"],
  // The queues, which are defined through the handler table, that binds nothing by itself.
  [
    "server/queues.test.ts",
    "server/**/{jobs,*-jobs,begin-directions,rest-messages,absence-mails,escalation,followup-day,finish-order,clinic-events}.ts",
  ],
  [
    "server/queues.test.ts",
    "server/**/{unread-mails,compare-records,audit-partitions,orphaned-uploads,key-cleanup,queue-mail,alarms,change-queries}.ts",
  ],
  [
    "server/queues.test.ts",
    "server/**/{run-billing,send-reminders,due-mails,account-events,email-change,recovery,referred,rebuild-patient-search}.ts",
  ],
  // Settings of the tools.
  ["scripts/test/lint-house.test.ts", "{.oxlintrc.json,app/public.json}"],
  [
    "server/production-image.test.ts",
    "{package.json,package-lock.json,.dockerignore,Dockerfile,LICENSE,scripts/bootstrap.mjs}",
  ],
  // Fonts, pictures and sample files beside their users.
  ["server/platform/files/**/*.test.ts", "server/platform/files/**/fixtures/*"],
  ["server/platform/print/fonts.ts", "server/platform/print/fonts/*"],
  // The server's pages and the sample site are read from folders.
  ["site/static-files.ts", "site/{pages,assets,styles}/**"],
  ["server/web/*.test.ts", "app/*.html"],
];

/** Content read under another name than its file's or folder's, by the names of `Content` (content/schema/content.ts). */
const sections: Readonly<Record<string, readonly string[]>> = {
  "content/coupons.yaml": ["coupons", "followupdiscount"],
  "content/doctors.yaml": ["doctors", "inventeddoctors"],
  "content/rules/requirements.yaml": ["requirements"],
  "content/passwords/common.txt": ["commonpasswords"],
};

/** The sections of the content that a file becomes; none for sentences, which code names by their ids. */
export function sectionsOf(file: string): readonly string[] {
  const [, name = ""] = /^content\/([\w-]+)(?:\/.*)?(?:\.\w+)?$/.exec(file.replace(/\.\w+$/, "")) ?? [];
  return sections[file] ?? (name === "sentences" ? [] : [name.replaceAll("-", "")]);
}

export const isContent = (file: string): boolean =>
  /^content\/.*\.(?:yaml|md|txt)$/.test(file) && file !== "content/VOICE.md";

export function addHiddenEdges(
  graph: Graph,
  modules: ReadonlyMap<string, Module>,
  files: readonly string[],
  textOf: (file: string) => string,
): void {
  const add = (from: string, to: string, kind: "read" | "content" | "table") => {
    const needs = graph.get(from) ?? new Map();
    if (!needs.has(to)) graph.set(from, needs.set(to, kind));
  };
  for (const [reader, reads] of readers) {
    const from = files.filter((file) => modules.has(file) && matchesGlob(file, reader));
    for (const to of files) if (matchesGlob(to, reads)) for (const file of from) if (file !== to) add(file, to, "read");
  }
  const known = new Set<string>();
  for (const file of files) {
    for (const place of placesIn(file, textOf)) {
      known.add(place);
      add(place, file, place.startsWith("table:") ? "table" : "content");
    }
    const [, feature] = /^content\/sentences\/([\w-]+)\.yaml$/.exec(file) ?? [];
    if (feature !== undefined) add(`content/schema/sentences/${feature}.ts`, file, "content");
  }
  for (const [file, { text }] of modules) {
    if (!/^(?:server|content\/logic)\//.test(file)) continue;
    for (const place of [...sectionsNamedIn(text).map(contentPlace), ...tablesNamedIn(text).map(tablePlace)])
      if (known.has(place)) add(file, place, place.startsWith("table:") ? "table" : "content");
  }
}

const contentPlace = (section: string) => `content:${section}`;
const tablePlace = (table: string) => `table:${table}`;

/** What others name of a file: sections of the content, tables of the database. */
function placesIn(file: string, textOf: (file: string) => string): string[] {
  if (isContent(file)) return sectionsOf(file).map(contentPlace);
  return /^server\/migrations\/.*\.sql$/.test(file) ? tablesMadeIn(textOf(file)).map(tablePlace) : [];
}

/** `content.shipping`, `{ shipping } = services.content`, `{ content: { shipping } }`, `Pick<Content, "shipping">`, and `promise: ({ shipping }) =>`. */
export function sectionsNamedIn(text: string): string[] {
  const members = [...text.matchAll(/\bcontent[?!]?\.(\w+)/g)].map(([, name = ""]) => name);
  const taken = [
    ...text.matchAll(/\{([\w\s,:]+)\}\s*=\s*(?:\w+\.)*content\b|\b(?:content: |promise: \()\{([\w\s,:]+)\}/g),
  ].flatMap(([, names, nested]) => (names ?? nested ?? "").split(",").map((name) => name.replace(/:.*/s, "").trim()));
  const picked = [...text.matchAll(/\bPick<Content, ([^>]+)>/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  );
  return [...new Set([...members, ...taken, ...picked])].filter(Boolean);
}

const statement =
  /(?:\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w*[jJ]oin\w*)(?:<[^>]*>)?\(\s*\[?\s*"|\b(?:from|join|into|update)\s+)(\w+)/g;

/** The tables that queries in a source name. */
export const tablesNamedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(statement)].map(([, name = ""]) => name)),
];

/** The tables a migration makes or changes. */
export const tablesMadeIn = (sql: string): string[] => [
  ...new Set(
    [...sql.matchAll(/\b(?:create|alter) table (?:if (?:not )?exists )?(\w+)/gi)].map(([, name = ""]) => name),
  ),
];
