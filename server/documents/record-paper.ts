import type { Content } from "#content/load.ts";
import { patientParty, practiceParty, subjectName } from "./head.ts";
import { heading, letterhead, parties, prose } from "./pdf/blocks.ts";
import { type Paper, writePdf } from "./pdf/paper.ts";
import { table } from "./pdf/table.ts";
import type { MedicalRecord } from "./record.ts";
import { unitsOf, unitsText } from "./units.ts";
import { dash, dayOf, doctorCell, stateName } from "./words.ts";

type Terms = Pick<Content, "brand" | "documents" | "states" | "catalogue">;
type Answers = MedicalRecord["answers"];

/** The medical record for another doctor: what she reported first, then what was decided, prescribed and sent. */
export function recordPaper(content: Terms, record: MedicalRecord): Promise<Buffer> {
  const { brand, documents } = content;
  const { subject, answers, issuedAt } = record;
  const { title, text, allergies, medicines } = documents.records;
  const issued = dayOf(brand.timezone, issuedAt);
  const paper = {
    title: `${title}: ${subjectName(subject)}`,
    author: brand.practice.name,
    landscape: false,
    colours: brand.print,
    footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · ${issued}`,
    createdAt: issuedAt,
  };
  const apart = [allergies.question, ...medicines];
  const of = (ids: readonly string[]) => answers.filter(({ questionid }) => ids.includes(questionid));
  return writePdf(paper, async (page) => {
    letterhead(page, { issuer: brand.practice.name, title, aside: `As of ${issued}` });
    const { state } = subject.patient;
    const party = patientParty(subject);
    const contact = [
      `Email: ${subject.patient.email}`,
      ...(state ? [`State of care: ${stateName(content, state)}`] : []),
    ];
    parties(page, [{ ...party, lines: [...party.lines, ...contact] }, practiceParty(content)]);
    prose(page, text);
    await answersPart(page, content, "Allergies", of([allergies.question]), "She was not asked about allergies yet.");
    await answersPart(page, content, "Medicines she reported", of(medicines), "She reported no medicines.");
    await prescriptionsPart(page, content, record);
    await planPart(page, content, record);
    await flagsPart(page, record);
    await answersPart(
      page,
      content,
      "Health questions",
      answers.filter(({ questionid }) => !apart.includes(questionid)),
      "She has not answered the health questions yet.",
    );
    await ordersPart(page, content, record);
    if (!record.letter) return;
    heading(page, `Medical letter of ${dayOf(brand.timezone, record.letter.issuedAt)}`);
    prose(page, `${record.letter.text}\n\n${record.letter.doctor.name}, ${record.letter.doctor.credentials}`);
  });
}

async function answersPart(
  page: Paper,
  { brand }: Terms,
  title: string,
  answers: Answers,
  none: string,
): Promise<void> {
  heading(page, title);
  if (answers.length === 0) return prose(page, none);
  await table(page, {
    columns: [
      { title: "Question", share: 130 },
      { title: "Answer", share: 250 },
      { title: "Answered", share: 70 },
      { title: "Questions of", share: 74 },
    ],
    rows: answers.map(({ question, answer, at, contentVersion }) => [
      question,
      answer,
      dayOf(brand.timezone, at),
      contentVersion,
    ]),
  });
}

async function prescriptionsPart(page: Paper, { brand, catalogue }: Terms, { history }: MedicalRecord): Promise<void> {
  heading(page, "Prescriptions");
  if (history.prescriptions.length === 0) return prose(page, "Nothing was prescribed.");
  await table(page, {
    columns: [
      { title: "Drug", share: 130 },
      { title: "Directions", share: 150 },
      { title: "Prescribed", share: 66 },
      { title: "Rx number", share: 60 },
      { title: "Status", share: 72 },
      { title: "Prescriber", share: 90 },
    ],
    rows: history.prescriptions.map((each) => {
      const product = catalogue.products.find(({ productid }) => productid === each.productId);
      return [
        product ? [product.name, product.strength] : each.productId,
        each.directions ?? dash,
        dayOf(brand.timezone, each.approvedAt),
        each.rxNumber,
        each.active ? ["Active", `Refills left: ${each.refillsLeft}`] : "Ended",
        doctorCell(each.doctor),
      ];
    }),
  });
}

const decisions: Readonly<Record<string, string>> = {
  submitted: "Waits for a doctor",
  accepted: "In review",
  approved: "Approved",
  declined: "Not approved",
  lapsed: "Ended without a decision",
};

async function planPart(page: Paper, { brand }: Terms, { history }: MedicalRecord): Promise<void> {
  heading(page, "Plan and decision");
  if (history.visits.length === 0) return prose(page, "No visit was handed in.");
  await table(page, {
    columns: [
      { title: "Handed in", share: 70 },
      { title: "Decision", share: 90 },
      { title: "Decided", share: 70 },
      { title: "Doctor", share: 100 },
      { title: "The doctor’s words", share: 200 },
    ],
    rows: history.visits.map((visit) => [
      dayOf(brand.timezone, visit.submittedAt),
      decisions[visit.status] ?? visit.status,
      visit.decidedAt ? dayOf(brand.timezone, visit.decidedAt) : dash,
      doctorCell(visit.doctor),
      visit.note ?? dash,
    ]),
  });
}

const levels: Readonly<Record<string, string>> = {
  EMERGENCY: "Emergency",
  STOP: "Stopped the visit",
  CLINICIAN: "For the doctor",
  INFO: "Note",
};

async function flagsPart(page: Paper, { flags }: MedicalRecord): Promise<void> {
  heading(page, "Findings of the screening");
  if (flags.length === 0) return prose(page, "Her answers raised nothing.");
  await table(page, {
    columns: [
      { title: "Finding", share: 170 },
      { title: "Level", share: 90 },
      { title: "By her answers now", share: 80 },
      { title: "Note", share: 190 },
    ],
    rows: flags.map(({ title, outcome, current, note }) => [
      title,
      levels[outcome] ?? outcome,
      current ? "Yes" : "No, earlier",
      note === "" ? dash : note,
    ]),
  });
}

async function ordersPart(page: Paper, content: Terms, { history, dispensed }: MedicalRecord): Promise<void> {
  const { brand } = content;
  heading(page, "Orders");
  if (history.orders.length === 0) return prose(page, "Nothing was ordered.");
  const paidOn = (orderId: string) =>
    history.movements.find((each) => each.orderId === orderId && each.kind === "payment")?.at;
  await table(page, {
    columns: [
      { title: "Order", share: 46 },
      { title: "Product", share: 150 },
      { title: "Quantity", share: 52, right: true },
      { title: "Days’ supply", share: 52, right: true },
      { title: "NDC", share: 90 },
      { title: "Paid", share: 66 },
      { title: "Sent", share: 66 },
      { title: "Delivered", share: 66 },
    ],
    rows: history.orders.flatMap((order) => {
      const parcel = history.parcels.get(order.id);
      const paid = paidOn(order.id);
      return order.lines.map((line) => [
        order.number ?? "",
        [line.name, line.dosage],
        unitsText(unitsOf(content, line)),
        String(line.days_supply * line.quantity),
        dispensed.find(({ id }) => id === `${order.id}:${line.line}`)?.ndc ?? dash,
        paid ? dayOf(brand.timezone, paid) : dash,
        parcel ? dayOf(brand.timezone, parcel.shippedAt) : dash,
        parcel?.deliveredAt ? dayOf(brand.timezone, parcel.deliveredAt) : dash,
      ]);
    }),
  });
}
