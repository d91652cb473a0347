import fc from "fast-check";
import { productById } from "#server/catalogue/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { presentCheckIns } from "#server/wellbeing/check-ins/present-check-ins.ts";
import { worstSymptoms } from "#server/wellbeing/check-ins/start.ts";
import {
  type DoseSchedule,
  isScheduled,
  lastScheduled,
  nextReminder,
  nextScheduled,
} from "#server/wellbeing/dose-days.ts";
import { firstDoses } from "#server/wellbeing/doses/first-doses.ts";
import { presentDoses } from "#server/wellbeing/doses/present-doses.ts";
import {
  hasBegun,
  inUseUntil,
  type MedicineFacts,
  medicinesInHand,
  pickedFor,
  runningMedicines,
} from "#server/wellbeing/doses/running-medicines.ts";
import type { WellbeingSnapshot } from "#server/wellbeing/wellbeing-rows.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import { anyOrder, ended, type World } from "./treatment-rules.ts";
import {
  arrivedWorlds,
  content,
  daysFromNow,
  prescribedItem,
  products,
  snapshotOf,
  today,
  treatmentWorlds,
} from "./treatment-world.ts";

const services = { content, clock: { now: () => daysFromNow(0) } } as never;
const place = { state: "CA", timezone: null };

const factsOf = (world: World): MedicineFacts => {
  const { prescribed, subscriptions, boxes } = snapshotOf(world);
  return { prescribed, subscriptions, boxes, practiceToday: today, waits: false };
};
const notInHand = {
  ...ended,
  "a prescription with nothing at home": (): Partial<World> => ({
    prescribed: new Map([["minoxidil_serum", prescribedItem("minoxidil_serum", "active", 1)]]),
  }),
};
const ofFacts = (ask: (facts: MedicineFacts) => unknown, cases = treatmentWorlds): CheckedRule =>
  rule({ cases, ask: (world: World) => ask(factsOf(world)), anyOrder, nothing: notInHand });

const daysOfWeek = fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 });
const schedules = fc.record({ days: daysOfWeek, firstDay: fc.constantFrom("2026-05-01", "2026-06-03") });
const ofSchedule = (ask: (schedule: DoseSchedule) => unknown): CheckedRule =>
  rule({
    cases: schedules,
    ask: (schedule) => ask({ ...schedule, remindAt: 21 }),
    anyOrder: { days: true },
  });

/** Days picked for strengths of the patch and for the capsule, each from another day on. */
const picked = fc
  .subarray(["estradiol_patch_0_05", "estradiol_patch_0_1", "estradiol_patch_0_025", "progesterone_capsule_100"], {
    minLength: 2,
  })
  .chain((ids) =>
    fc.array(daysOfWeek, { minLength: ids.length, maxLength: ids.length }).map((days) => ({
      schedules: new Map(
        ids.map((id, index): [string, DoseSchedule] => [
          id,
          { days: days[index]!, remindAt: null, firstDay: addDays("2026-05-01", index) },
        ]),
      ),
    })),
  );

const wellbeing = (world: World, more: Partial<WellbeingSnapshot>): WellbeingSnapshot =>
  ({
    ...factsOf(world),
    ...{ place, today, timezone: "America/Los_Angeles", doctor: "Dr. Marsh", wantsCheckIns: true, checkIns: [] },
    ...{ schedules: new Map(), doses: [], ...more },
  }) as unknown as WellbeingSnapshot;

const doseCases = fc
  .record({
    world: treatmentWorlds,
    schedules: picked,
    noted: fc.subarray(["2026-06-01", "2026-05-31", "2026-05-30"]),
  })
  .map(({ world, schedules: { schedules: own }, noted }) => ({
    ...world,
    schedules: own,
    doses: noted.map((day) => ({ productId: products[0], day, status: "done", at: daysFromNow(-1) })),
  }));

const symptoms = content.questionnaire.questions.filter(({ answertype }) => answertype === "scale").slice(0, 4);
const answers = fc.array(fc.nat(4), { minLength: 4, maxLength: 4 });

export const doseRules = {
  "wellbeing/check-ins/present-check-ins#presentCheckIns": rule({
    cases: fc.record({ world: treatmentWorlds, then: answers, now: answers }).map(({ world, then, now }) => ({
      ...world,
      start: symptoms.map(({ id }, index) => ({ id, name: id, question: id, then: then[index]! })),
      given: symptoms.map(({ id }, index) => ({ symptomId: id, value: now[index]! })),
    })),
    ask: ({ start, given, ...world }) =>
      presentCheckIns(
        { content },
        wellbeing(world, { checkIns: [{ week: "2026-05-31", answers: given }] as never }),
        start,
      ),
    anyOrder: { prescribed: true, start: true, given: true },
    nothing: {
      "an answer about something else": () => ({ given: [{ symptomId: "other", value: 4 }] }),
    },
  }),
  "wellbeing/check-ins/start#worstSymptoms": rule({
    cases: answers.map((values) => ({
      answers: new Map(symptoms.map(({ id }, index) => [id, { answer: String(values[index]) }])),
    })),
    ask: (given) => worstSymptoms(content, given.answers).map((each, index) => [index, each]),
    anyOrder: { answers: true },
    nothing: { "an answer that is no symptom": () => ({ answers: new Map([["uterus", { answer: "present" }]]) }) },
  }),
  "wellbeing/dose-days#isScheduled": ofSchedule((schedule) => isScheduled(schedule, today)),
  "wellbeing/dose-days#lastScheduled": ofSchedule((schedule) => lastScheduled(schedule, today)),
  "wellbeing/dose-days#nextReminder": ofSchedule((schedule) =>
    nextReminder(schedule, "America/Los_Angeles", today, daysFromNow(0)),
  ),
  "wellbeing/dose-days#nextScheduled": ofSchedule((schedule) => nextScheduled(schedule, today)),
  "wellbeing/dose-days#weekdaysText": "Names the days in the order of the options a patient picks from.",
  "wellbeing/doses/due-dose#dueDose": "One of several that are due: the first, in the order of the patient's doses.",
  "wellbeing/doses/first-doses#firstDoses": ofFacts(
    (facts) => firstDoses(services, { schedules: [], doses: [] }, { ...facts, ...place }),
    arrivedWorlds,
  ),
  "wellbeing/doses/present-doses#presentDoses": rule({
    cases: doseCases,
    ask: ({ schedules: own, doses, ...world }) =>
      new Map(
        presentDoses({ content }, wellbeing(world, { schedules: own, doses: doses as never })).items.map((each) => [
          each.id,
          each,
        ]),
      ),
    anyOrder: { ...anyOrder, schedules: true, doses: true },
    nothing: {
      ...notInHand,
      "a dose of another medicine": () => ({
        doses: [{ productId: "magnesium", day: today, status: "skipped", at: daysFromNow(0) }],
      }),
      "days of a medicine that isn't prescribed": () => ({
        schedules: new Map([["estradiol_vaginal_insert", { days: [1, 4], remindAt: null, firstDay: "2026-05-30" }]]),
      }),
    },
  }),
  "wellbeing/doses/running-medicines#hasBegun": ofFacts(
    (facts) => new Map(products.map((id) => [id, [id, hasBegun(content, facts, id)]])),
    treatmentWorlds.map((world) => ({
      ...world,
      subscriptions: world.subscriptions.map((row, index) => ({
        ...row,
        orderable_from: index === 0 ? addDays(today, world.orders.length - 3) : null,
      })),
    })),
  ),
  "wellbeing/doses/running-medicines#inUseUntil": ofFacts((facts) => inUseUntil(services, facts)),
  "wellbeing/doses/running-medicines#medicinesInHand": ofFacts((facts) => medicinesInHand(services, facts)),
  "wellbeing/doses/running-medicines#pickedFor": rule({
    cases: picked,
    ask: ({ schedules: own }) => pickedFor(content, own, productById(content, "estradiol_patch_0_075")!),
    anyOrder: { schedules: true },
    nothing: {
      "days of another medicine": () => ({
        schedules: new Map([["estradiol_vaginal_insert", { days: [1, 4], remindAt: null, firstDay: "2027-01-01" }]]),
      }),
    },
  }),
  "wellbeing/doses/running-medicines#runningMedicines": ofFacts((facts) => runningMedicines(services, facts)),
} satisfies Readonly<Record<string, CheckedRule | string>>;
