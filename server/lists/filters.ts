import { type ListFilter, listFilterNeeds, type ListFilters, type listCalls } from "#contract/care/lists.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { badField } from "#server/care/public.ts";
import type { Services } from "#server/platform/services.ts";

type Content = Services["content"];

const filterNames = Object.keys(listFilterNeeds) as ListFilter[];
const isGiven = (filters: ListFilters, name: ListFilter) => filters[name] !== undefined;

/** What somebody with these permissions may list patients by. */
export const filtersFor = (own: readonly Permission[]): readonly ListFilter[] =>
  filterNames.filter((name) => permits(own, listFilterNeeds[name]));

/** Whether somebody may look at a list: all it asks of patients is theirs to list by, and who doesn't read everybody asks something. */
export const mayList = (filters: ListFilters, own: readonly Permission[]): boolean =>
  filterNames.every((name) => !isGiven(filters, name) || permits(own, listFilterNeeds[name])) &&
  (permits(own, ["read:patients"]) || filterNames.some((name) => isGiven(filters, name)));

/** Refuses what somebody may not list by, and what the practice's content doesn't have; in the order of the form. */
export function requireFilters(content: Content, filters: ListFilters, own: readonly Permission[]): void {
  const offered = filtersFor(own);
  for (const name of filterNames)
    if (isGiven(filters, name) && !offered.includes(name))
      throw badField(`filters.${name}`, "Your role doesn’t list patients by this. Please leave it out.");
  if (!mayList(filters, own)) throw badField("filters", "Please choose what the patients have in common.");
  const { medicine, strength, answer, checkup } = filters;
  if (medicine !== undefined && !content.catalogue.products.some(({ family }) => family === medicine))
    throw badField("filters.medicine", "There’s no such medicine. Please choose one from the list.");
  if (strength !== undefined && productsOf(content, filters)?.length === 0)
    throw badField("filters.strength", "There’s no such strength of it. Please choose one from the list.");
  if (checkup !== undefined && !Object.hasOwn(content.checkups, checkup))
    throw badField("filters.checkup", "There’s no such checkup. Please choose one from the list.");
  if (!answer) return;
  const question = content.questionnaire.questions.find(({ id }) => id === answer.questionid);
  if (!question?.answerlist.some(({ id }) => id === answer.value))
    throw badField("filters.answer", "There’s no such question or answer. Please choose one from the list.");
}

/** The products that a list is about; null: of whatever medicine. */
export function productsOf({ catalogue }: Content, { medicine, strength }: ListFilters): readonly string[] | null {
  if (medicine === undefined && strength === undefined) return null;
  return catalogue.products
    .filter(
      ({ productid, family }) =>
        (medicine === undefined || family === medicine) && (strength === undefined || productid === strength),
    )
    .map(({ productid }) => productid);
}

/** What can be chosen by somebody who may list by these; nothing of what they may not. */
export async function listChoices(
  { db, content }: Pick<Services, "db" | "content">,
  filters: readonly ListFilter[],
): Promise<Output<typeof listCalls.listFilters>> {
  const when = <T>(name: ListFilter, choices: readonly T[]): T[] => (filters.includes(name) ? [...choices] : []);
  const products = content.catalogue.products.filter(({ prescription }) => prescription);
  const families = [...new Map(products.map(({ family, name }) => [family, name]))];
  const doctors = filters.includes("doctor")
    ? await db.selectFrom("doctor").select(["id", "firstname", "lastname", "active"]).orderBy("lastname").execute()
    : [];
  return {
    filters: [...filters],
    medicines: when("medicine", families).map(([id, label]) => ({
      ...{ id, label },
      strengths: products
        .filter(({ family }) => family === id)
        .map(({ productid, strength }) => ({ id: productid, label: strength })),
    })),
    doctors: doctors.map(({ id, firstname, lastname }) => ({ id, label: `${firstname} ${lastname}` })),
    states: when("state", content.states).map(({ id, name }) => ({ id, label: name })),
    questions: when(
      "answer",
      content.questionnaire.questions.filter(({ answerlist }) => answerlist.length > 0),
    ).map(({ id, label, answerlist }) => ({
      ...{ id, label },
      values: answerlist.map((option) => ({ id: option.id, label: option.name })),
    })),
    checkups: when("checkup", Object.entries(content.checkups)).map(([id, { label, source }]) => ({
      ...{ id, label, source },
    })),
  };
}
