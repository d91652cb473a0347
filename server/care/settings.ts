import type { Config } from "#server/config.ts";
import type { RouterSettings } from "./matching/doctor-router.ts";

/** The `doctor_router` configuration; enabled unless the deployment switches it off. */
export const routerSettings = ({ doctorRouter }: Config): RouterSettings => doctorRouter;
