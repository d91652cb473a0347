import { Bar } from "../layout/cluster.tsx";
import { type Status, StatusBadge } from "./badge.tsx";
import css from "./card-head.module.css";

/** Card heading with a status badge. */
export function CardHead({ id, title, status }: { id: string; title: string; status?: Status }) {
  return (
    <Bar>
      <h2 id={id} className={css["title"]}>
        {title}
      </h2>
      {status && <StatusBadge tone={status.tone}>{status.label}</StatusBadge>}
    </Bar>
  );
}
