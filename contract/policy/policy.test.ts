import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helperParts } from "#contract/account/helpers.ts";
import { everyCall } from "#contract/api.ts";
import { inboxKinds, inboxKindsFor } from "#contract/care/inbox-kinds.ts";
import { recordFieldNeeds } from "#contract/care/patients.ts";
import { rolesAsked, rolesAsking, taskKindOf, taskKinds } from "#contract/care/task-kinds.ts";
import { clinicAccessOf } from "#contract/http/endpoint.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { classesOfFields, classesOfPart, classOfField, type FieldClass, opensClass } from "./field-classes.ts";
import { helperCalls } from "./helper-calls.ts";
import {
  parts,
  type Permission,
  permissions,
  permissionsOf,
  permissionsOfScopes,
  permits,
  rolesWithin,
  scopes,
  scopesThatPermit,
  scopesWithin,
} from "./policy.ts";
import { type Role, roleGrants, roles } from "./roles.ts";

const document = join(import.meta.dirname, "../../docs/access.md");

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ") || "–";
const rolesThatPermit = (needs: readonly Permission[]): readonly Role[] =>
  roles.filter((role) => permits(permissionsOfRoles(role), needs));

const verbs = (own: readonly Permission[], part: (typeof parts)[number]): string =>
  (["read", "write"] as const).filter((verb) => own.includes(`${verb}:${part}`)).join(", ") || "–";

const fieldClasses = [...new Set(parts.flatMap((part) => classesOfPart[part]))].toSorted();

/** Who reads a class, and each field that is of it. */
function fieldsOfClass(fieldClass: FieldClass): string {
  const readers = roles.filter((role) => opensClass(permissionsOfRoles(role), fieldClass));
  const fields = Object.entries(classesOfFields).flatMap(([schema, all]) => {
    const own = Object.keys(all).filter((field) => all[field] === fieldClass);
    return own.length === 0 ? [] : [`\`${schema}\` (${own.join(", ")})`];
  });
  return `- \`${fieldClass}\`, read by ${readers.join(", ")}: ${fields.join("; ")}`;
}

/** What an item of the inbox is made of. */
const itemSchemas = ["InboxItem", "PatientSummary", "QueueMedicine", "ScreeningFlag", "ScreeningFlags"].filter(
  (schema) => Object.hasOwn(classesOfFields, schema),
);
const fieldsIn = (schema: string, fieldClass: FieldClass): string[] => {
  const own = Object.entries(classesOfFields[schema] ?? {}).flatMap(([field, each]) =>
    each === fieldClass ? field : [],
  );
  return own.length === 0 ? [] : [`\`${schema}\` (${own.join(", ")})`];
};
const itemClasses = fieldClasses.filter((each) => itemSchemas.some((schema) => fieldsIn(schema, each).length > 0));

/** Who may see and do what, as somebody reads it who has to approve of it. */
const written = () =>
  [
    "# Who may see and do what",
    "Written from `contract/policy/`, where it is declared; a test fails where the two differ, and `ACCESS=write npx vitest run contract/policy` writes it again. What each part is, is said there. Every answer, list, search, count, export, PDF, mail and button asks the same declaration; the event log and its webhooks carry ids only.",
    "## Parts and roles",
    table(
      ["part", ...roles],
      parts.map((part) => [`\`${part}\``, ...roles.map((role) => verbs(permissionsOfRoles(role), part))]),
    ),
    "## Parts and scopes of API keys",
    table(
      ["scope", "reads", "writes"],
      scopes.map((scope) => {
        const own = permissionsOfScopes([scope]);
        const of = (verb: "read" | "write") => code(parts.filter((part) => own.includes(`${verb}:${part}`)));
        return [`\`${scope}\``, of("read"), of("write")];
      }),
    ),
    "## Fields of a record",
    table(
      ["field", "needs one of", "roles"],
      Object.entries<readonly Permission[]>(recordFieldNeeds).map(([field, needs]) => [
        `\`${field}\``,
        code(needs),
        rolesThatPermit(needs).join(", "),
      ]),
    ),
    "## Fields of answers",
    "What a field tells of a patient is its class (`contract/policy/field-classes.ts`); reading a part opens some.",
    table(
      ["part", "classes it opens", "roles"],
      parts.map((part) => [
        `\`${part}\``,
        code(classesOfPart[part]),
        rolesThatPermit([`read:${part}`]).join(", ") || "–",
      ]),
    ),
    fieldClasses.map(fieldsOfClass).join("\n"),
    "## A patient's helper",
    "What a helper may call, by the parts that the patient chose (`contract/policy/helper-calls.ts`); `any` is for each of them. The other calls of a patient are refused.",
    table(
      ["part", "calls"],
      ["any", ...helperParts].map((part) => [
        `\`${part}\``,
        [...helperCalls].flatMap(([call, access]) => (access === part ? [call] : [])).join(", "),
      ]),
    ),
    "## The inbox",
    table(
      ["kind", "roles"],
      inboxKinds.map((kind) => [
        `\`${kind}\``,
        roles.filter((role) => inboxKindsFor(permissionsOfRoles(role)).includes(kind)).join(", "),
      ]),
    ),
    "## What waits, by role and field",
    "Whoever sees a kind of the inbox reads the fields of its items that are of these classes; a task's words are read by whom `server/tasks/task-access.ts` says, and a kind that is logged by whom [log.md](log.md) says.",
    itemClasses
      .map(
        (fieldClass) =>
          `- \`${fieldClass}\`: ${itemSchemas.flatMap((schema) => fieldsIn(schema, fieldClass)).join(", ")}`,
      )
      .join("\n"),
    table(
      ["kind", ...roles],
      inboxKinds.map((kind) => [
        `\`${kind}\``,
        ...roles.map((role) => {
          const own = permissionsOfRoles(role);
          if (!inboxKindsFor(own).includes(kind)) return "–";
          return itemClasses.filter((fieldClass) => opensClass(own, fieldClass)).join(", ") || "–";
        }),
      ]),
    ),
    "Who asks whom, by the kind of a task:",
    table(
      ["kind", "asks", "is asked", "form", "ends"],
      taskKinds.map((kind) => {
        const { fields, ends } = taskKindOf(kind);
        const asking = rolesAsking(kind).join(", ") || "a patient, or the system";
        return [`\`${kind}\``, asking, rolesAsked(kind).join(", "), code(fields) || "–", ends];
      }),
    ),
    "## Calls",
    table(
      ["call", "needs one of", "roles", "scopes"],
      [...everyCall()].flatMap(({ feature, name, call }) => {
        const access = clinicAccessOf(call);
        if (!access) return [];
        const { needs } = access;
        return [
          [
            `${feature}.${name}`,
            code(needs),
            rolesThatPermit(needs).join(", ") || "–",
            scopesThatPermit(needs).join(", "),
          ],
        ];
      }),
    ),
  ].join("\n\n");

/** Without the widths of its columns, which are the formatter's. */
const unpadded = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");

test("the document for whoever approves of it says what is declared", () => {
  const text = `${written()}\n`;
  if (process.env["ACCESS"] === "write") writeFileSync(document, text);
  expect(unpadded(readFileSync(document, "utf8")), "ACCESS=write writes it").toBe(text);
});

test("what lies in a part of a record that is clinical is clinical, and what nobody has classed has no class", () => {
  const [schema, path] =
    Object.entries(classesOfFields)
      .flatMap(([name, fields]) =>
        Object.entries(fields).map(([field, fieldClass]) => [name, field, fieldClass] as const),
      )
      .find(([, , fieldClass]) => fieldClass === "clinical") ?? [];
  expect(classOfField(String(schema), `${path}.first.second`)).toBe("clinical");
  expect(classOfField(String(schema), "unheard")).toBeNull();
  expect(classOfField("Unheard", `${path}.first`)).toBeNull();
  expect(classOfField("Unheard", "nextpage")).toBe("work");
});

const everyClass: readonly FieldClass[] = [
  ...(["clinical", "conversation", "treatment", "review", "alert", "money", "contact", "work", "own"] as const),
];
test.each<[Role, readonly FieldClass[]]>([
  ["physician", everyClass.filter((each) => each !== "own")],
  ["nurse", everyClass.filter((each) => each !== "own")],
  ["patient_services", ["conversation", "treatment", "alert", "money", "contact", "work"]],
  ["pharmacy", ["treatment", "review", "alert", "money", "contact", "work"]],
  ["finance", ["money", "contact", "work"]],
  ["administrator", ["contact", "work", "own"]],
])("%s reads these classes of fields, and no others", (role, classes) => {
  const own = permissionsOfRoles(role);
  expect(everyClass.filter((each) => opensClass(own, each))).toEqual(classes);
});

test("a key for money alone learns of no product, and one for packing of no answer", () => {
  const classes = (scope: (typeof scopes)[number]) =>
    everyClass.filter((each) => opensClass(permissionsOfScopes([scope]), each));
  expect(classes("finance")).not.toContain("treatment");
  expect(classes("dispense")).not.toContain("clinical");
});

test("every call of the practice is open to somebody, and every permission opens something", () => {
  const needed = [...everyCall()].flatMap(({ call }) => clinicAccessOf(call)?.needs ?? []);
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((need) => scopesThatPermit([need]).length === 0)).toEqual([]);
  expect(permissions.filter((permission) => !needed.includes(permission))).toEqual([]);
});

test("whoever writes in a part reads it: nobody decides on what they can't see", () => {
  for (const own of [
    ...roles.map((role) => permissionsOfRoles(role)),
    ...scopes.map((scope) => permissionsOfScopes([scope])),
  ])
    for (const part of parts) if (own.includes(`write:${part}`)) expect(own, part).toContain(`read:${part}`);
});

test.each(scopes)("a scope is within itself and within nobody who may less: %s", (scope) => {
  const own = permissionsOfScopes([scope]);
  expect(scopesWithin(own)).toEqual([scope]);
  for (const left of own) expect(scopesWithin(own.filter((permission) => permission !== left))).not.toContain(scope);
});

test.each(roles)("the scopes of a role are those it is declared by: %s", (role) => {
  expect(scopesWithin(permissionsOfRoles(role)).toSorted()).toEqual([...roleGrants[role].scopes].toSorted());
});

test.each(roles)("a system stands for a role where it may all that the role may: %s", (role) => {
  const own = permissionsOfRoles(role);
  expect(rolesWithin(own)).toContain(role);
  for (const left of own) expect(rolesWithin(own.filter((permission) => permission !== left))).not.toContain(role);
  expect(rolesWithin(permissions)).toContain(role);
  expect(rolesWithin([])).toEqual([]);
});

test("somebody with several roles may what each of them may, and a physician without a doctor nothing as one", () => {
  expect(new Set(permissionsOfRoles("pharmacy", "finance"))).toEqual(
    new Set([...permissionsOfRoles("pharmacy"), ...permissionsOfRoles("finance")]),
  );
  expect(permissionsOf({ roles: ["physician", "finance"], doctorid: null }).toSorted()).toEqual(
    permissionsOfRoles("finance").toSorted(),
  );
  expect(permissionsOfRoles()).toEqual([]);
});

test("what is refused names every scope that would do", () => {
  expect(scopesThatPermit(["read:services_conversation"])).toEqual(["clinical", "messages"]);
  expect(scopesThatPermit(["write:prescribing"])).toEqual(["rx"]);
});
