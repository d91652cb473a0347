import type { ReactNode } from "react";
import css from "./case.module.css";

/** A case on one screen: its head and what stands in the way stay above; what is decided is on the left, what it's decided on beside it. */
export const CaseLayout = ({
  head,
  notices,
  plan,
  checks,
  answers,
  timeline,
  dialog,
}: Readonly<
  Record<"head" | "notices" | "plan" | "checks" | "answers" | "timeline" | "dialog", ReactNode>
>): ReactNode => (
  <div className={css["case"]}>
    {head}
    {notices}
    <div className={css["columns"]}>
      <div className={css["left"]}>{plan}</div>
      <div className={css["evidence"]}>
        <div className={css["side"]}>{checks}</div>
        <div className={css["answered"]}>{answers}</div>
        <div className={css["past"]}>{timeline}</div>
      </div>
    </div>
    {dialog}
  </div>
);
