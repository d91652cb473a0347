import { sql } from "kysely";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../database/open.ts";
import type { Clock } from "./clock.ts";

/** How far, in milliseconds, a node's clock may be from the database's. */
const toleratedMs = 60_000;
const checkEveryMs = 60_000;
/** A clock that was set shows by how far it moved apart from the time that can't be set. */
const noticedMs = 1_000;

/**
 * Compares a node's clock with the database's, which all nodes share. A node whose clock is wrong serves, but runs no job and takes no writes that
 * depend on the day: it would charge, plan, mail and delete at the wrong time. By how far a demo's clock was moved is known, and allowed.
 */
export interface ClockGuard {
  /** Compares now; how far ahead of the database's the node's clock is, in milliseconds. */
  readonly check: () => Promise<number>;
  /** Whether the clock is wrong: as compared in the last minute, or again if it was set since. */
  readonly isWrong: () => Promise<boolean>;
  /** How far a wrong clock is ahead, as known without a question; 0 for a right one. */
  readonly offByMs: () => number;
  /** The time by the database's clock, moved as the node's: the same on every node. */
  readonly shared: Clock;
  /** Compares each minute; the returned function ends that. */
  readonly start: () => () => void;
}

/** How far ahead of the database's clock this one is, in milliseconds, to half the time the question took. */
async function clockOffsetMs(db: Database, clock: Clock): Promise<number> {
  // Both at once: a demo's clock may be moved while the question is out.
  const before = clock.now().getTime() - movedMs(clock);
  const asked = performance.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const halfway = (performance.now() - asked) / 2;
  return rows[0] ? before + halfway - rows[0].now.getTime() : 0;
}

/** By how much a movable clock was moved. */
const movedMs = (clock: Clock): number => ("offset" in clock ? (clock.offset as number) : 0);

/** Refuses a task that deletes by age on a machine with a wrong clock. */
export async function requireRightClock(db: Database, clock: Clock): Promise<void> {
  const offBy = await clockOffsetMs(db, clock);
  if (Math.abs(offBy) > toleratedMs)
    throw new Error(`This machine's clock is ${inWords(offBy)} the database's: set it, then run this again.`);
}

/** For a clock nobody compares: the past of the demo's patients is made by one. */
export const trustedClock = (clock: Clock): ClockGuard => ({
  check: async () => 0,
  isWrong: async () => false,
  offByMs: () => 0,
  shared: clock,
  start: () => () => undefined,
});

export function createClockGuard({
  db,
  clock,
  log,
  metrics,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}): ClockGuard {
  let offBy = 0;
  /** When it was compared last, by both times. */
  let compared: { readonly wall: number; readonly steady: number } | null = null;
  const isOff = () => Math.abs(offBy) > toleratedMs;
  new Gauge({
    name: "clock_offset_seconds",
    help: "How far the node's clock is ahead of the database's; over 60 either way, it runs no jobs",
    registers: [metrics],
    collect() {
      this.set(offBy / 1000);
    },
  });
  const wall = () => clock.now().getTime() - movedMs(clock);

  async function check(): Promise<number> {
    const was = isOff();
    offBy = await clockOffsetMs(db, clock);
    compared = { wall: wall(), steady: performance.now() };
    if (isOff() && !was)
      log.error(
        { offByMs: Math.round(offBy) },
        `this node's clock is ${inWords(offBy)} the database's: it runs no jobs`,
      );
    if (!isOff() && was) log.info("this node's clock is right again");
    return offBy;
  }

  /** Compared within the last minute, and not set since. */
  function isCurrent(): boolean {
    if (compared === null) return false;
    const steady = performance.now() - compared.steady;
    return steady < checkEveryMs && Math.abs(wall() - compared.wall - steady) < noticedMs;
  }

  return {
    check,
    async isWrong() {
      if (!isCurrent()) await check();
      return isOff();
    },
    offByMs: () => (isOff() ? offBy : 0),
    shared: { now: () => new Date(clock.now().getTime() - (isOff() ? offBy : 0)) },
    start() {
      const timer = setInterval(() => {
        check().catch(({ message }: Error) => log.warn({ err: { message } }, "clock not compared"));
      }, checkEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

function inWords(offBy: number): string {
  const seconds = Math.round(Math.abs(offBy) / 1000);
  return `${seconds} seconds ${offBy > 0 ? "ahead of" : "behind"}`;
}
