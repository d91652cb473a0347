import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./overview/home.module.css";

/** Placeholder for the home page while it first loads, in the final layout. */
export function HomeSkeleton() {
  return (
    <>
      <div className={css["panelSkeleton"]}>
        <Skeleton kind="card" count={1} />
      </div>
      <div className={css["grid"]}>
        <div className={css["column"]}>
          <Skeleton kind="row" count={6} label="" />
        </div>
        <div className={css["column"]}>
          <Skeleton kind="card" count={2} label="" />
        </div>
      </div>
    </>
  );
}
