import type { Content } from "#content/load.ts";
import { toldIn } from "#server/emergency/public.ts";
import { presentStop } from "#server/onboarding/public.ts";
import type { Told, ToKeep } from "./answers.ts";
import { chosenIn, type Question } from "./steps.ts";
import { botherOf, type LastTime } from "./symptoms.ts";

/** What an answer tells by today's content: kept with it, so that a later one hides nothing. */
export function toldBy(
  content: Content,
  question: Question,
  { value, others }: Pick<ToKeep, "value" | "others">,
  lastTime: LastTime,
): Told {
  const chosen = chosenIn(question, value);
  const written = writtenIn(content, question, value, others);
  const flags = [
    ...chosen.flatMap(({ id, flag }) => (flag ? [{ id: `${question.id}.${id}`, ...flag }] : [])),
    ...written.flags,
  ];
  const rules = new Set(chosen.flatMap(({ emergency }) => emergency ?? []));
  const stops = [...[...rules].map((rule) => presentStop(content, rule)), ...written.stops];
  if (question.treatmentoption !== "symptom") return { flags, stops, symptom: null };
  const { id } = question;
  const name = content.questionnaire.questions.find((each) => each.id === id)?.label ?? id;
  const symptom = { name, before: botherOf(lastTime.get(id)?.answer) };
  return { flags: [...flags, ...worse(content, id, symptom, botherOf(value))], stops, symptom };
}

/** What her own words tell that cannot wait. */
function writtenIn(
  content: Content,
  { id, answertype }: Question,
  value: ToKeep["value"],
  others: ToKeep["others"],
): Pick<Told, "flags" | "stops"> {
  const words = [answertype === "text" && typeof value === "string" ? value : "", others ?? ""].join("\n");
  const told = toldIn(content, words);
  if (told === null) return { flags: [], stops: [] };
  const { title, text, phones } = told.emergency;
  const flag = content.followup.written.replaceAll("{{title}}", () => title);
  const actions = phones.map((phone, index) => ({ ...phone, emphasis: index === 0 }));
  return {
    flags: [{ id: `${id}.words`, level: "emergency", text: flag }],
    stops: [{ ruleid: told.sign, kind: "emergency", title, text, actions }],
  };
}

function worse(
  { followup: { symptoms } }: Content,
  id: string,
  { name, before }: NonNullable<Told["symptom"]>,
  now: number | null,
): Told["flags"] {
  const { by, text } = symptoms.worse;
  if (before === null || now === null || now - before < by) return [];
  const words = text
    .replaceAll("{{symptom}}", () => name)
    .replaceAll("{{before}}", () => String(before))
    .replaceAll("{{now}}", () => String(now));
  return [{ id, level: "clinician", text: words }];
}
