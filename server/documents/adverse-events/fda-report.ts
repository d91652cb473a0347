import type { care } from "#contract/care/calls.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import { dayIn, formatShortDay } from "#contract/fields/formats.ts";
import { requireTask } from "#server/care/public.ts";
import { latestAnswers } from "#server/onboarding/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { fieldsOfTask, logKindOf, presentEntry, type TaskRow, wordsOfTask } from "#server/tasks/public.ts";
import { unitsText } from "../dispensed-units.ts";
import { type DispensedDrug, dispensedDrugs } from "../dispensed.ts";
import { loadDocumentSubject } from "../document-subject.ts";
import { phoneText } from "../formats.ts";
import { loadPatientHistory, type PatientHistory } from "../patient-history.ts";
import { printed } from "../pdf/printed.ts";
import { fdaReportPdf, type ReportSection } from "./fda-report-pdf.ts";

/**
 * A logged side effect with the fields of Form FDA 3500, by which health professionals report of their own accord (MedWatch;
 * https://www.fda.gov/safety/download-forms/instructions-completing-form-fda-3500): sections A, B, D, F and G by their numbers. FDA asks for initials or another
 * code, never for a patient's name. What isn't on file is left for whoever reports.
 */
export const adverseEventHandlers = {
  fdaReport: async ({ params }, ctx) => {
    const task = await requireTask(ctx, params.id);
    const { patient_id: patientId } = task;
    const kind = logKindOf(ctx.content.log, task.log_kind);
    if (patientId === null || kind?.fhir !== "adverse_event") throw new Refusal("not_found");
    ctx.auditPatient(patientId);
    if (task.outcome === "dropped") throw ctx.refuse("wrong_state", { message: sentence("documents.fda_dropped") });
    const sections = await sectionsOf(ctx, task, patientId);
    const now = ctx.clock.now();
    const bytes = await printed(ctx, () => fdaReportPdf(ctx.content, sections, now));
    return { bytes, type: "application/pdf", filename: `fda-3500-${dayIn(ctx.content.brand.timezone, now)}.pdf` };
  },
} satisfies Partial<Handlers<typeof care>>;

type Deps = Pick<Services, "db" | "secrets" | "content" | "clock">;

async function sectionsOf(services: Deps, task: TaskRow, patientId: string): Promise<readonly ReportSection[]> {
  const { content, db, clock } = services;
  const { brand } = content;
  // What was dispensed before two accounts became one is under the other one's id.
  const now = (await mergedInto(db, patientId)) ?? patientId;
  const accounts = [now, ...(await mergedFrom(db, now))];
  const [{ patient }, answers, histories, names] = await Promise.all([
    loadDocumentSubject(services, now),
    latestAnswers(services, now),
    Promise.all(accounts.map((id) => loadPatientHistory(services, id))),
    memberNames(db, [task.asker]),
  ]);
  const given = fieldsOfTask(services, task);
  const chosen = Object.fromEntries(given.map(({ id, value }) => [id, value]));
  const entry = presentEntry(task.log_kind ?? "", logKindOf(content.log, task.log_kind), given, task);
  const values = Object.fromEntries(entry.fields.map(({ id, value }) => [id, value]));
  const began = chosen["began"] ?? null;
  const drugs = histories.flatMap((history) => latestOfEach(dispensedDrugs(content, history), began));
  const suspects = drugs.filter((drug) => isNamed(drug, chosen["medicine"] ?? ""));
  const [weight] = [answers["weight"]?.value].flat();
  return [
    {
      title: "A. Patient information",
      rows: [
        ["1. Patient identifier, in confidence", initialsOf(patient)],
        ["2. Age at time of event", ageOn(patient.birthday, began)],
        // Nobody is asked for it.
        ["3. Sex", null],
        ["4. Weight", weight === undefined || weight === "" ? null : `${weight} lb`],
      ],
    },
    {
      title: "B. Adverse event",
      rows: [
        ["2. Outcomes attributed to the event", values["serious"] ?? null],
        ["3. Date of event", began && formatShortDay(began)],
        ["4. Date of this report", formatShortDay(dayIn(brand.timezone, clock.now()))],
        ["5. Describe the event", wordsOfTask(services, task)],
        ["6. Relevant tests and laboratory data", null],
        ["7. Other relevant history", null],
      ],
    },
    ...(suspects.length > 0
      ? suspects.map((drug, index) =>
          suspectSection(`D. Suspect product ${index + 1}`, drug, histories, { values, timezone: brand.timezone }),
        )
      : [
          {
            title: "D. Suspect product",
            rows: [
              ["1. Name and strength, as reported", values["medicine"] ?? null],
              ...afterwards(values),
              ["6. Lot, as reported", values["lot"] ?? null],
            ] as ReportSection["rows"],
          },
        ]),
    {
      title: "F. Other medical products at that time",
      rows: [
        ["As reported", values["others"] ?? null],
        ["Dispensed by us", textOf(drugs.filter((drug) => !suspects.includes(drug)).map(drugText))],
      ],
    },
    {
      title: "G. Reporter, in confidence",
      rows: [
        ["1. Name and address", reporterText(services, names.get(task.asker) ?? null)],
        ["2. Health professional", task.asker_role === "patient_services" ? null : "Yes"],
        ["3. Occupation", task.asker_role],
        ["4. Also reported to", entry.outcome?.label ?? null],
      ],
    },
  ];
}

const textOf = (lines: readonly string[]): string | null => (lines.length === 0 ? null : lines.join("\n"));
const drugText = ({ name, strength, day }: DispensedDrug): string =>
  `${[name, strength].filter(Boolean).join(", ")}, sent ${formatShortDay(day)}`;

function reporterText({ content: { brand } }: Deps, name: string | null): string {
  const { name: practice, address1, city, state, zipcode, phone } = brand.practice;
  return [name ?? "", practice, `${address1}, ${city}, ${state} ${zipcode}`, phoneText(phone)]
    .filter(Boolean)
    .join("\n");
}

/** `R. S.`; null without a name. */
const initialsOf = ({ firstname, lastname }: { readonly firstname: string | null; readonly lastname: string | null }) =>
  [firstname, lastname].flatMap((each) => (each ? `${each.charAt(0).toUpperCase()}.` : [])).join(" ") || null;

/** Whole years on the day it began; null where one isn't known. */
function ageOn(birthday: string | null, day: string | null): string | null {
  if (birthday === null || day === null) return null;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return `${day.slice(5) < birthday.slice(5) ? years - 1 : years} years`;
}

/** Of each medicine, what was sent last before the day it began; all of what was sent where that isn't known. */
function latestOfEach(drugs: readonly DispensedDrug[], began: string | null): readonly DispensedDrug[] {
  const before = drugs.filter(({ day }) => began === null || day <= began);
  return [...Map.groupBy(before, ({ productId }) => productId).values()].flatMap((sent) => sent.at(-1) ?? []);
}

/** Whether somebody's words name a medicine: by the first word of its name, as `estradiol`. */
function isNamed({ name }: DispensedDrug, reported: string): boolean {
  const [first] = foldedWords(name);
  return first !== undefined && foldedWords(reported).includes(first);
}

function suspectSection(
  title: string,
  drug: DispensedDrug,
  histories: readonly PatientHistory[],
  { values, timezone }: { readonly values: Readonly<Record<string, string | undefined>>; readonly timezone: string },
): ReportSection {
  const prescription = histories
    .flatMap(({ prescriptions }) => prescriptions)
    .find(({ id }) => id === drug.prescriptionId);
  const first = histories
    .flatMap(({ orders, shipments }) =>
      orders.flatMap(({ lines }) =>
        lines.flatMap((line) =>
          line.product_id === drug.productId ? (shipments.get(`${line.order_id}:${line.line}`)?.shippedAt ?? []) : [],
        ),
      ),
    )
    .toSorted((one, other) => one.getTime() - other.getTime())[0];
  return {
    title,
    rows: [
      ["1. Name and strength", [drug.name, drug.strength].filter(Boolean).join(", ")],
      ...(drug.ingredients.length > 0 ? ([["Compounded of", drug.ingredients.join(", ")]] as const) : []),
      ["2. Dose, frequency, as prescribed", prescription?.directions ?? null],
      ["3. Dates of use, from what was sent", first ? `${formatShortDay(dayIn(timezone, first))} on` : null],
      ["4. Reason for use", null],
      ...afterwards(values),
      ["6. Lot, as dispensed", drug.lotNumber ?? values["lot"] ?? null],
      ["7. Expiration date", drug.expiresOn && formatShortDay(drug.expiresOn)],
      ["9. NDC", textOf(drug.ndcs)],
      ["Quantity", `${unitsText(drug.units)}, ${drug.daysSupply} days’ supply`],
    ],
  };
}

const afterwards = (values: Readonly<Record<string, string | undefined>>): ReportSection["rows"] => [
  ["5. Event abated after use stopped", values["stopped"] ?? null],
  ["8. Event reappeared after reintroduction", values["again"] ?? null],
];
