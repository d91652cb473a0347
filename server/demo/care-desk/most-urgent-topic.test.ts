import { expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { composeAnswer, createAnswerRules } from "./compose-answer.ts";

const { deskanswers, emergencywords, help } = await loadContent();
const desk = createAnswerRules({ deskanswers, emergencywords, help });
const answer = (text: string) =>
  composeAnswer({ kind: "doctor", text, file: false, earlierText: "", isFirst: false }, desk);
const textOf = (id: string) => deskanswers.topics.find((topic) => topic.id === id)?.text ?? "?";

/** The text, the topic that must lead the answer, and what the answer must not say. */
const table: readonly (readonly [text: string, about: string, not?: string])[] = [
  ["My patch came off in my sleep. What do I do?", "missed_dose", "sleep"],
  ["patch peeled off last night, cant sleep, do i need a new one", "missed_dose", "sleep"],
  ["I woke up at night and my patch was gone", "missed_dose", "sleep"],
  ["I have some spotting", "bleeding", "side_effects"],
  ["Is spotting normal?", "bleeding", "side_effects"],
  ["spotting and sore breasts, is that normal", "bleeding", "side_effects"],
  ["I'm 58 and there is blood on the toilet paper", "bleeding"],
  ["I haven't had a period in 3 years and now I'm spotting", "bleeding", "side_effects"],
  ["Where is my order? Also I'm bleeding a little", "bleeding", "shipping"],
  ["I can't sleep and I found a lump in my breast", "tell_today", "sleep"],
  ["a lump in my breast, and how do I pause?", "tell_today", "pause"],
  ["My breasts are sore and there is a dimple in one breast", "tell_today", "side_effects"],
  ["yellow eyes, and when will I be charged?", "tell_today", "charges"],
  ["Zigzag lights in my vision. Where are my receipts?", "tell_today", "receipts"],
  ["I might be pregnant, how do I cancel?", "pregnancy", "cancel"],
  ["positive pregnancy test and I feel nauseous", "pregnancy", "side_effects"],
  ["I was told I have breast cancer. Can I get a refund?", "cancer", "damaged"],
  ["I took my tablet twice and now I have a headache", "extra_dose", "side_effects"],
  ["two patches on at once by mistake, I also sleep badly", "extra_dose", "sleep"],
  ["Should I take two? My flashes still wake me at night", "dose_wish", "sleep"],
  ["can i stop the progesterone, i sleep so badly", "dose_wish", "sleep"],
  ["Can I take ibuprofen with it? And where is my box?", "other_medicine", "shipping"],
  ["I forgot my patch on Monday and my package is late", "missed_dose", "shipping"],
  ["missed a dose, how do i change my address", "missed_dose", "address"],
  ["My skin is red under the patch and I can't sleep", "skin", "sleep"],
  ["nauseous since I started, how much does it cost?", "side_effects", "charges"],
  ["Dizzy today. I also need an invoice.", "side_effects", "receipts"],
  ["My patch won't stick in the shower", "missed_dose"],
  ["I can't sleep", "sleep"],
  ["Where do I find my receipts?", "receipts"],
  ["How do I pause for two months?", "pause"],
  ["When will my package arrive?", "shipping"],
  ["The capsule makes me dizzy and my period is back", "bleeding", "side_effects"],
  ["my nose bleeds and where is my order", "shipping"],
];

test.each(table.map(([text, topicId, unexpectedTopic]) => ({ text, about: topicId, not: unexpectedTopic })))(
  "the worst reading of “$text” decides: $about leads",
  ({ text, about: topicId, not: unexpectedTopic }) => {
    const result = answer(text);
    expect(result.topicId).toBe(topicId);
    if (unexpectedTopic) expect(result.text).not.toContain(textOf(unexpectedTopic));
  },
);

test("a same-day concern comes before anything called common or normal", () => {
  for (const topic of deskanswers.topics) {
    const text = [topic.text ?? "", ...topic.cases.map((each) => each.text)].join(" ");
    const [isUrgent, urgent] = [text.search(/\b(?:common|normal)\b/i), text.search(/\b(?:same day|today)\b/i)];
    if (isUrgent !== -1 && urgent !== -1) expect(urgent, topic.id).toBeLessThan(isUrgent);
  }
});

test("a person looks wherever any topic of the message asks for one", () => {
  expect(answer("Where are my receipts? I sleep so badly.").needsPerson).toBe(true);
});
