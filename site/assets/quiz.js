/* The quiz: one question at a time; its result is posted to the app. Without script it is one plain form. */

const form = document.querySelector("[data-quiz-form]");
if (form) askOneByOne(form);
const result = document.querySelector("[data-quiz-pairs]");
if (result) handOver(JSON.parse(result.dataset.quizPairs));

/** @param {HTMLFormElement} form */
function askOneByOne(form) {
  const questions = [...form.querySelectorAll("fieldset")];
  const submit = form.querySelector("[type=submit]");
  const send = submit.textContent;
  const place = Object.assign(document.createElement("p"), { className: "place" });
  const bar = Object.assign(document.createElement("progress"), { max: questions.length });
  bar.setAttribute("aria-hidden", "true");
  const back = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button quietly",
    textContent: "Back",
  });
  form.prepend(place, bar);
  submit.after(back);
  let at = 0;

  /** @param {number} next @param {boolean} moveFocus */
  const show = (next, moveFocus) => {
    at = next;
    for (const [index, question] of questions.entries()) question.hidden = index !== at;
    place.textContent = `Question ${at + 1} of ${questions.length}`;
    bar.value = at + 1;
    back.hidden = at === 0;
    submit.textContent = at === questions.length - 1 ? send : "Next";
    if (moveFocus) questions[at].querySelector("legend").focus();
  };
  back.addEventListener("click", () => show(at - 1, true));
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    const missing = questions.findIndex((question) => !question.querySelector(":checked"));
    const isDone = missing === -1 && at === questions.length - 1;
    if (isDone) return;
    event.preventDefault();
    const isAnswered = questions[at].querySelector(":checked") !== null;
    if (!isAnswered) questions[at].querySelector("input").reportValidity();
    else show(at < questions.length - 1 ? at + 1 : missing, true);
  });
  show(0, false);
}

/**
 * Posts the pairs to the app's `/quiz` frame once it says that it listens, and to nobody else.
 *
 * @param {{ name: string, value: string }[]} pairs
 */
function handOver(pairs) {
  const { app } = document.documentElement.dataset;
  const frame = Object.assign(document.createElement("iframe"), { src: `${app}/quiz`, title: "Quiz", hidden: true });
  frame.referrerPolicy = "no-referrer";
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== app || source !== frame.contentWindow || data?.quiz !== 1 || data.type !== "ready") return;
    frame.contentWindow.postMessage(pairs, app);
  });
  document.body.append(frame);
}
