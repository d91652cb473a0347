import { startLink } from "../cart-links.ts";
import { illustration, familyRow } from "../components.ts";
import { html, type Html } from "../html.ts";
import type { Page } from "../layout.ts";
import { type Family, productGroupsOf } from "../product-groups.ts";
import { type QuizAnswers, quizPairs, quizQuestions, quizResult, type QuizResult } from "../quiz.ts";
import type { Site } from "../settings.ts";

/** The five questions. Sent by POST, so that no answer is ever in an address. */
export function quiz(incomplete = false): Page {
  return {
    title: "A short quiz",
    description: "Five short questions to show you where to start.",
    section: "/quiz",
    script: "quiz.js",
    body: html`
      <div class="inner pagehead quizhead">
        <h1>Where would you like to start?</h1>
        <p class="lead">Five short questions. No name, no email, nothing kept on our server.</p>
      </div>
      <form class="inner quiz" method="post" action="/quiz" data-quiz-form>
        ${incomplete && html`<p class="alert" role="alert">Please choose one answer for each question.</p>`}
        ${quizQuestions.map(
          ({ name, title, choices }) => html`
            <fieldset class="choices">
              <legend tabindex="-1">${title}</legend>
              ${choices.map(
                ([value, label]) => html`
                  <label class="choice"><input type="radio" name="${name}" value="${value}" required />${label}</label>
                `,
              )}
            </fieldset>
          `,
        )}
        <p class="actions"><button class="button primary" type="submit">Show my result</button></p>
      </form>
    `,
  };
}

const words: Readonly<Record<QuizResult["id"], readonly [title: string, text: string]>> = {
  visit: [
    "A visit is a good place to start",
    "A doctor will read your answers and decide with you. Until then, here are some treatments to read about.",
  ],
  order: [
    "You can start today",
    "You don’t need a prescription for these. If you want more later, a doctor is just a visit away.",
  ],
  "in-person": [
    "Please see a doctor near you first",
    "Our visit is made for women 40 and older. If you’re under 40, a doctor who can see you in person is the safer choice. You don’t need a prescription for these.",
  ],
};

/** Suggestions for the answers, with links onward; posts the pairs to the app through its quiz frame. */
export function quizAnswer(site: Site, answers: QuizAnswers): Page {
  const result = quizResult(answers);
  const [title, text] = words[result.id];
  return {
    title: "Your quiz result",
    description: text,
    section: "/quiz",
    script: "quiz.js",
    body: html`
      <div class="inner result" data-quiz-pairs="${JSON.stringify(quizPairs(answers, result))}">
        <div class="pagehead">
          ${illustration("seed")}
          <h1>${title}</h1>
          <p class="lead">${text}</p>
          <p class="actions">
            ${result.id !== "in-person" && startLink(site, result.id === "visit" ? "button primary" : "button secondary")}
            <a class="textlink" href="/products">See all treatments</a>
          </p>
        </div>
        ${suggested(site, result)}
        <p class="quiet">This quiz isn’t medical advice. <a href="/quiz">Take it again</a></p>
      </div>
    `,
  };
}

const suggested = (site: Site, result: QuizResult): Html => html`
  <ul class="rows">
    ${suggestedFamilies(site, result).map((family) => familyRow(site, family, 2))}
  </ul>
`;

function suggestedFamilies(site: Site, { group, nonPrescriptionOnly }: QuizResult): readonly Family[] {
  const groups = productGroupsOf(site.products);
  const wanted = groups.find(({ id }) => id === group)?.families ?? [];
  if (!nonPrescriptionOnly) return wanted.slice(0, 3);
  const withoutPrescription = (families: readonly Family[]) => families.filter(({ first }) => !first.prescription);
  const fromGroup = withoutPrescription(wanted);
  return (fromGroup.length > 0 ? fromGroup : withoutPrescription(groups.flatMap(({ families }) => families))).slice(
    0,
    3,
  );
}
