import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

type DemoPatient = Checked["demo"]["patients"][number];

/** Checks that the answers and products of demo patients exist. */
export function checkDemo({ demo, questionnaire, catalogue }: Checked): void {
  // Production reads none.
  if (demo.main === "") return;
  if (!demo.patients.some((patient) => patient.id === demo.main))
    throw new ContentError("demo.yaml", `the main patient ${demo.main} is missing`);
  for (const patient of demo.patients) {
    checkAnswers(patient, questionnaire.questions);
    for (const { productid, pricingid } of patient.products) {
      const product = catalogue.products.find((each) => each.productid === productid);
      if (!product?.pricings.some((pricing) => pricing.pricingid === pricingid))
        throw new ContentError("demo.yaml", `${patient.id} has the unknown product or price ${productid} ${pricingid}`);
    }
  }
}

function checkAnswers({ id: patient, answers }: DemoPatient, questions: Checked["questionnaire"]["questions"]) {
  for (const [id, answer] of Object.entries(answers)) {
    const question = questions.find((each) => each.id === id);
    if (!question) throw new ContentError("demo.yaml", `${patient} answers the unknown question ${id}`);
    const options = question.answerlist.map((option) => option.id);
    const chosen = typeof answer === "string" ? [answer] : answer;
    const wrong = chosen.find((each) => options.length > 0 && !options.includes(each));
    if (wrong !== undefined)
      throw new ContentError("demo.yaml", `${patient} answers ${id} with the unknown option ${wrong}`);
  }
}
