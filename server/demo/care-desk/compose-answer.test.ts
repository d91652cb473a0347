import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { composeAnswer, createAnswerRules, type PatientText } from "./compose-answer.ts";

const { deskanswers, emergencywords, help } = await loadContent();
const desk = createAnswerRules({ deskanswers, emergencywords, help });
const baseInput: PatientText = { kind: "doctor", text: "", file: false, earlierText: "", isFirst: false };
const answer = (text: string, others: Partial<PatientText> = {}) =>
  composeAnswer({ ...baseInput, ...others, text }, desk);
const topicOf = (text: string, others: Partial<PatientText> = {}) => answer(text, others).topicId;

/** Every variant of a content phrase. */
const sentencesFor = (phrase: string): string[] =>
  phrase
    .split(" ")
    .filter((part) => !part.startsWith("-"))
    .map((part) => part.split("|").map((word) => word.replace(/^=/, "").replace(/[*+]$/, "")))
    .reduce<string[]>(
      (sentences, words) => sentences.flatMap((start) => words.map((word) => `${start} ${word}`)),
      ["I"],
    );

const ids = emergencywords.signs.map(({ id }) => id);
const signs = emergencywords.signs.flatMap(({ phrases }) => phrases.flatMap(sentencesFor));

describe("decisions §5 emergency signs are answered immediately with 911 or 988", () => {
  test("every phrase of the content, in each of its variants", () => {
    expect(signs.length).toBeGreaterThan(300);
    expect(signs.filter((text) => !answer(text).urgent)).toEqual([]);
  });

  test.each(emergencywords.signs.flatMap(({ id, examples }) => examples.map((text) => [text, id] as const)))(
    "%s",
    (text, id) => {
      const result = answer(text);
      expect(result.topicId).toBe(id);
      expect(result).toMatchObject({ urgent: true, needsPerson: true, needsreply: false });
      expect(result.text).toMatch(/\b(?:911|988)\b/);
      expect(result.text).toContain(deskanswers.dontwait);
    },
  );

  test.each([
    ["after a question of another kind", "Where is my box? Also my chest hurts since noon."],
    ["in capitals, with marks", "*** CHEST PAIN ***"],
    ["with a letter wrong", "presure on my chesst"],
    ["with letters that changed places", "swollne calf"],
    ["with another apostrophe", "I can’t breathe"],
    ["after a denial of something else", "No fever, but chest pain"],
    ["after a no with a comma", "No, chest pain!"],
    ["beside a denial that is not of it", "I don't have a fever, I have chest pain"],
    ["after a list that is no list of signs", "no appetite, chest pain or pressure"],
    ["beside a denial linked by and", "I have no energy and chest pain"],
    ["unsure", "I'm not sure if this is chest pain"],
    ["not only", "It is not just chest pain"],
    ["denied twice", "not without chest pain"],
    ["never before", "I never had chest pain like this"],
    ["not gone", "the chest pain is not going away"],
    ["as a question", "what do I do if I get chest pain?"],
    ["told in two lines", "it began an hour ago\nmy chest is tight"],
    ["denied first, then had", "I had no chest pain yesterday. Today I have chest pain."],
    ["a wish to live denied", "I don't want to live"],
    ["after another one denied", "no hives, can't breathe"],
    ["after another one denied, without a comma", "no hives cant breathe"],
    ["said yes to after another one denied", "no pain in leg, chest pain yes"],
    ["said now after another one denied", "no hives, chest pain now"],
    ["the last of a list that has it", "no hives, leg swelling or chest pain since noon"],
    ["a trouble after a comma", "no chest pain, trouble breathing or leg swelling"],
    ["in a list without an or", "no hives, chest pain"],
    ["after the end of a list", "no hives or leg swelling, chest pain"],
    ["with a word that would excuse it elsewhere", "I think it is a heart attack, is there a risk?"],
    ["in two messages", "my chest\nhurts so bad"],
    ["with unseen marks", "ch\u00ADest pa\u200Bin"],
    ["with a modifier as apostrophe", "I can\u02BCt breathe"],
    ["typed together", "heartattack"],
    ["typed together, of pain", "chestpain"],
    ["a wish in short", "I wanna die"],
    ["a word typed apart", "I want to kill my self"],
    ["a wish in non-native English", "I am thinking of killing me"],
    ["a feeling of the end", "I feel like I'm dying"],
    ["a plan", "gonna jump off a bridge"],
    ["a plan with pills", "thinking about taking all my pills"],
    ["a number of pills", "I took 30 pills"],
    ["a number of pills in words", "just swallowed twenty of the tablets at 9 pm"],
    ["a picture of it", "there is an elephant sitting on my chest"],
    ["a limb without feeling", "I can't feel my arm"],
    ["in Spanish, of breath", "no puedo respirar"],
    ["in Spanish, of a wish", "quiero morir"],
    ["in Spanish, of pain", "me duele el pecho"],
    ["in Spanish, with accents", "Tengo presión en el pecho"],
  ])("in doubt it is one: %s", (_, text) => {
    expect(ids).toContain(topicOf(text));
  });

  test.each([
    ["I have no chest pain"],
    ["no chest pain, leg swelling or trouble breathing"],
    ["No chest pain, leg swelling, or hives."],
    ["no trouble breathing or chest pain"],
    ["I have no chest pain now"],
    ["I don't have any chest pain"],
    ["No fever or chest pain."],
    ["I'm not suicidal"],
    ["Never had chest pain, never had trouble breathing"],
    ["My breasts are sore, without any chest pain"],
    ["I have not had any signs of heavy bleeding"],
  ])("a sign the patient clearly denies is no emergency: %s", (text) => {
    expect(answer(text).urgent).toBe(false);
  });

  test.each([
    ["Night sweats soak my sheets every night"],
    ["I can't see my receipts"],
    ["Does the patch raise my risk of stroke?"],
    ["My headaches are worse this week"],
    ["I'd be better off without the patch"],
    ["It is hard to talk about this with you"],
    ["The capsule is hard to swallow"],
    ["I wake up hot in my chest of drawers bedroom"],
    ["My legs ache after yoga"],
    ["I have trouble sleeping, breathing exercises do not help"],
    ["I took my pills 10 hours ago"],
    ["I took my pills at 9"],
    ["These hot flashes are killing me"],
    ["I want to stop taking all my pills"],
    ["I have breast cancer"],
  ])("what only sounds like one is none: %s", (text) => {
    expect(answer(text).urgent).toBe(false);
  });
});

describe("§2.1 what patients often ask is answered from the content", () => {
  test.each(deskanswers.topics.flatMap(({ id, examples }) => examples.map((text) => [text, id] as const)))(
    "%s",
    (text, id) => {
      expect(topicOf(text)).toBe(id);
    },
  );

  test.each([
    ["capitals", "WHERE IS MY ORDER", "shipping"],
    ["a letter too many", "where is my packagge", "shipping"],
    ["a letter missing", "how do i pase? I want to pausse", "pause"],
    ["no marks at all", "hi there i forgot my patch what now", "missed_dose"],
  ])("also with %s", (_, text, id) => {
    expect(topicOf(text)).toBe(id);
  });

  test.each([
    ["Should I take two at once?"],
    ["may I take a double dose"],
    ["Can I wear two patches at the same time?"],
    ["is it ok to use two patches"],
    ["Could I take half a tablet?"],
  ])("only the doctor changes a dose: %s", (text) => {
    expect(answer(text)).toMatchObject({ topicId: "dose_wish", needsPerson: true });
    expect(answer(text).text).not.toContain("usually isn't dangerous");
  });

  test.each([
    ["I have breast cancer"],
    ["I had cancer, can I take this?"],
    ["my sister has cancr"],
    ["I was canceled"],
  ])("an illness is not taken for the end of a plan: %s", (text) => {
    expect(topicOf(text) === "cancel").toBe(text.includes("cancel"));
  });

  test.each(
    deskanswers.risks.examples.flatMap((text) => [[text, "doctor"] as const, [text, "patient_services"] as const]),
  )("a person also looks at what may speak against the plan: %s, %s", (text, kind) => {
    const result = answer(text, { kind });
    expect(result).toMatchObject({ needsPerson: true, urgent: false });
    expect(result.text).toContain(deskanswers.person);
  });

  test.each([
    ["clots", "my box is late and I had clots"],
    ["cancer", "how do I pause, I got cancer"],
    ["liver", "Where are my receipts? My liver is ill"],
    ["pregnant", "Where are my receipts? I'm pregnant"],
    ["bleeding", "Thanks! Still bleeding"],
    ["a heart attack", "Where are my receipts? I had a heart attack in May"],
  ])("told in passing, a person looks: %s", (_, text) => {
    expect(answer(text).needsPerson).toBe(true);
  });

  test("it names the help article with more detail", () => {
    expect(answer("Where is my order?").text).toContain("“Where is my order?”");
  });

  test("it asks a question where the answer depends on it, and takes the patient's next message as the reply", () => {
    const first = answer("I missed a dose");
    expect(first).toMatchObject({ topicId: "missed_dose", needsreply: true });
    expect(first.text).toContain("Which one was it");
    const second = answer("The capsule", { earlierText: "I missed a dose" });
    expect(second).toMatchObject({ topicId: "missed_dose", needsreply: false });
    expect(second.text).toContain("For the capsule");
    expect(answer("I forgot my patch")).toMatchObject({ needsreply: false });
  });

  test("two questions get two answers", () => {
    const { text } = answer("Where do I find my receipts? And how do I pause?");
    expect(text).toContain("HSA receipt");
    expect(text).toContain("1, 2 or 3 months");
  });

  test("§6 patient services leave medical questions to the doctor and answer the rest", () => {
    const services = { kind: "patient_services" } as const;
    expect(answer("My breasts are sore", services).text).toContain(deskanswers.fordoctor);
    expect(answer("Where is my order?", services).text).not.toContain(deskanswers.fordoctor);
    expect(answer("I have chest pain", services).urgent).toBe(true);
  });

  test.each(deskanswers.thanks.examples)("thanks are acknowledged, and nobody has to look: %s", (text) => {
    expect(answer(text)).toMatchObject({ topicId: "thanks", needsPerson: false, needsreply: false });
  });
});

describe("it leaves what it does not understand to a person", () => {
  test("it says so, asks for more detail, and gives no advice", () => {
    const result = answer("It feels a bit odd since Tuesday");
    expect(result).toMatchObject({ topicId: "unclear", needsreply: true, needsPerson: true, urgent: false });
    expect(result.text).toContain(deskanswers.unclear.question);
  });

  test("a patient's addition is noted without another question", () => {
    const result = answer("Since Tuesday", { earlierText: "It feels a bit odd" });
    expect(result).toMatchObject({ topicId: "noted", needsreply: false, needsPerson: true });
  });

  test("a file is left to a person; a question sent with it is answered", () => {
    expect(answer("", { file: true })).toMatchObject({ topicId: "file", needsPerson: true });
    expect(answer("Where do I find my receipts?", { file: true })).toMatchObject({
      topicId: "receipts",
      needsPerson: true,
    });
  });

  test("a person also looks at a text too long to be read in full", () => {
    const result = answer(`${"Good day to you. ".repeat(2000)} Where are my receipts?`);
    expect(result).toMatchObject({ topicId: "receipts", needsPerson: true });
    expect(result.text).toContain(deskanswers.person);
  });

  test.each(["", "?!", "🙂", "a".repeat(5000), "chest ".repeat(800)])("no input makes it fail", (text) => {
    expect(answer(text).text.length).toBeGreaterThan(20);
  });
});

test("only the first answer in a conversation mentions the demo", () => {
  expect(answer("I have chest pain", { isFirst: true }).text).toContain(deskanswers.demo);
  expect(answer("Where is my order?", { isFirst: true }).text).toContain(deskanswers.demo);
  expect(answer("Where is my order?").text).not.toContain(deskanswers.demo);
});
