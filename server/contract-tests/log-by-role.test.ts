import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { careEndField } from "#content/schema/log.ts";
import { care } from "#contract/care/calls.ts";
import type { Task } from "#contract/care/tasks.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import type { LogKind } from "#server/tasks/log-rules.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

/*
 * Who logs, reads and ends what, found out by calls: each role with each kind of the log, and each field of an entry with a value of its own. The table of it is
 * `docs/log.md`, which whoever approves of `content/log.yaml` reads: `ACCESS=write` writes it again.
 */

const server = serverAtNoon();
const kinds = () => Object.entries(server.services.content.log);
const document = join(import.meta.dirname, "../../docs/log.md");
const today = () => clinicToday(server.services);

/** A value of its own for each field: what somebody types, or a choice, which is its label in the answer. */
function filledIn(id: string, { fields, about, ends, outcomes }: LogKind) {
  const values = Object.entries(fields).map(([field, { type, choices }], place) => {
    if (type === "choice") {
      const [choice, label] = Object.entries(choices ?? {})[0] ?? ["", ""];
      return { field, value: choice, read: label };
    }
    // Care ends with notice; every other day has passed.
    const day = addDays(today(), field === careEndField ? 30 : -place - 1);
    const typed = { day, email: `${id}-${field}@example.com`, line: `${id} ${field}` };
    const value = typed[type];
    return { field, value, read: value };
  });
  const words = `words of ${id}`;
  const outcome = ends === "at_once" && outcomes ? Object.keys(outcomes)[0] : undefined;
  return {
    body: {
      kind: id,
      words,
      fields: values.map(({ field, value }) => ({ id: field, value })),
      ...(outcome && { outcome }),
    },
    about,
    /** What nobody can guess: choices are on every form. */
    secrets: [
      words,
      ...values.filter(({ field }) => ["line", "email"].includes(fields[field]?.type ?? "")).map(({ value }) => value),
    ],
    values,
  };
}

type Person = StaffPerson & { readonly role: Role };
let patient: TestPatient;
/** Who logs, and colleagues who only read. */
const authors = new Map<Role, Person>();
const readers = new Map<Role, Person>();

async function prepare(): Promise<void> {
  patient = await inCare(server);
  for (const [people, doctor] of [
    [authors, "elena_marsh"],
    [readers, "ruth_okafor"],
  ] as const)
    for (const role of roles)
      people.set(role, { ...(await signedInStaff(server, [role], role === "physician" ? doctor : undefined)), role });
}

const open = ({ browser }: Person) =>
  browser.call(staff.openRecord, { params: { id: patient.id }, body: { reason: "colleague", words: "They asked." } });

async function add(by: Person, id: string, kind: LogKind) {
  await open(by);
  const { body, about } = filledIn(id, kind);
  return about === "patient"
    ? by.browser.call(care.addPatientLog, { params: { id: patient.id }, body })
    : by.browser.call(care.addLog, { body });
}

/** All entries that somebody is shown, over all pages. */
async function entriesOf({ browser }: Person): Promise<Task[]> {
  const found: Task[] = [];
  let page: Output<typeof care.log> | undefined;
  do {
    page = (await browser.call(care.log, { query: page?.nextpage ? { nextpage: page.nextpage } : {} })).ok;
    found.push(...page.items);
  } while (page.nextpage !== null);
  return found;
}

/** Everything of it that somebody could be shown: the log, the patient's log and record, the inbox, and what is overdue. */
async function shownTo(by: Person): Promise<string> {
  await open(by);
  const params = { id: patient.id };
  const { browser } = by;
  const answers = [
    await browser.call(care.patientLog, { params, query: {} }),
    await browser.call(care.patient, { params }),
    await browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } }),
    await browser.call(care.overdueTasks, {}),
  ];
  return JSON.stringify([await entriesOf(by), ...answers.map(({ raw }) => raw.payload)]);
}

/** What each role does with each kind. */
async function accessByCalls() {
  const cells = new Map<string, string[]>();
  const note = (id: string, role: Role, verb: string) =>
    cells.set(`${id} ${role}`, [...(cells.get(`${id} ${role}`) ?? []), verb]);
  const logged = new Map<string, Task>();
  for (const [id, kind] of kinds())
    for (const author of authors.values()) {
      const { status, ok, problem } = await add(author, id, kind);
      const refused = problem.details?.fields?.map(({ path }) => path);
      if (status !== 201) expect([status, refused], `${id} by ${author.role}`).toEqual([400, ["kind"]]);
      if (status === 201) note(id, author.role, "logs");
      if (status === 201) logged.set(id, ok);
    }
  for (const reader of readers.values()) {
    const entries = new Map((await entriesOf(reader)).map((entry) => [entry.id, entry]));
    const shown = await shownTo(reader);
    for (const [id, kind] of kinds()) {
      const entry = entries.get(logged.get(id)?.id ?? "");
      const { secrets, values, body } = filledIn(id, kind);
      if (entry) {
        note(id, reader.role, "reads");
        expect([entry.words, entry.log?.fields.map(({ value }) => value)], `${id} for ${reader.role}`).toEqual([
          body.words,
          values.map(({ read }) => read),
        ]);
        const { actions } = entry;
        if (actions.includes("settle") || actions.includes("done")) note(id, reader.role, "ends");
        if (actions.includes("drop")) note(id, reader.role, "corrects");
      } else
        expect(
          secrets.filter((secret) => shown.includes(secret)),
          `of ${id} for ${reader.role}`,
        ).toEqual([]);
    }
  }
  return cells;
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const written = (cells: ReadonlyMap<string, readonly string[]>) =>
  [
    "# Who logs what",
    "Found out by calls, each role with each kind of `content/log.yaml` and each field of an entry; a test fails where this differs, and `ACCESS=write npx vitest run server/contract-tests/log-by-role` writes it again. The last three are about entries that somebody else made: _reads_ them, _ends_ what waits or stands on a chart, _corrects_ them by saying that one was made in error. Whoever made an entry reads and corrects it. Who may see and do everything else is in [access.md](access.md).",
    [
      row(["kind", "about", ...roles]),
      row(["kind", "about", ...roles].map(() => "---")),
      ...kinds().map(([id, { about, confidential }]) =>
        row([
          `\`${id}\`${confidential ? ", confidential" : ""}`,
          about,
          ...roles.map((role) => cells.get(`${id} ${role}`)?.join(", ") ?? "–"),
        ]),
      ),
    ].join("\n"),
  ].join("\n\n");

/** Without the widths of its columns, which are the formatter's. */
const unpadded = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");

test("decisions §20 each role makes, reads and ends the kinds that the table says, with every field, and is shown nothing of the others", async () => {
  await prepare();
  const text = `${written(await accessByCalls())}\n`;
  if (process.env["ACCESS"] === "write") writeFileSync(document, text);
  expect(unpadded(readFileSync(document, "utf8")), "ACCESS=write writes it").toBe(text);
});
