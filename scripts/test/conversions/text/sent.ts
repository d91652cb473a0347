import { texts } from "../alphabet.ts";
import { type Table, law } from "../laws.ts";
import { type Given, attempt, isNullOr, isPath, lookOver, ofMany, over, run, show } from "./looks.ts";

/** Reads a CSV file, by the rules of RFC 4180. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, cell = "", end] of csv.matchAll(/"((?:[^"]|"")*)"(,|\r\n|$)/g)) {
    row.push(cell.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell) && !/^-\d+\.\d\d$/.test(cell);
const isCellOf = (cell: string | undefined, text: string) =>
  cell === (isFormula(text) ? `'${text}` : text) && !isFormula(cell);

const entities: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&" };
/** Markup without its entities, as a browser shows it. */
const unescaped = (html: string): string =>
  html.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = "") =>
    code === undefined ? (entities[name] ?? "?") : String.fromCodePoint(Number(code)),
  );
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&${Object.keys(entities).find((name) => entities[name] === letter)};`);
const escape = over<string>(
  "the browser shows something else, or reads markup",
  (html, text) => unescaped(html) === text && !/[<>"]|&(?!#\d+;|(?:amp|lt|gt|quot);)/.test(html),
);

/** What must hold of texts in files, pages, mails and addresses. */
export const sentText: Table = {
  // Files and pages.
  "contract/fields/csv.ts csvCell": over<string>("a spreadsheet reads something else", (cell, text) =>
    isCellOf(readCsv(cell)[0]?.[0], text),
  ),
  "contract/fields/csv.ts csvText": law<(rows: readonly Given[]) => string>((csvText, cases) => {
    const rows = texts.map((text, index) => [String(index), text, "end"]);
    const read = readCsv(csvText(rows));
    cases.is(read.length, rows.length, "rows");
    for (const [index, [, text = ""]] of rows.entries()) {
      cases.holds(isCellOf(read[index]?.[1], text), () => `${show(text)} is read as ${show(read[index]?.[1])}`);
      cases.is(read[index]?.[2], "end", text);
    }
  }),
  "server/web/html.ts escapeHtml": escape,
  "server/platform/mail/render-mail.ts escapeHtml": escape,
  "server/platform/mail/render-mail.ts linkify": law<(escaped: string) => string>((linkify, cases) =>
    lookOver(
      (text) => linkify(escaped(text)),
      cases,
      "the words change",
      (html, text) => html.replace(/<a href="[^"]*">([^<]*)<\/a>/g, "$1") === escaped(text),
    ),
  ),
  "server/web/html.ts jsonScriptTag": law<(id: string, json: string) => string>((tag, cases) => {
    for (const text of texts) {
      const inside =
        /^<script type="application\/json" id="x">(.*)<\/script>$/s.exec(tag("x", JSON.stringify(text)))?.[1] ?? "";
      cases.is(JSON.parse(inside), text, text);
      cases.holds(!inside.includes("<"), () => `${show(text)} can end the script`);
    }
  }),
  "server/platform/mail/queue-mail.ts safeFirstName": over<string | null>(
    "no name",
    isNullOr(/^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u),
  ),
  "server/platform/mail/queue-mail.ts greetingName": over<string>("no name", (name) =>
    /^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u.test(name),
  ),
  "server/platform/files/pdf/name-pattern.ts nameSpellings": law<(name: string) => string>((spellings, cases) => {
    for (const name of ["JavaScript", "OpenAction", "AA"]) {
      const pattern = new RegExp(`^${spellings(name)}$`);
      const hexed = Array.from(name, (letter) => `#${letter.charCodeAt(0).toString(16)}`).join("");
      for (const spelled of [name, hexed, hexed.toUpperCase()]) cases.is(pattern.test(spelled), true, spelled);
      cases.is(pattern.test(`${name}x`), false, name);
    }
  }),

  // Addresses and headers.
  "app/support/help-center/article-links.ts articlePath": law<(id: string) => string>((articlePath, cases) =>
    lookOver(
      (text) => articlePath(text.toWellFormed()),
      cases,
      "another address",
      (path, text) => isPath(path) && decodeURIComponent(path.slice("/support/".length)) === text.toWellFormed(),
    ),
  ),
  "app/routes/guards.ts signInPath": over<string>("it leaves the app", isPath),
  "app/auth/login/one-time-token-url.ts expiredLinkPath": over<string>("it leaves the app", isPath),
  "app/auth/login/path-after-login.ts homeWithFollowupCode": over<string>("it leaves the app", isPath),
  "app/auth/login/path-after-login.ts followupCodeIn": over<string | null>("", () => true),
  "app/browser/urls.ts normalizePath": over<string>(
    "no path",
    (path) => path === "/" || !path.endsWith("/"),
    "idempotent",
  ),
  "app/browser/urls.ts withoutQueryParams": ofMany(2, (query, [, name = ""]) => !new URLSearchParams(query).has(name)),
  "app/account/medical-information/section-paths.ts sectionInQuery": over<number | null>(
    "no part",
    (part) => part === null || Number.isFinite(part),
  ),
  "clinic/work/record-path.ts partFromSearch": over<string | null>("", () => true),
  "clinic/session/provider.ts providerProblem": over<string | null>("", () => true),
  "clinic/patients/followups/followup.ts followupFromSearch": over<string | null>("no id", isNullOr(/^[0-9a-f-]{36}$/)),
  "app/api/session/cookies.ts readCookie": law<(header: string, name: string) => string | null>((read, cases) => {
    for (const text of texts) {
      const value = attempt(() => read(`a=1; b=${encodeURIComponent(text.toWellFormed())}; c=2`, "b"), text, cases);
      cases.is(value, text.toWellFormed(), text);
      attempt(() => read(text, "b"), text, cases);
    }
  }),
  "app/api/session/token.ts tokenPatientId": over<string>("somebody from no token", (id) => id === ""),
  "server/platform/mail/smtp-answers.ts enhancedCode": over<string | null>(
    "no code",
    isNullOr(/^\d\.\d{1,3}\.\d{1,3}$/),
  ),
  "server/platform/rate-limit.ts rateLimitNetwork": law<(address: string) => string>((network, cases) => {
    lookOver(network, cases, "an address that is none is changed", (result, text) => result === text);
    cases.is(network("2001:db8:0:1::5"), network("2001:db8:0:1:ffff::1"));
    cases.is(network("::ffff:192.0.2.1"), "192.0.2.1");
  }),
  "contract/growth/campaign-values.ts awinClickOf": over<string | null>(
    "not opaque",
    isNullOr(/^[\w.:~=|+/^-]{1,250}$/),
  ),
  "server/platform/files/file-store.ts checkedKey": law<(key: string) => string>((checked, cases) => {
    for (const text of texts) {
      const key = run(() => checked(text));
      const isKey = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/.test(text) && text.length <= 200;
      cases.is(key, isKey ? text : "Malformed storage key", text);
    }
  }),
  "server/platform/files/disk-store.ts diskPath": law<(directory: string, key: string) => string>((diskPath, cases) => {
    for (const text of texts) {
      const path = run(() => diskPath("/files", text));
      cases.holds(
        path === "Malformed storage key" || /^\/files\/[a-z0-9_/-]+\.bin$/.test(path),
        () => `${show(text)} is ${path}`,
      );
    }
  }),
};
