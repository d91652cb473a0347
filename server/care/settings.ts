import type { Config } from "#server/config.ts";
import type { RouterSettings } from "./router.ts";

/** The `doctor_router` configuration; on unless the deployment switches it off. */
export const routerSettings = ({ doctorRouter }: Config): RouterSettings => doctorRouter;
