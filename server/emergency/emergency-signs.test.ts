import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";

const { emergencywords } = await shippedContent();
const signIn = createEmergencyDetector(emergencywords);

const ids = emergencywords.signs.map(({ id }) => id);

describe("decisions §5 emergency signs are answered immediately with 911 or 988", () => {
  test.each(emergencywords.signs.flatMap(({ id, examples }) => examples.map((text) => [text, id] as const)))(
    "%s",
    (text, id) => {
      expect(signIn(text)).toMatchObject({ id, text: expect.stringMatching(/\b(?:911|988)\b/) });
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
    expect(ids).toContain(signIn(text)?.id);
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
    expect(signIn(text)).toBeNull();
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
    expect(signIn(text)).toBeNull();
  });
});
