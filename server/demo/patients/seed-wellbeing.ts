import { auth } from "#contract/auth.ts";
import { wellbeing, type Wellbeing } from "#contract/wellbeing/calls.ts";
import { setDaysAgo } from "./seed-clinic-steps.ts";
import type { SeedServer } from "./seed-server.ts";
import type { DemoPatient } from "./seed-visit.ts";

/** A week ago, a check-in and days for each medicine, one of them today; yesterday, what was due is noted. Both are from a week that began after the parcel came. */
export async function seedWellbeing(seedServer: SeedServer, patient: DemoPatient): Promise<void> {
  const { clock } = seedServer;
  clock.setOffset(0);
  const weekday = clock.now().getUTCDay();
  await onDay(seedServer, patient, 7, async (token, { checkins, doses }) => {
    if (checkins?.latestweek === null) {
      const answers = checkins.symptoms.map(({ id, then }) => ({ symptomid: id, value: then - 1 }));
      await seedServer.call(wellbeing.checkIn, { params: { week: checkins.week }, body: { answers } }, token);
    }
    for (const { id, options, schedule } of doses.items) {
      const days = options.find((option) => option.days.includes(weekday))?.days;
      if (days && schedule === null)
        await seedServer.call(wellbeing.pickDays, { params: { id }, body: { days, remindat: null } }, token);
    }
  });
  await onDay(seedServer, patient, 1, async (token, { doses }) => {
    for (const { id, today, earlier } of doses.items)
      for (const dose of [earlier, today])
        if (dose?.status === null)
          await seedServer.call(wellbeing.noteDose, { params: { id, day: dose.day }, body: { status: "done" } }, token);
  });
}

/** Signs the patient in on a day in the past, and out again. */
async function onDay(
  seedServer: SeedServer,
  { email, password }: DemoPatient,
  daysAgo: number,
  act: (token: string, wellbeing: Wellbeing) => Promise<void>,
): Promise<void> {
  setDaysAgo(seedServer, daysAgo);
  const { idToken } = await seedServer.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  await act(idToken, await seedServer.call(wellbeing.read, {}, idToken));
  await seedServer.call(auth.signOut, { body: {} }, idToken);
}
