import { zipMayBeIn } from "#contract/fields/zip-states.ts";

/** A zip code in a state, for test addresses. */
export function zipCodeInState(state: string): string {
  for (let prefix = 0; prefix < 1000; prefix += 1) {
    const zipcode = `${String(prefix).padStart(3, "0")}01`;
    if (zipMayBeIn(zipcode, state)) return zipcode;
  }
  throw new Error(`${state} has no zip codes`);
}
