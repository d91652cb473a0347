import fc from "fast-check";
import { afterAll, vi } from "vitest";

/** What property tests try is the same in each run, so that a change is judged by what it changes; `npm run explore` tries something new. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_122) });

/** Files share a worker: none leaves its globals or its clock to the next. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
