export { notifyCareDesk } from "./care-desk/queue.ts";
