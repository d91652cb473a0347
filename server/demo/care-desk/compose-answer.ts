import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { Content } from "#content/schema/content.ts";
import { findEmergency, emergencyPhrases } from "#contract/emergency/find-emergency.ts";
import { createTextMatcher, type TextMatcher, type TextMatches } from "#contract/emergency/text-matcher.ts";

type DeskContent = Content["deskanswers"];
type Topic = DeskContent["topics"][number];

export interface PatientText {
  readonly kind: "doctor" | "patient_services";
  /** What the patient wrote since the practice last did. */
  readonly text: string;
  /** Whether a file is attached. */
  readonly file: boolean;
  /** What the patient wrote before the practice's question; empty unless it asked one. */
  readonly earlierText: string;
  /** Whether the desk has not yet answered in this conversation. */
  readonly isFirst: boolean;
}

export interface DeskAnswer {
  /** Id of the emergency or topic, or the kind of answer. */
  readonly topicId: string;
  readonly text: string;
  readonly needsreply: boolean;
  /** A person has to look at it: the patient goes on waiting. */
  readonly needsPerson: boolean;
  /** Answer at once, without the desk's pace. */
  readonly urgent: boolean;
}

/** The answers of the content and the reader that matches their phrases; built once. */
export interface AnswerRules {
  readonly answers: DeskContent;
  readonly emergencies: Content["emergencywords"];
  readonly help: Content["help"];
  readonly reader: TextMatcher;
}

/** The rules of this content; `createReader` can be replaced in tests. */
export function createAnswerRules(
  { deskanswers: answers, emergencywords: emergencies, help }: Pick<Content, "deskanswers" | "emergencywords" | "help">,
  createReader = createTextMatcher,
): AnswerRules {
  const { risks, topics, thanks } = answers;
  const cases = topics.flatMap((topic) => topic.cases);
  const deskPhrases = [risks, ...topics, ...cases, thanks].flatMap(({ phrases }) => phrases);
  return {
    answers,
    emergencies,
    help,
    reader: createReader([...emergencyPhrases(emergencies), ...deskPhrases], emergencies),
  };
}

/** The desk's answer to what the patient wrote. Never a diagnosis or a change of their plan: the content has none. */
export function composeAnswer(input: PatientText, rules: AnswerRules): DeskAnswer {
  const { answers } = rules;
  const reading = rules.reader(input.text);
  const emergency = findEmergency(reading, rules.emergencies);
  const draft = emergency
    ? {
        topicId: emergency.id,
        paragraphs: [emergency.text, answers.dontwait],
        needsreply: false,
        needsPerson: true,
        urgent: true,
      }
    : { ...withPersonIfRisky(composeNonUrgent(input, reading, rules), reading, answers), urgent: false };
  const { paragraphs, ...rest } = draft;
  return { ...rest, text: [...paragraphs, ...(input.isFirst ? [answers.demo] : [])].join("\n\n") };
}

/** Calls in a person when the patient mentions a risk, or when the text was too long to be read in full. */
function withPersonIfRisky(
  answer: NonUrgentAnswer,
  { includesAny: matches, truncated }: TextMatches,
  { risks, person: needsPerson }: DeskContent,
): NonUrgentAnswer {
  if (answer.needsPerson || !(truncated || matches(risks.phrases))) return answer;
  const [opening = "", ...others] = answer.paragraphs;
  return { ...answer, paragraphs: [opening, needsPerson, ...others], needsPerson: true };
}

interface NonUrgentAnswer {
  readonly topicId: string;
  readonly paragraphs: readonly string[];
  readonly needsreply: boolean;
  readonly needsPerson: boolean;
}

function composeNonUrgent(
  input: PatientText,
  reading: TextMatches,
  { answers, help, reader }: AnswerRules,
): NonUrgentAnswer {
  const { opening, noted, unclear, thanks } = answers;
  const before = reader(input.earlierText);
  const topics = topicsOf(reading, before, answers.topics);
  const [topic] = topics;
  if (topic && input.kind === "patient_services" && topic.clinical)
    return { topicId: topic.id, paragraphs: [opening, answers.fordoctor], needsreply: false, needsPerson: false };
  if (topic) {
    const all = [before, reading];
    const clarifyingQuestion =
      topics.map((each) => questionOf(each, all)).find((question) => question !== null) ?? null;
    const needsPerson =
      input.file || answers.topics.some((each) => each.person && reading.includesAny(each.phrases)) || topic.person;
    const article = help.find(({ id }) => id === topic.article);
    const texts = [opening, ...topics.map((each) => textOf(each, all))].filter((text) => text !== null);
    const more = article ? [fillPlaceholders(answers.more, { title: article.title })] : [];
    const paragraphs = [
      texts.join(" "),
      ...more,
      ...(needsPerson ? [answers.person] : []),
      ...(clarifyingQuestion ? [clarifyingQuestion] : []),
    ];
    return { topicId: topic.id, paragraphs, needsreply: clarifyingQuestion !== null, needsPerson };
  }
  if (input.file) return { topicId: "file", paragraphs: [opening, answers.file], needsreply: false, needsPerson: true };
  if (isThanks(reading, thanks.phrases))
    return { topicId: "thanks", paragraphs: [thanks.text], needsreply: false, needsPerson: false };
  if (input.earlierText !== "")
    return { topicId: "noted", paragraphs: [opening, noted], needsreply: false, needsPerson: true };
  return {
    topicId: "unclear",
    paragraphs: [`${opening} ${unclear.text}`, unclear.question],
    needsreply: true,
    needsPerson: true,
  };
}

const urgencies = ["today", "soon", "plain"] as const;

/**
 * The topics to answer: the most urgent one the patient mentions, alone, so that nothing calmer is read first; up to two where none is
 * urgent. When the patient only adds which case it is, the topic of their earlier messages.
 */
function topicsOf(reading: TextMatches, before: TextMatches, topics: readonly Topic[]): readonly Topic[] {
  const mentioned = topics.filter(({ phrases }) => reading.includesAny(phrases));
  const mostUrgent = urgencies.find((urgency) => mentioned.some((topic) => topic.urgency === urgency));
  if (mostUrgent) {
    const mostUrgentTopics = mentioned.filter(({ urgency }) => urgency === mostUrgent);
    return mostUrgentTopics.slice(
      0,
      mostUrgent === "plain" && !mostUrgentTopics.slice(0, 2).some((topic) => topic.person) ? 2 : 1,
    );
  }
  return topics
    .filter(
      ({ phrases, cases }) => before.includesAny(phrases) && cases.some((each) => reading.includesAny(each.phrases)),
    )
    .slice(0, 1);
}

const caseOf = ({ cases }: Topic, readings: readonly TextMatches[]) =>
  cases.find(({ phrases }) => readings.some(({ includesAny: matches }) => matches(phrases)));

const textOf = (topic: Topic, readings: readonly TextMatches[]): string | null =>
  caseOf(topic, readings)?.text ?? topic.text ?? null;

const questionOf = (topic: Topic, readings: readonly TextMatches[]): string | null =>
  caseOf(topic, readings) ? null : (topic.question ?? null);

/** A short text of thanks only. */
const isThanks = ({ words, includesAny: matches }: TextMatches, phrases: readonly string[]): boolean =>
  words <= 10 && matches(phrases);
