import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/*
 * Whoever writes, decides, packs or sends something sees for whom, by two identifiers. Each dialog of the staff app either says so itself, or opens only within
 * something that says so (`AboutPatient`), or is listed here with why it's about no one patient.
 */

const files = globSync("clinic/**/*.tsx").filter((file) => !/\.test\.|\/testing\//.test(file));
const textOf = new Map(files.map((file) => [normalize(file), readFileSync(file, "utf8")]));

const isDialog = (text: string) => /<(?:Modal|Confirm)\b/.test(text);
const saysWho = (text: string) => /<(?:AboutPatient|WhoItIs|AlikeNames)\b/.test(text);

/** The files of the staff app that render something of this one; what is only a type of it isn't. */
const importersOf = Map.groupBy(
  [...textOf].flatMap(([from, text]) => [...importedBy(from, text)].map((file) => ({ file, from }))),
  ({ file }) => file,
);

function importedBy(from: string, text: string): ReadonlySet<string> {
  const imports = text.matchAll(/(?:^import (?!type )[^;]*?from |import\()"([^"]+)"/gm);
  const paths = [...imports].map(([, path = ""]) => path);
  return new Set([
    ...paths.filter((path) => path.startsWith("#clinic/")).map((path) => normalize(path.slice(1))),
    ...paths.filter((path) => path.startsWith(".")).map((path) => join(dirname(from), path)),
  ]);
}

/** The ways up from a file to a page, or to where nothing else says for whom. */
function openingsOf(file: string, below: readonly string[] = []): readonly string[] {
  if (saysWho(textOf.get(file) ?? "") || below.includes(file)) return [];
  const way = [...below, file];
  const importers = importersOf.get(file) ?? [];
  return importers.length === 0 ? [way.join(" < ")] : importers.flatMap(({ from }) => openingsOf(from, way));
}

/** What is about no one patient, by folder or file, and why. */
const aboutNoPatient: readonly (readonly [path: string, why: string])[] = [
  ["clinic/team/", "A person of the practice."],
  ["clinic/account/", "One's own account."],
  ["clinic/systems/", "A key, or another system."],
  ["clinic/session/", "Asked before a record is open."],
  ["clinic/lists/", "Several patients."],
  ["clinic/shell/keys-dialog.tsx", "The keys of the staff app."],
  ["clinic/log/log-page.tsx", "What is logged of the practice."],
  ["clinic/inbox/inbox-page.tsx", "A task about nobody. What a patient’s work opens is on pages of its own."],
  ["clinic/shell/task-screen.tsx", "Shown within the page of a task, which says for whom."],
  ["clinic/money/closing/", "The books of a day."],
];
const isExcused = (way: string) => aboutNoPatient.some(([path]) => way.includes(path));

/** What dialogs are made of. */
const parts = ["clinic/ui/dialogs/modal.tsx", "clinic/work/confirm.tsx"];
const dialogs = [...textOf].flatMap(([file, text]) => (isDialog(text) && !parts.includes(file) ? [file] : []));

test("there are dialogs", () => expect(dialogs.length).toBeGreaterThan(30));

test.each(dialogs)("%s says for whom, or is about no one patient", (file) => {
  expect([...new Set(openingsOf(file))].filter((way) => !isExcused(way))).toEqual([]);
});

test.each(aboutNoPatient)("%s is listed with need: %s", (path) => {
  expect(dialogs.flatMap((file) => openingsOf(file)).filter((way) => way.includes(path))).not.toEqual([]);
});
