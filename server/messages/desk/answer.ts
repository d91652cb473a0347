import type { Content } from "#content/schema/content.ts";
import { emergencyIn, emergencyPhrases } from "#contract/reading/emergency.ts";
import { makeReader, type Reader, type Reading } from "#contract/reading/reading.ts";

type Answers = Content["deskanswers"];
type Topic = Answers["topics"][number];

export interface Said {
  readonly kind: "doctor" | "patient_services";
  /** What she wrote since the practice last did. */
  readonly text: string;
  /** There is a file with it. */
  readonly file: boolean;
  /** What she wrote before, when the practice asked her something about it; otherwise empty. */
  readonly before: string;
  /** The desk has not written in this conversation yet. */
  readonly first: boolean;
}

export interface DeskAnswer {
  /** The id of the emergency or topic it is about, or what kind of answer it is. */
  readonly about: string;
  readonly text: string;
  readonly needsreply: boolean;
  /** A person has to look at it: she goes on waiting. */
  readonly person: boolean;
  /** It cannot wait for the desk's pace. */
  readonly urgent: boolean;
}

/** The answers of the content, and who reads for them; made once. */
export interface Desk {
  readonly answers: Answers;
  readonly emergencies: Content["emergencywords"];
  readonly help: Content["help"];
  readonly read: Reader;
}

/** The desk that answers from this content; `make` can be replaced to watch how it reads. */
export function deskOf(
  { deskanswers: answers, emergencywords: emergencies, help }: Pick<Content, "deskanswers" | "emergencywords" | "help">,
  make = makeReader,
): Desk {
  const { risks, topics, thanks } = answers;
  const cases = topics.flatMap((topic) => topic.cases);
  const own = [risks, ...topics, ...cases, thanks].flatMap(({ phrases }) => phrases);
  return { answers, emergencies, help, read: make([...emergencyPhrases(emergencies), ...own]) };
}

/** What the desk answers to what she wrote. Never a diagnosis, never a change of her plan: the content has none. */
export function answerTo(said: Said, desk: Desk): DeskAnswer {
  const { answers } = desk;
  const reading = desk.read(said.text);
  const emergency = emergencyIn(reading, desk.emergencies);
  const made = emergency
    ? { about: emergency.id, parts: [emergency.text, answers.dontwait], needsreply: false, person: true, urgent: true }
    : { ...watched(calmly(said, reading, desk), reading, answers), urgent: false };
  const { parts, ...rest } = made;
  return { ...rest, text: [...parts, ...(said.first ? [answers.demo] : [])].join("\n\n") };
}

/** A person looks, too, wherever she tells of a risk beside what she asks, and where not all was read. */
function watched(calm: Calm, { says, cut }: Reading, { risks, person }: Answers): Calm {
  if (calm.person || !(cut || says(risks.phrases))) return calm;
  const [opening = "", ...others] = calm.parts;
  return { ...calm, parts: [opening, person, ...others], person: true };
}

interface Calm {
  readonly about: string;
  readonly parts: readonly string[];
  readonly needsreply: boolean;
  readonly person: boolean;
}

function calmly(said: Said, reading: Reading, { answers, help, read }: Desk): Calm {
  const { opening, noted, unclear, thanks } = answers;
  const before = read(said.before);
  const topics = topicsOf(reading, before, answers.topics);
  const [topic] = topics;
  if (topic && said.kind === "patient_services" && topic.clinical)
    return { about: topic.id, parts: [opening, answers.fordoctor], needsreply: false, person: false };
  if (topic) {
    const all = [before, reading];
    const asks = topics.map((each) => questionOf(each, all)).find((question) => question !== null) ?? null;
    const person =
      said.file || answers.topics.some((each) => each.person && reading.says(each.phrases)) || topic.person;
    const article = help.find(({ id }) => id === topic.article);
    const texts = [opening, ...topics.map((each) => textOf(each, all))].filter((text) => text !== null);
    const more = article ? [answers.more.replace("{{title}}", () => article.title)] : [];
    const parts = [texts.join(" "), ...more, ...(person ? [answers.person] : []), ...(asks ? [asks] : [])];
    return { about: topic.id, parts, needsreply: asks !== null, person };
  }
  if (said.file) return { about: "file", parts: [opening, answers.file], needsreply: false, person: true };
  if (isThanks(reading, thanks.phrases))
    return { about: "thanks", parts: [thanks.text], needsreply: false, person: false };
  if (said.before !== "") return { about: "noted", parts: [opening, noted], needsreply: false, person: true };
  return {
    about: "unclear",
    parts: [`${opening} ${unclear.text}`, unclear.question],
    needsreply: true,
    person: true,
  };
}

const urgencies = ["today", "soon", "plain"] as const;

/**
 * The topics to answer: of those she wrote of the most urgent one, and nothing beside it that she would read first; where nothing is urgent,
 * up to two. Those of before when she only adds which case it is.
 */
function topicsOf(reading: Reading, before: Reading, topics: readonly Topic[]): readonly Topic[] {
  const named = topics.filter(({ phrases }) => reading.says(phrases));
  const worst = urgencies.find((urgency) => named.some((topic) => topic.urgency === urgency));
  if (worst) {
    const leading = named.filter(({ urgency }) => urgency === worst);
    return leading.slice(0, worst === "plain" && !leading.slice(0, 2).some((topic) => topic.person) ? 2 : 1);
  }
  return topics
    .filter(({ phrases, cases }) => before.says(phrases) && cases.some((each) => reading.says(each.phrases)))
    .slice(0, 1);
}

const caseOf = ({ cases }: Topic, readings: readonly Reading[]) =>
  cases.find(({ phrases }) => readings.some(({ says }) => says(phrases)));

const textOf = (topic: Topic, readings: readonly Reading[]): string | null =>
  caseOf(topic, readings)?.text ?? topic.text ?? null;

const questionOf = (topic: Topic, readings: readonly Reading[]): string | null =>
  caseOf(topic, readings) ? null : (topic.question ?? null);

/** Nothing but thanks: a few words. */
const isThanks = ({ words, says }: Reading, phrases: readonly string[]): boolean => words <= 10 && says(phrases);
