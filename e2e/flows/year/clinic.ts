import type { APIRequestContext } from "@playwright/test";
import { dayIn } from "#contract/fields/formats.ts";
import { hourIn } from "./days.ts";

const hourMs = 3_600_000;
/** The hour at the practice when the patient looks: evening, when in UTC the next day has begun. */
const evening = 21;
/** The hour at the practice from which on its day has begun for every patient of the mainland, too: nothing is charged before. */
const begunEverywhere = 4;

/** A separate clinic whose clock can be moved. */
export class Clinic {
  readonly url: string;
  /** The practice's time zone. */
  readonly timezone: string;
  #aheadMs = 0;
  constructor(url: string, timezone: string) {
    this.url = url;
    this.timezone = timezone;
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }
  /** Today at the practice, `YYYY-MM-DD`. */
  today(): string {
    return dayIn(this.timezone, this.now());
  }

  /** Moves the clock to the evening of a day; everything due on the way has happened by then. */
  async moveTo(api: APIRequestContext, day: string): Promise<void> {
    const from = this.now().getTime();
    let hours = 1;
    while (dayIn(this.timezone, new Date(from + hours * hourMs)) < day) hours += 1;
    while (hourIn(this.timezone, new Date(from + hours * hourMs)) < evening) hours += 1;
    const longest = 60 * 24;
    for (let left = hours; left > 0; left -= longest) await this.#move(api, Math.min(left, longest));
  }

  /** In the first hours of a day, moves the clock to when it has begun for the patient as well. */
  async waitForDay(api: APIRequestContext): Promise<void> {
    const hours = begunEverywhere - hourIn(this.timezone, this.now());
    if (hours > 0) await this.#move(api, hours);
  }

  async #move(api: APIRequestContext, hours: number): Promise<void> {
    const answer = await api.post("/dev/clock", { form: { hours }, maxRedirects: 0, timeout: 300_000 });
    if (answer.status() !== 303) throw new Error(`The clock answered ${answer.status()}`);
    this.#aheadMs += hours * hourMs;
  }
}
