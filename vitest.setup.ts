import fc from "fast-check";

/** What property tests try is the same in each run, so that a change is judged by what it changes; `npm run explore` tries something new. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_122) });
