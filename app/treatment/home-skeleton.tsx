import { Skeleton } from "#app/ui/skeleton.tsx";
import css from "./home.module.css";

/** The page before its first answer, in the places things will have. */
export function HomeSkeleton() {
  return (
    <>
      <div className={css["panelSkeleton"]}>
        <Skeleton kind="card" count={1} />
      </div>
      <div className={css["grid"]}>
        <div className={css["doctor"]}>
          <Skeleton kind="card" count={1} label="" />
        </div>
        <div className={css["order"]}>
          <Skeleton kind="row" count={6} label="" />
        </div>
        <div className={css["plan"]}>
          <Skeleton kind="card" count={1} label="" />
        </div>
      </div>
    </>
  );
}
