import type { Database } from "#server/platform/database/open.ts";
import { readDemoSetting, saveDemoSetting } from "./demo-settings.ts";

/** Whether the demo's care desk works by itself; on until somebody switches it off. */
export const isCareDeskOn = async (db: Database): Promise<boolean> =>
  (await readDemoSetting(db, "demo_care_desk")) !== false;

/** Lets the care desk work by itself, or not: then people do it in the staff app. Counts on every node from its next look. */
export const switchCareDesk = (db: Database, isOn: boolean): Promise<void> =>
  saveDemoSetting(db, "demo_care_desk", isOn);
