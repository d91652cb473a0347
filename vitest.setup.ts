import fc from "fast-check";
import { afterAll, vi } from "vitest";

/** Property tests try the same values in each run, so that a result depends only on the change; `npm run explore` tries new ones. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_122) });

/** Files share a worker: none may leave its globals or its clock to the next. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
