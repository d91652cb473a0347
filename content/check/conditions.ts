import { ContentError } from "../loader/read.ts";
import { comparedOptions, referencesOf } from "../logic/conditions.ts";
import type { Condition } from "../schema/condition.ts";
import type { Checked, FileOf } from "./references.ts";

interface ConditionUse {
  readonly file: string;
  readonly id: string;
  readonly condition: Condition | undefined;
}

/** Checks that every condition refers to existing questions and options. */
export function checkConditions(content: Checked, fileOf: FileOf): void {
  const questions = new Map(content.questionnaire.questions.map((question) => [question.id, question]));
  for (const { file, id, condition } of conditionsOf(content, fileOf)) {
    if (!condition) continue;
    const unknown = referencesOf(condition).questions.find((question) => !questions.has(question));
    if (unknown) throw new ContentError(file, `${id} asks about the unknown question ${unknown}`);
    const unknownOption = comparedOptions(condition).find(
      ({ question, option }) => !questions.get(question)?.answerlist.some((each) => each.id === option),
    );
    if (unknownOption)
      throw new ContentError(
        file,
        `${id} compares ${unknownOption.question} with the unknown option ${unknownOption.option}`,
      );
  }
}

function conditionsOf(
  { questionnaire, rules, requirements, catalogue, upsells }: Checked,
  fileOf: FileOf,
): ConditionUse[] {
  return [
    ...rules.map(({ id, when }) => ({ file: fileOf("rules", id), id, condition: when })),
    ...upsells.map(({ code, when }) => ({ file: "upsells.yaml", id: code, condition: when })),
    ...requirements.map(({ id, when }) => ({ file: "rules/requirements.yaml", id, condition: when })),
    ...[...questionnaire.screens, ...questionnaire.questions].map(({ id, showif }) => ({
      file: fileOf("questionnaire", id),
      id,
      condition: showif,
    })),
    ...catalogue.products.flatMap(({ productid: id, suitableif, recommend, doctorsays }) =>
      [suitableif, ...[...recommend, ...doctorsays].map(({ when }) => when)].map((condition) => ({
        file: fileOf("catalogue", id),
        id,
        condition,
      })),
    ),
  ];
}
