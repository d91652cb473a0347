import { compared, mentioned } from "./conditions.ts";
import { ContentError } from "./read.ts";
import type { Condition } from "./schema/condition.ts";
import type { Content } from "./schema/content.ts";
import { commonPlaceholders, mailPlaceholders, mailIds } from "./schema/mails.ts";
import { checkQuestionOrder } from "./check-questions.ts";

type Checked = Omit<Content, "commonpasswords">;

/** Holds the files against each other: ids are unique, and whatever one names the other has. */
export function checkReferences(content: Checked): void {
  uniqueIds(content);
  checkQuestionOrder(content);
  checkConditions(content);
  checkProducts(content);
  checkClinic(content);
  checkMails(content);
  checkDemo(content);
}

function uniqueIds({
  questionnaire,
  rules,
  requirements,
  catalogue,
  states,
  coupons,
  flows,
  consents,
  doctors,
  help,
  interstitials,
}: Checked) {
  unique(
    "questionnaire",
    questionnaire.screens.map((screen) => screen.id),
  );
  unique(
    "questionnaire",
    questionnaire.questions.map((question) => question.id),
  );
  unique(
    "rules",
    [...rules, ...requirements].map((rule) => rule.id),
  );
  unique(
    "catalogue",
    catalogue.products.map((product) => product.productid),
  );
  unique(
    "catalogue",
    catalogue.products.flatMap((product) => product.pricings.map((pricing) => pricing.pricingid)),
  );
  unique(
    "states.yaml",
    states.map((state) => state.id),
  );
  unique(
    "coupons.yaml",
    coupons.map((coupon) => coupon.code),
  );
  unique(
    "flows.yaml",
    flows.map((flow) => flow.variant),
  );
  unique(
    "consents",
    consents.map((consent) => consent.id),
  );
  unique(
    "doctors.yaml",
    doctors.map((doctor) => doctor.id),
  );
  unique(
    "help",
    help.map((article) => article.id),
  );
  unique(
    "interstitials.yaml",
    interstitials.map((each) => String(each.type)),
  );
  unique(
    "interstitials.yaml",
    interstitials.flatMap((each) => each.aftersteps.map((step) => `step ${step}`)),
  );
}

function checkConditions({ questionnaire, rules, requirements, catalogue }: Checked) {
  const questions = new Map(questionnaire.questions.map((question) => [question.id, question]));
  const all: [string, string, Condition | undefined][] = [
    ...rules.map((rule): [string, string, Condition] => ["rules", rule.id, rule.when]),
    ...requirements.map((each): [string, string, Condition] => ["rules/requirements.yaml", each.id, each.when]),
    ...questionnaire.questions.map((each): [string, string, Condition | undefined] => [
      "questionnaire",
      each.id,
      each.showif,
    ]),
    ...questionnaire.screens.map((each): [string, string, Condition | undefined] => [
      "questionnaire",
      each.id,
      each.showif,
    ]),
    ...catalogue.products.flatMap((each) => [
      ["catalogue", each.productid, each.suitableif] as [string, string, Condition | undefined],
      ...each.recommend.map(({ when }): [string, string, Condition] => ["catalogue", each.productid, when]),
    ]),
  ];
  for (const [file, id, condition] of all) {
    if (!condition) continue;
    for (const question of mentioned(condition).questions)
      if (!questions.has(question)) throw new ContentError(file, `${id} asks about the unknown question ${question}`);
    for (const { question, option } of compared(condition))
      if (!questions.get(question)?.answerlist.some((each) => each.id === option))
        throw new ContentError(file, `${id} compares ${question} with the unknown option ${option}`);
  }
}

function checkProducts({ catalogue, rules }: Checked) {
  const forms = catalogue.forms.map((form) => form.id);
  const names = catalogue.products.flatMap((product) => [product.productid, product.family]);
  for (const product of catalogue.products)
    if (!forms.includes(product.form))
      throw new ContentError("catalogue", `${product.productid} has the unknown form ${product.form}`);
  for (const rule of rules) {
    if (rule.prefer && !forms.includes(rule.prefer))
      throw new ContentError("rules", `${rule.id} prefers the unknown form ${rule.prefer}`);
    const scoped = typeof rule.scope === "object" && "products" in rule.scope ? rule.scope.products : [];
    const unknown = scoped.find((name) => !names.includes(name));
    if (unknown) throw new ContentError("rules", `${rule.id} names the unknown product ${unknown}`);
    if (rule.outcome === "EMERGENCY" && (rule.scope !== "visit" || rule.actions.length === 0))
      throw new ContentError("rules", `${rule.id} is an emergency: it must cover the visit and offer an action`);
  }
}

function checkClinic({ states, taxrates, doctors, flows, questionnaire }: Checked) {
  const ids = states.map((state) => state.id);
  for (const id of ids) if (!taxrates.rates[id]) throw new ContentError("taxrates.yaml", `has no rates for ${id}`);
  for (const id of Object.keys(taxrates.rates))
    if (!ids.includes(id)) throw new ContentError("taxrates.yaml", `names the unknown state ${id}`);
  for (const doctor of doctors) {
    const unknown = doctor.states.find((state) => !ids.includes(state));
    if (unknown) throw new ContentError("doctors.yaml", `${doctor.id} is licensed in the unknown state ${unknown}`);
  }
  for (const state of states)
    if (state.status === "served" && !doctors.some((doctor) => doctor.states.includes(state.id)))
      throw new ContentError("doctors.yaml", `nobody is licensed in ${state.id}`);
  if (doctors.filter((doctor) => doctor.fixed).length !== 1)
    throw new ContentError("doctors.yaml", "needs exactly one fixed doctor");
  const safety = questionnaire.sections.filter((section) => section.safety);
  for (const flow of flows) {
    const missing = safety.find((section) => !flow.steps.includes(section.step));
    if (missing)
      throw new ContentError("flows.yaml", `${flow.variant} leaves out step ${missing.step}, which safety needs`);
  }
}

function checkMails({ mails }: Checked) {
  for (const id of mailIds) {
    const allowed: readonly string[] = [...mailPlaceholders[id], ...commonPlaceholders];
    const used = [...`${mails[id].subject}\n${mails[id].text}`.matchAll(/\{\{(\w*)\}\}/g)].map(
      (match) => match[1] ?? "",
    );
    const unknown = used.find((name) => !allowed.includes(name));
    if (unknown !== undefined)
      throw new ContentError("mails.yaml", `${id} uses the unknown placeholder {{${unknown}}}`);
    const unused = mailPlaceholders[id].find((name) => name !== "firstname" && !used.includes(name));
    if (unused) throw new ContentError("mails.yaml", `${id} does not use {{${unused}}}`);
  }
}

function checkDemo({ demo, questionnaire, catalogue }: Checked) {
  unique(
    "demo.yaml",
    demo.patients.map((patient) => patient.email),
  );
  if (!demo.patients.some((patient) => patient.id === demo.main))
    throw new ContentError("demo.yaml", `the main patient ${demo.main} is missing`);
  for (const patient of demo.patients) {
    for (const [id, answer] of Object.entries(patient.answers)) {
      const question = questionnaire.questions.find((each) => each.id === id);
      if (!question) throw new ContentError("demo.yaml", `${patient.id} answers the unknown question ${id}`);
      const options = question.answerlist.map((option) => option.id);
      const wrong = [answer].flat().find((each) => options.length > 0 && !options.includes(each));
      if (wrong) throw new ContentError("demo.yaml", `${patient.id} answers ${id} with the unknown option ${wrong}`);
    }
    for (const { productid, pricingid } of patient.products) {
      const product = catalogue.products.find((each) => each.productid === productid);
      if (!product?.pricings.some((pricing) => pricing.pricingid === pricingid))
        throw new ContentError("demo.yaml", `${patient.id} has the unknown product or price ${productid} ${pricingid}`);
    }
  }
}

function unique(file: string, ids: readonly string[]) {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ContentError(file, `${twice} appears twice`);
}
