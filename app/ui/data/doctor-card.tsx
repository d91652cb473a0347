import type { ReactNode } from "react";
import css from "./doctor-card.module.css";

/** Who cares for the patient. `photo` is a path or an illustration element. */
export function DoctorCard({
  photo,
  name,
  credentials,
  level = 3,
  action,
  children,
}: {
  photo: string | ReactNode;
  name: string;
  credentials?: ReactNode;
  level?: 2 | 3 | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Name = `h${level}` as const;
  return (
    <article className={css["doctor"]}>
      <div className={css["photo"]}>
        {typeof photo === "string" ? <img src={photo} alt="" width={160} height={160} /> : photo}
      </div>
      <div className={css["text"]}>
        <Name className={css["name"]}>{name}</Name>
        {credentials && <p className={css["credentials"]}>{credentials}</p>}
        {children && <div className={css["more"]}>{children}</div>}
        {action && <div className={css["action"]}>{action}</div>}
      </div>
    </article>
  );
}
