import type { Content } from "#content/load.ts";
import type { Answer } from "#contract/questions.ts";
import type { GivenAnswer } from "./answers.ts";

export type Question = Content["questionnaire"]["questions"][number];
/** What the check of an answer looks at. */
type Asked = Pick<Question, "answertype" | "allowempty"> & {
  readonly answerlist: readonly Pick<Question["answerlist"][number], "id" | "exclusive" | "asksothers">[];
} & Partial<Pick<Question, "min" | "max" | "unit">>;
type Checked = { readonly answer: GivenAnswer } | { readonly problem: string; readonly field: "answer" | "others" };

const emptyText = "The text field cannot be empty";
const choose = "Please choose one of the answers.";
const wrong = (problem: string, field: "answer" | "others" = "answer") => ({ problem, field });
const plain = (value: string) => ({ answer: { value, others: null } });

/** An answer checked against its question and brought into the kept form, or the sentence for her about it. */
export function checkAnswer(question: Asked, { answer, others }: Pick<Answer, "answer" | "others">): Checked {
  if (others !== undefined && !["single", "array", "others"].includes(question.answertype))
    return wrong("This question takes no text beside the answer.", "others");
  if (isEmpty(answer)) {
    if (question.allowempty) return { answer: { value: question.answertype === "array" ? [] : "", others: null } };
    return wrong(question.answertype === "text" ? emptyText : "Please answer this question.");
  }
  if (question.answertype === "array") return checkList(question, answer, others);
  if (typeof answer !== "string") return wrong("Please give one answer.");
  switch (question.answertype) {
    case "single":
    case "others":
    case "scale":
      return checkOption(question, answer, others);
    case "number":
      return checkNumber(question, answer);
    case "date":
      return isDay(answer) ? plain(answer) : wrong("Please enter a date as month, day and year.");
    case "text":
      return checkText(answer);
    case "nothing":
      return wrong("This needs no answer.");
  }
}

const isEmpty = (answer: string | readonly string[]) =>
  typeof answer === "string" ? answer.trim() === "" : answer.length === 0;

function checkOption(question: Asked, id: string, others: string | undefined): Checked {
  const option = question.answerlist.find((each) => each.id === id);
  return option ? withOthers(option.asksothers === true, id, others) : wrong(choose);
}

function checkList(question: Asked, answer: string | readonly string[], others: string | undefined): Checked {
  if (typeof answer === "string") return wrong("Please send a list of answers.");
  if (new Set(answer).size !== answer.length) return wrong("Please choose each answer once.");
  const options = answer.map((id) => question.answerlist.find((each) => each.id === id));
  if (options.includes(undefined)) return wrong(choose);
  if (answer.length > 1 && options.some((option) => option?.exclusive))
    return wrong("“None of these” cannot be chosen together with another answer.");
  return withOthers(
    options.some((option) => option?.asksothers === true),
    [...answer],
    others,
  );
}

function withOthers(asked: boolean, value: GivenAnswer["value"], others: string | undefined): Checked {
  const text = (others ?? "").trim();
  if (!asked)
    return text === "" ? { answer: { value, others: null } } : wrong("This answer takes no text beside it.", "others");
  if (text === "") return wrong(emptyText, "others");
  return hasControls(text)
    ? wrong("Please use letters, digits and punctuation only.", "others")
    : { answer: { value, others: text } };
}

function checkNumber(question: Asked, text: string): Checked {
  const trimmed = text.trim();
  const { min = 0, max = 9999, unit = "" } = question;
  if (!/^\d{1,4}(?:\.\d)?$/.test(trimmed)) return wrong("Please enter a number.");
  const number = Number(trimmed);
  if (number < min || number > max) return wrong(`Please enter a number from ${min} to ${max} ${unit}`.trim() + ".");
  return plain(String(number));
}

function checkText(text: string): Checked {
  return hasControls(text) ? wrong("Please use letters, digits and punctuation only.") : plain(text.trim());
}

/** Control characters other than line breaks and tabs. */
const hasControls = (text: string) => /[^\P{Cc}\n\r\t]/u.test(text);

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  );
}
