import { describe, expect, test } from "vitest";
import { evaluateCondition, type Facts, scopeCovers } from "./logic/conditions.ts";
import { loadContent } from "./loader/load.ts";
import { factsOf, openQuestions } from "./logic/visit-questions.ts";

const content = await loadContent();

/** A woman of 52 to whom no rule applies. */
const well: Facts["answers"] = {
  safety_signs: ["none"],
  safe_thoughts: "no",
  goals: ["heat"],
  last_period: "stopped_otherwise",
  bleeding: "no",
  pregnancy: "no",
  nursing: "no",
  uterus: "removed",
  ovaries: "both",
  procedures: ["none"],
  cancer: ["none"],
  breast_change: "no",
  heart_and_clots: ["none"],
  liver: "no",
  migraine: "no",
  conditions: ["none"],
  womens_conditions: ["none"],
  family: ["none"],
  watch_medicines: ["none"],
  allergies: ["none"],
  low_mood: "2",
  worry: "3",
  racing_heart: "2",
  height: "65",
  weight: "150",
  bp_known: "numbers",
  bp_measure: "now",
  bp_top: "160",
  bp_bottom: "95",
  bp_now_top: "160",
  bp_now_bottom: "95",
  smoking: "stopped",
  bed_rest: "no",
  mammogram: "under_2_years",
  pap: "under_5_years",
  alcohol: "up_to_7",
  preferred_form: "no_preference",
  hormone_wish: "open",
};

function fired(
  answers: Facts["answers"],
  { age = 52, state = "IA" }: { age?: number; state?: string } = {},
  variant = "C",
): string[] {
  const given = { ...well, ...answers };
  const facts = factsOf(content, { age, state, products: [], answers: given });
  const known = { facts, answers: openQuestions(content, variant, given, facts).answers };
  return content.rules.filter((rule) => evaluateCondition(rule.when, known)).map((rule) => rule.id);
}

type Case = [rules: string[], answers: Facts["answers"], visit?: { age?: number; state?: string }];
const one = (question: string, option: string): Facts["answers"] => ({ [question]: [option] });
const noProgestogen = ["no_progestogen_no_estrogen", "no_progestogen_doctor"];

const cases: Case[] = [
  [["chest_pain_now"], one("safety_signs", "chest_pain")],
  [["chest_pain_now"], one("safety_signs", "breathless")],
  [["stroke_signs_now"], one("safety_signs", "stroke_signs")],
  [["leg_clot_now"], one("safety_signs", "leg_clot")],
  [["heavy_bleeding_now"], one("safety_signs", "heavy_bleeding")],
  [["self_harm_thoughts"], { safe_thoughts: "now" }],
  [["self_harm_thoughts"], { safe_thoughts: "sometimes" }],
  [["rather_not_say"], { safe_thoughts: "rather_not_say" }],
  [["age_under_40"], {}, { age: 39 }],
  [[], {}, { age: 40 }],
  [[], {}, { age: 59 }],
  [["age_60_or_more"], {}, { age: 60 }],
  [["over_10_years", "after_menopause_bleeding"], { last_period: "over_10_years" }],
  [["after_menopause_bleeding"], { last_period: "one_to_10_years" }, { age: 45 }],
  [["early_menopause", "after_menopause_bleeding"], { last_period: "one_to_10_years" }, { age: 44 }],
  [["not_birth_control"], { last_period: "under_12_months" }],
  [["undiagnosed_bleeding"], { bleeding: "not_checked" }],
  [["undiagnosed_bleeding"], { bleeding: "unsure", bleeding_kind: "after_a_year" }],
  [["undiagnosed_bleeding"], { bleeding: "unsure", bleeding_kind: "between" }],
  [["bleeding_unclear"], { bleeding: "unsure", bleeding_kind: "unsure" }],
  [["bleeding_unclear"], { bleeding: "unsure", bleeding_kind: "early_or_late" }],
  [["bleeding_checked"], { bleeding: "checked" }],
  [[], { bleeding: "no", bleeding_kind: "after_a_year" }],
  [["pregnant", "tretinoin_pregnancy_nursing", "minoxidil_pregnancy_nursing"], { pregnancy: "yes" }],
  [
    ["pregnant", "tretinoin_pregnancy_nursing", "minoxidil_pregnancy_nursing"],
    { pregnancy: "unsure", pregnancy_test: "positive" },
  ],
  [
    ["tretinoin_pregnancy_nursing", "minoxidil_pregnancy_nursing", "pregnancy_open"],
    { pregnancy: "unsure", pregnancy_test: "not_yet" },
  ],
  [["tretinoin_pregnancy_nursing", "minoxidil_pregnancy_nursing", "pregnancy_open"], { pregnancy: "trying" }],
  [["tretinoin_pregnancy_nursing", "minoxidil_pregnancy_nursing", "nursing"], { nursing: "yes" }],
  [["uterus_unsure"], { uterus: "unsure" }],
  [[], { uterus: "present" }],
  [["ablation"], one("procedures", "ablation")],
  [["hormonal_iud"], one("procedures", "hormonal_iud")],
  [["weight_loss_surgery"], one("procedures", "weight_loss_surgery")],
  [["breast_cancer"], one("cancer", "breast")],
  [["estrogen_dependent_cancer"], one("cancer", "uterine")],
  [["estrogen_dependent_cancer"], one("cancer", "ovarian")],
  [["estrogen_dependent_cancer"], one("cancer", "hormone_fed")],
  [["other_cancer"], one("cancer", "other")],
  [["unchecked_breast_change"], { breast_change: "not_checked" }],
  [["breast_checked"], { breast_change: "checked" }],
  [["blood_clot"], one("heart_and_clots", "leg_clot")],
  [["blood_clot"], one("heart_and_clots", "lung_clot")],
  [["blood_clot"], { heart_and_clots: ["clot_unsure"], clot_check: "confirmed" }],
  [["clot_unclear"], { heart_and_clots: ["clot_unsure"], clot_check: "never_checked" }],
  [[], { heart_and_clots: ["clot_unsure"], clot_check: "ruled_out" }],
  [["stroke"], one("heart_and_clots", "stroke")],
  [["heart_attack"], one("heart_and_clots", "heart_attack")],
  [["clotting_disorder"], one("heart_and_clots", "clotting_disorder")],
  [["minoxidil_heart", "sildenafil_heart", "heart_disease"], one("heart_and_clots", "heart_disease")],
  [["active_liver_disease"], { liver: "active" }],
  [["liver_history"], { liver: "past" }],
  [["migraine_aura"], { migraine: "yes", migraine_aura: "yes" }],
  [["migraine_aura"], { migraine: "unsure", migraine_aura: "unsure" }],
  [[], { migraine: "yes", migraine_aura: "no" }],
  ...[
    "gallbladder",
    "high_triglycerides",
    "diabetes",
    "lupus",
    "thyroid",
    "seizures",
    "angioedema",
    "porphyria",
    "meningioma",
    "depression",
  ].map((id): Case => [[id], one("conditions", id)]),
  [["other_condition"], one("conditions", "other")],
  [["magnesium_kidney", "vitamin_d_calcium", "kidney"], one("conditions", "kidney")],
  [["vitamin_d_calcium", "high_calcium"], one("conditions", "high_calcium")],
  [["blood_pressure_history"], one("conditions", "high_blood_pressure")],
  [["bones"], one("conditions", "osteoporosis")],
  [["uterus_lining"], one("womens_conditions", "hyperplasia")],
  [["uterus_lining"], one("womens_conditions", "endometriosis")],
  [["fibroids"], one("womens_conditions", "fibroids")],
  [["pap_follow_up"], one("womens_conditions", "abnormal_pap")],
  [["family_breast_ovarian"], one("family", "breast_cancer")],
  [["gene_change"], one("family", "gene_change")],
  [["family_clot"], one("family", "blood_clot")],
  [["nitrates_sildenafil"], one("watch_medicines", "nitrates")],
  [["nitrates_sildenafil"], one("watch_medicines", "riociguat")],
  [["anti_estrogen_medicine", "anti_estrogen_doctor"], one("watch_medicines", "anti_estrogen")],
  [["blood_thinner"], one("watch_medicines", "blood_thinner")],
  [["medicine_interaction"], one("watch_medicines", "seizure")],
  [["thyroid_medicine"], one("watch_medicines", "thyroid")],
  [["hormones_now"], one("watch_medicines", "hormones")],
  [["peanut_capsule"], one("allergies", "peanut")],
  [["peanut_capsule", ...noProgestogen], { uterus: "present", allergies: ["peanut"] }],
  [["peanut_capsule", ...noProgestogen, "uterus_unsure"], { uterus: "unsure", allergies: ["peanut"] }],
  [["progesterone_allergy", ...noProgestogen], { uterus: "present", allergies: ["progesterone"] }],
  [["estrogen_allergy"], one("allergies", "estrogen")],
  [["patch_allergy"], one("allergies", "adhesive")],
  [["sildenafil_allergy"], one("allergies", "sildenafil")],
  [["tretinoin_allergy"], one("allergies", "tretinoin")],
  [["minoxidil_allergy"], one("allergies", "minoxidil")],
  [["soy_allergy"], one("allergies", "soy")],
  [["other_allergy"], one("allergies", "other")],
  [["blood_pressure_over_160_95"], { bp_top: "161" }],
  [["blood_pressure_over_160_95"], { bp_bottom: "96" }],
  [["blood_pressure_over_160_95", "blood_pressure_crisis"], { bp_top: "180" }],
  [["sildenafil_heart"], { bp_top: "89" }],
  [["blood_pressure_history"], { bp_known: "told_high" }],
  [["blood_pressure_unknown"], { bp_known: "no", bp_measure: "later" }],
  [["blood_pressure_over_160_95"], { bp_known: "no", bp_now_top: "165" }],
  [["smoking"], { smoking: "yes" }],
  [["bed_rest"], { bed_rest: "yes" }],
  [["high_weight"], { weight: "215" }],
  [["mammogram_due"], { mammogram: "never" }],
  [["pap_due"], { pap: "over_5_years" }],
  [["alcohol"], { alcohol: "over_7" }],
  [["avoids_hormones"], { hormone_wish: "avoid" }],
  [["low_mood"], { low_mood: "3" }],
  [["racing_heart"], { racing_heart: "3" }],
  [["face_not_in_state"], {}, { state: "NY" }],
  [["face_not_in_state"], {}, { state: "MD" }],
];

describe("screening rules", () => {
  test("no rule applies to a healthy woman", () => {
    expect(fired({})).toEqual([]);
  });

  test.each(cases)("%j fires for %j %j, and no other rule does", (rules, answers, visit) => {
    expect(fired(answers, visit).toSorted()).toEqual(rules.toSorted());
  });

  test("every rule is in the table", () => {
    const shown = new Set(cases.flatMap(([rules]) => rules));
    expect(content.rules.map((rule) => rule.id).filter((id) => !shown.has(id))).toEqual([]);
  });

  test("a visit without answers fires nothing", () => {
    expect(
      content.rules.filter((rule) => evaluateCondition(rule.when, { answers: {}, facts: {} })).map((rule) => rule.id),
    ).toEqual([]);
  });

  test("emergency signs lead to 911, thoughts of self-harm to 988 first", () => {
    for (const rule of content.rules.filter((each) => each.outcome === "EMERGENCY"))
      expect(rule.actions[0]?.href, rule.id).toBe(rule.id === "self_harm_thoughts" ? "tel:988" : "tel:911");
  });

  test("every stop of the visit links to in-person care", () => {
    for (const rule of content.rules.filter((each) => each.outcome === "STOP" && each.scope === "visit"))
      expect(rule.actions, rule.id).not.toEqual([]);
  });
});

describe("products under the rules", () => {
  const left = (answers: Facts["answers"], visit = {}) => {
    const rules = content.rules.filter((rule) => rule.outcome === "STOP" && fired(answers, visit).includes(rule.id));
    return content.catalogue.products.filter((product) => !rules.some((rule) => scopeCovers(rule.scope, product)));
  };
  const families = (answers: Facts["answers"], visit = {}) => [
    ...new Set(left(answers, visit).map((product) => product.family)),
  ];

  test("a peanut allergy with a uterus leaves only local treatment", () => {
    const categories = new Set(
      left({ uterus: "present", allergies: ["peanut"] }).flatMap((product) => product.categories),
    );
    expect(categories).not.toContain("systemic_estrogen");
    expect(categories).not.toContain("progestogen");
    expect(categories).toContain("vaginal_estrogen");
  });

  test("a peanut allergy without a uterus leaves systemic estrogen", () => {
    expect(families({ uterus: "removed", allergies: ["peanut"] })).toContain("estradiol_patch");
  });

  test.each([
    ["nitrates", { watch_medicines: ["nitrates"] }, "sildenafil_cream"],
    ["riociguat", { watch_medicines: ["riociguat"] }, "sildenafil_cream"],
    ["nursing", { nursing: "yes" }, "tretinoin_cream"],
    ["a tape allergy", { allergies: ["adhesive"] }, "estradiol_patch"],
  ])("%s excludes the product and leaves the rest", (_, answers, family) => {
    expect(families({})).toContain(family);
    expect(families(answers)).not.toContain(family);
    expect(families(answers)).toContain("estradiol_vaginal_cream");
  });

  test("face products are excluded in NY and MD", () => {
    expect(families({}, { state: "NY" })).not.toContain("tretinoin_cream");
    expect(families({}, { state: "IA" })).toContain("tretinoin_cream");
  });

  test("systemic estrogen with a uterus, or when the patient is unsure, needs a progestogen", () => {
    const [requirement] = content.requirements;
    expect(requirement).toMatchObject({ ifcategory: "systemic_estrogen", require: "progestogen" });
    const needed = (uterus: string) =>
      requirement && evaluateCondition(requirement.when, { answers: { uterus }, facts: {} });
    expect([needed("present"), needed("unsure"), needed("removed")]).toEqual([true, true, false]);
  });
});
