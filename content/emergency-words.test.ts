import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";

const { emergencywords } = await shippedContent();
const read = createEmergencyDetector(emergencywords);
const signIn = (text: string) => read(text)?.id ?? null;

describe("what is written at night, in a hurry and with typos, is understood", () => {
  const expectedSigns: Readonly<Record<string, readonly string[]>> = {
    chest_or_breath: [
      "cant breathe",
      "i cant breath",
      "CANT BREATHE HELP",
      "chest hurts",
      "my chest hurts real bad",
      "chets pain",
      "ches pain since 2am",
      "chest is so tight i cant sleep",
      "theres a presure on my chest",
      "pressure in chest and jaw",
      "pain in my chest going down my arm",
      "heart attck?",
      "i think im having a heart attack",
      "hard to breathe laying down",
      "short of breath walking to the bathroom",
      "sob and dizzy, hard to catch my breath",
      "cannot catch my breath",
      "struggling to breathe",
      "having trouble breathng",
      "i just passed out",
      "i fainted this morning",
      "my husband is having a heart attack",
      "woke up gasping for air",
      "I had chest pain last night",
      "my husband had a heart attack this morning",
      "breathing is really hard right now",
      "I had chest pain last year and now it is back",
      "I dont know if its chest pain or heartburn",
      "not sure but my chest hurts",
      "no fever but chest pain",
      "dolor en el pecho",
      "me duele el pecho",
      "no puedo respirar bien",
      "me falta el aire",
      "creo que es un ataque al corazon",
      "me desmayé anoche",
    ],
    stroke_signs: [
      "my face is droopy on one side",
      "face drooping",
      "left side of my face feels numb",
      "my arm went numb",
      "cant move my right arm",
      "cant feel my leg",
      "my speech is slurred",
      "slurring my words",
      "cant get my words out",
      "worst headache ever",
      "worst headach of my life",
      "sudden terrible headache",
      "i cant see out of my left eye",
      "suddenly blind in one eye",
      "i think im having a stroke",
      "I had a stroke last night",
      "think my mom just had a stroke",
      "stroke??",
      "no siento el brazo",
      "tengo la cara dormida",
      "creo que tengo un derrame",
    ],
    leg_clot: [
      "my leg is swollen and hot",
      "calf hurts and is red",
      "one leg is swolen",
      "i think i have a blood clot",
      "pain behind my knee and my calf is swollen",
      "left leg is twice the size of the other",
      "me duele mucho la pantorrilla",
      "tengo la pierna hinchada",
    ],
    heavy_bleeding: [
      "bleeding thru a pad every hour",
      "soaking pads",
      "bleeding so heavy im dizzy",
      "blood is gushing out",
      "wont stop bleeding",
      "passing huge clots of blood",
      "changing my pad every 30 minutes from bleeding",
      "estoy sangrando mucho",
    ],
    allergic_swelling: [
      "my lips are swelling up",
      "throat is closing",
      "tongue is swolen",
      "my face is swollen after the new patch",
      "hives all over",
      "cant swallow",
      "se me hinchó la lengua",
    ],
    self_harm: [
      "i want to die",
      "want 2 die",
      "i dont want to be here anymore",
      "dont want to live",
      "thinking about suicide",
      "im suicidal",
      "gonna kill myself",
      "i cant go on anymore",
      "i cant do this anymore, i want it to end",
      "whats the point of living",
      "no reason to live",
      "i want to hurt myself",
      "better off dead",
      "i was suicidal ten years ago and it is coming back",
      "I feel like ending my life",
      "me quiero morir",
      "quiero matarme",
      "ya no quiero vivir",
    ],
    overdose: [
      "i took too many pills",
      "took the whole bottle",
      "my dog ate my pills",
      "my grandson swallowed my tablets",
      "i overdosed",
      "took 10 tablets",
      "me tomé todas las pastillas",
    ],
  };
  test.each(Object.entries(expectedSigns).flatMap(([id, texts]) => texts.map((text) => [text, id] as const)))(
    "%s: %s",
    (text, id) => {
      expect(signIn(text)).toBe(id);
    },
  );
});

describe("what is plainly denied, long past, about somebody else or something else raises no alarm", () => {
  test.each([
    "no chest pain",
    "I have no chest pain and no trouble breathing.",
    "I don't have chest pain, shortness of breath, or leg swelling.",
    "my mother had a stroke",
    "My mom died of a heart attack at 60",
    "My father passed away from a stroke",
    "Does estrogen raise the risk of stroke?",
    "Is a blood clot a side effect of the patch?",
    "I had a heart attack in 2015",
    "I had a blood clot years ago",
    "my sister had breast cancer",
    "My breasts hurt",
    "breast pain since starting",
    "My arm itches under the patch",
    "My legs ache after yoga",
    "hot flashes are killing me",
    "I'm dying of heat at night",
    "sin dolor de pecho ni falta de aire",
    "I can't go on vacation without my patches",
    "My daughter took a picture of the rash",
    "I take a breath and count to ten when a hot flash comes",
    "I would kill for a good night's sleep",
    "I can't sleep",
    "light spotting today",
    "Where is my order?",
    "My patch fell off in the shower",
    "Can I take the pill with food?",
    "I took my pill late",
    "I took two ibuprofen for a headache",
    "My daughter took me to the doctor",
    "Thanks so much!",
    "No tengo dolor de pecho",
    "¿Dónde está mi pedido?",
    "Mi madre tuvo un infarto hace años",
  ])("%s", (text) => {
    expect(signIn(text)).toBeNull();
  });
});

describe("in doubt it is shown", () => {
  test.each([
    "I'm not sure if it is chest pain",
    "My mother had a stroke and now my face is numb",
    "no chest pain yesterday, today yes",
    "is chest pain normal on this?",
    "My husband has chest pain",
    "I was told to ignore the chest pain",
    "no chest pain cant breathe",
    "no swelling or hives throat closing now",
    "not sure or chest pain",
  ])("%s", (text) => {
    expect(signIn(text)).not.toBeNull();
  });
});

test("of several signs the one the practice put first is shown", () => {
  expect(signIn("my leg is swollen and my chest hurts")).toBe("chest_or_breath");
  expect(signIn("i have hives and my face is drooping")).toBe("stroke_signs");
});

describe("the examples of the content", () => {
  test.each(emergencywords.signs.flatMap(({ id, examples }) => examples.map((text) => [text, id] as const)))(
    "“%s” leads to %s",
    (text, id) => {
      expect(signIn(text)).toBe(id);
    },
  );
  test.each(emergencywords.notcurrent.examples)("“%s” raises no alarm", (text) => {
    expect(signIn(text)).toBeNull();
  });
  test("are marked as awaiting review", () => {
    expect(emergencywords.reviewed).toContain("to be reviewed by the practice's clinicians");
  });
  test.each(emergencywords.signs)("$id: the numbers in its text have links", ({ text, phones, kind }) => {
    const numbers = [...text.matchAll(/\b(?:911|988)\b/g)].map(([number]) => `tel:${number}`);
    expect(phones.map(({ href }) => href)).toEqual(expect.arrayContaining([...new Set(numbers), `tel:${kind}`]));
  });
});
