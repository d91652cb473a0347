import type { Content } from "#content/loader/load.ts";
import { type NotedProduct, visitNoteLimit, type VisitNoteFacts } from "#contract/care/visit-notes.ts";
import { formatList } from "#contract/fields/formats.ts";
import { categoriesOf, productById } from "#server/catalogue/public.ts";
import { visitSummary } from "#server/onboarding/public.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { decisionNotes } from "./decision-notes.ts";

/** What the patient told that a decision weighs: lines of a question and its answer. */
export interface Told {
  readonly symptoms: readonly string[];
  readonly raised: readonly string[];
}

/** The note of a decision, in plain words, from what is decided and what the patient told. What only the practice reads isn't in it. */
export async function draftVisitNote(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  facts: VisitNoteFacts,
): Promise<string> {
  const told = decisionNotes[facts.decision].weighs ? await loadTold(services, patientId) : null;
  return visitNoteText(services.content, facts, told);
}

async function loadTold(services: Parameters<typeof draftVisitNote>[0], patientId: string): Promise<Told> {
  const { answers, flags } = await visitSummary(services, patientId);
  const { questions } = services.content.questionnaire;
  const lineOf = ({ question, answer }: { question: string; answer: string }) => `${question}: ${answer}`;
  const isScale = (id: string) => questions.some((each) => each.id === id && each.answertype === "scale");
  const isChosen = ({ questionid, answer }: { questionid: string; answer: string }) =>
    questions.find(({ id }) => id === questionid)?.answerlist[0]?.short !== answer;
  const weighed = flags.filter(({ current, outcome }) => current && outcome !== "INFO");
  const raised = weighed.flatMap(({ questionids, note, title }) => {
    const given = answers.filter(({ questionid }) => questionids.includes(questionid) && !isScale(questionid));
    return given.length > 0 ? given.map(lineOf) : [note || title];
  });
  return {
    symptoms: answers.filter((each) => isScale(each.questionid) && isChosen(each)).map(lineOf),
    raised: [...new Set(raised)],
  };
}

/** The words of a note, at most as long as a note may be; `told` is null for a decision that weighs no answers. */
export function visitNoteText(content: Content, facts: VisitNoteFacts, told: Told | null): string {
  const sections = [
    [sentence("visitnotes.why"), ...why(content, facts, told)],
    [sentence("visitnotes.assessment"), ...assessment(told)],
    [sentence("visitnotes.plan"), ...plan(content, facts)],
  ].map((lines) => lines.map((each) => toText(content, each).trim()));
  const ending = [toText(content, sentence("visitnotes.what_if")), ...whatToDo(content, facts)];
  return fitting([...sections, ending].filter(({ length }) => length > 1));
}

const joined = (sections: readonly (readonly string[])[]): string =>
  sections.map((lines) => lines.join("\n")).join("\n\n");

/** Sections as one text. Of more than a note may have, the longest parts are left out whole: half a sentence would say something else. */
function fitting(sections: readonly (readonly string[])[]): string {
  const text = joined(sections);
  if (text.length <= visitNoteLimit) return text;
  const longest = sections.flat().reduce((one, other) => (other.length > one.length ? other : one), "");
  const [at, line] = sections.flatMap((lines, section) =>
    lines.includes(longest) ? [[section, lines.indexOf(longest)] as const] : [],
  )[0] ?? [0, 0];
  return fitting(sections.map((lines, section) => (section === at ? lines.toSpliced(line, 1) : lines)));
}

function nameOf(content: Content, id: string): string {
  const product = productById(content, id);
  return product ? `${product.name} ${product.strength}`.trim() : id;
}

function why(content: Content, { decision, products }: VisitNoteFacts, told: Told | null): readonly Sentence[] {
  const { why: reason } = decisionNotes[decision];
  if (reason === null) return [sentence("visitnotes.review_answered")];
  const names = formatList(products.map(({ productid }) => nameOf(content, productid)));
  return [
    ...(names === "" ? [] : [sentence(reason, { names })]),
    ...(told && told.symptoms.length > 0 ? [sentence("visitnotes.symptoms", { list: linesOf(told.symptoms) })] : []),
  ];
}

const linesOf = (items: readonly string[]): string => items.map((each) => `- ${each}`).join("\n");

function assessment(told: Told | null): readonly Sentence[] {
  if (told === null) return [];
  return told.raised.length === 0
    ? [sentence("visitnotes.nothing_raised")]
    : [sentence("visitnotes.raised", { list: linesOf(told.raised) })];
}

function plan(content: Content, facts: VisitNoteFacts): readonly Sentence[] {
  const { decision, products, message, followupon } = facts;
  return [
    ...(decision === "review_read" ? [sentence("visitnotes.review_read")] : []),
    ...products.flatMap((product) => [
      productLine(content, facts, product),
      ...(product.refills === undefined || product.outcome === "declined"
        ? []
        : [sentence("visitnotes.refills", { count: String(product.refills) })]),
    ]),
    ...(message === undefined ? [] : [sentence("visitnotes.message", { message })]),
    ...(followupon === undefined ? [] : [sentence("visitnotes.next_review", { day: formatDayWithYear(followupon) })]),
  ];
}

/** What is decided about one product. */
function productLine(
  content: Content,
  { decision, from, until }: VisitNoteFacts,
  { productid, outcome, otherid, beginson, reason = "", ...product }: NotedProduct,
): Sentence {
  const name = nameOf(content, productid);
  const directions = product.directions ?? productById(content, productid)?.howtouse ?? "";
  switch (decision) {
    case "plan_declined":
    case "upsell_declined":
      return sentence("visitnotes.not_prescribed", { name, reason });
    case "renewal_declined":
      return sentence("visitnotes.not_renewed", { name });
    case "renewal_approved":
      // Without new ones, the prescription keeps its own.
      return sentence("visitnotes.renewed", { name, directions: product.directions ?? "" });
    case "treatment_changed":
      return sentence("visitnotes.changed_to", { name, directions });
    case "change_withdrawn":
      return sentence("visitnotes.change_withdrawn", { name });
    case "medicine_suggested":
      return sentence("visitnotes.suggested", { name });
    case "suggestion_withdrawn":
      return sentence("visitnotes.suggestion_withdrawn", { name });
    case "medicine_stopped":
      return sentence("visitnotes.stopped", { name });
    case "medicine_held":
      return sentence("visitnotes.held", { name });
    case "medicine_released":
      return sentence("visitnotes.released", { name });
    case "early_fill_allowed":
      return sentence("visitnotes.early_fill", { name });
    case "directions_changed":
      return from === undefined
        ? sentence("visitnotes.directions", { name, directions })
        : sentence("visitnotes.directions_later", { name, directions, day: formatDayWithYear(from) });
    case "break_planned":
      return sentence("visitnotes.rests", { name, from: dayText(from), until: dayText(until) });
    case "break_ended":
      return sentence("visitnotes.rest_over", { name });
    case "plan_approved":
    case "upsell_approved":
    case "review_read":
      if (outcome === "declined") return sentence("visitnotes.not_prescribed", { name, reason });
      if (outcome === "replaced")
        return sentence("visitnotes.replaced", { name, other: nameOf(content, otherid ?? productid), reason });
      return beginson === undefined
        ? sentence("visitnotes.prescribed", { name, directions })
        : sentence("visitnotes.prescribed_later", { name, directions, day: formatDayWithYear(beginson) });
  }
}

const dayText = (day: string | undefined): string => (day === undefined ? "–" : formatDayWithYear(day));

/** What the patient does if something happens: what fits what is used after the decision, and what fits the decision. */
function whatToDo(content: Content, { decision, products }: VisitNoteFacts): readonly string[] {
  const used = !decisionNotes[decision].used ? [] : products.filter(({ outcome }) => outcome !== "declined");
  const categories = new Set(used.flatMap(({ productid, otherid }) => categoriesOf(content, otherid ?? productid)));
  return content.visitnotes
    .filter((each) => each.categories?.some((category) => categories.has(category)) ?? true)
    .filter((each) => each.decisions?.includes(decision) ?? true)
    .map(({ text }) => `- ${text}`);
}
