import Home from "#app/treatment/overview/home.tsx";
import { HowYouFeel } from "#app/wellbeing/how-you-feel/how-you-feel.tsx";
import { account } from "#contract/account/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { DoseStatus } from "#contract/wellbeing/doses.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const overview = answerOf(treatment.overview, 50_000);
const log = answerOf(wellbeing.read, 60_000);
const [otherDose, dose] = log.doses.items;
const options = dose!.options.map(({ label }, index) => ({ label, days: index === 0 ? [0, 3] : [1, 4] }));
const zones = log.doses.timezone;
const today = { day: "2026-11-24", name: "Today", status: null };
const yesterday = { day: "2026-11-23", name: "Yesterday", status: null };

const { safety: _, dose: _dose, arrival, stages: _stages, ...calm } = overview.nextstep;

/** Home, where the second of two medicines has a dose due today and yesterday's isn't noted. */
const showHome =
  (change: Partial<NonNullable<typeof dose>> = {}, step: Partial<typeof overview.nextstep> = {}) =>
  (server: Server) => {
    signIn();
    server.sample(treatment.overview, {
      ...overview,
      ...{ changes: [], upsellrequests: [], actionitems: [], canshowupsells: false, subscriptions: [] },
      plan: { ...overview.plan, status: "approved" },
      nextstep: { ...calm, ...step },
    });
    server.sample(account.user);
    server.sample(wellbeing.read, {
      ...log,
      doses: {
        timezone: {
          ...zones,
          id: null,
          name: "Zone 0",
          choices: zones.choices.map((each, n) => ({ ...each, name: `Zone ${n}` })),
        },
        items: [
          { ...otherDose!, today: { ...today, day: "2026-11-22" }, earlier: { ...yesterday, day: "2026-11-21" } },
          { ...dose!, options, today, earlier: yesterday, ...change },
        ],
      },
    });
    return <Home />;
  };

/** The zone of the browser, which the dose of a patient who chose none may tell. */
const withZone = (status: unknown) => ({
  status,
  get timezone() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
});
const words: Readonly<Record<DoseStatus, Readonly<Record<"Today" | "Yesterday", string>>>> = {
  done: { Today: "Done", Yesterday: "Done" },
  skipped: { Today: "Skip", Yesterday: "I missed it" },
};
const noted = "app/wellbeing/doses/use-dose-notes.ts wellbeing.noteDose";

const notes: readonly SentRow[] = [
  ...DoseStatus.options.flatMap((status) =>
    [today, yesterday].map(({ day, name }) => ({
      from: noted,
      about: `${status}, ${name.toLowerCase()}`,
      show: showHome(),
      act: ({ press }: Screen) => press(`${words[status][name as "Today"]}, ${dose!.name}, ${name}`),
      sends: { params: { id: dose!.id, day }, body: withZone(status) },
    })),
  ),
  ...[today, yesterday].map(({ day, name }) => ({
    from: noted,
    about: `taken back, ${name.toLowerCase()}`,
    show: showHome({ today: { ...today, status: "done" }, earlier: { ...yesterday, status: "skipped" } }),
    act: ({ press }: Screen) => press(`Undo, ${dose!.name}, ${name}`),
    sends: { params: { id: dose!.id, day }, body: withZone(null) },
  })),
  {
    from: noted,
    about: "the one of the page's lead",
    show: showHome({ today: null, earlier: null }, { dose: { id: dose!.id, name: dose!.name, day: "2026-11-24" } }),
    act: ({ press }) => press(`Done, ${dose!.name}, Today`),
    sends: { params: { id: dose!.id, day: "2026-11-24" }, body: withZone("done") },
  },
  {
    from: noted,
    about: "the first of a box that has come",
    show: (server) => {
      const medicines = arrival!.medicines.map((each, n) => ({
        ...each,
        day: `2026-11-2${n}`,
        done: `I took ${each.name}`,
      }));
      return showHome({}, { arrival: { ...arrival!, medicines } })(server);
    },
    act: ({ press }) => press(new RegExp(`^I took ${arrival!.medicines[1]!.name}`)),
    sends: {
      params: { id: arrival!.medicines[1]!.id, day: "2026-11-21" },
      body: withZone("done"),
    },
  },
];

const picked = "app/wellbeing/doses/doses.tsx wellbeing.pickDays";

const days: readonly SentRow[] = [
  {
    from: picked,
    about: "with a reminder, in another zone",
    show: showHome(),
    act: async ({ press, fill }) => {
      await press(`Change: ${dose!.name}`);
      await fill("Your days", "1");
      await fill("Reminder by email", "21");
      await fill("Your time zone", zones.choices[1]!.id);
      await press("Save");
    },
    sends: { params: { id: dose!.id }, body: { days: options[1]!.days, remindat: 21, timezone: zones.choices[1]!.id } },
  },
  {
    from: picked,
    about: "without one",
    show: showHome(),
    act: async ({ press, fill }) => {
      await press(`Change: ${dose!.name}`);
      await fill("Your days", "1");
      await fill("Reminder by email", "");
      await fill("Your time zone", zones.choices[1]!.id);
      await press("Save");
    },
    sends: {
      params: { id: dose!.id },
      body: { days: options[1]!.days, remindat: null, timezone: zones.choices[1]!.id },
    },
  },
  {
    from: "app/wellbeing/doses/doses.tsx wellbeing.endDays",
    show: showHome(),
    act: async ({ press }) => {
      await press(`Change: ${dose!.name}`);
      await press("Turn off");
    },
    sends: { params: { id: dose!.id } },
  },
];

const scale = ["Not at all", "A little", "Somewhat", "A lot", "Very much"];
const showCheckIns = (on: boolean) => (server: Server) => {
  signIn();
  const checkins = log.checkins!;
  server.sample(wellbeing.read, {
    ...log,
    checkins: { ...checkins, on, scale, symptoms: checkins.symptoms.map((each) => ({ ...each, thisweek: null })) },
  });
  return <HowYouFeel />;
};
const asked = log.checkins!.symptoms[1]!;

const feelings: readonly SentRow[] = [
  ...scale.map((word, value) => ({
    from: "app/wellbeing/how-you-feel/how-you-feel.tsx wellbeing.checkIn",
    about: word,
    show: showCheckIns(true),
    act: async ({ press }: Screen) => {
      await press(/^Check in/);
      await press(word, asked.question);
    },
    sends: { params: { week: log.checkins!.week }, body: { answers: [{ symptomid: asked.id, value }] } },
  })),
  ...[true, false].map((on) => ({
    from: "app/wellbeing/how-you-feel/how-you-feel.tsx wellbeing.setCheckIns",
    about: on ? "on" : "off",
    show: showCheckIns(!on),
    act: ({ press }: Screen) => press(`${on ? "Turn on" : "Turn off"} weekly check-ins`),
    sends: { body: { on } },
  })),
];

export const wellbeingRows: readonly SentRow[] = [...notes, ...days, ...feelings];
