import { icon } from "./icon.tsx";

export const WarningIcon = /* @__PURE__ */ icon(<path d="M12 3.5 21.5 20h-19L12 3.5Zm0 6v5m0 2.6v.1" />);
export const CheckIcon = /* @__PURE__ */ icon(<path d="m5 12.8 4.6 4.4L19 7" />);
export const CloseIcon = /* @__PURE__ */ icon(<path d="m6 6 12 12M18 6 6 18" />);
export const InfoIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-8.8v.1" />);
export const SuccessIcon = /* @__PURE__ */ icon(
  <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4.2-8.7 2.9 2.8 5.5-6" />,
);
export const ChevronDownIcon = /* @__PURE__ */ icon(<path d="m6 9.5 6 6 6-6" />);
export const ChevronRightIcon = /* @__PURE__ */ icon(<path d="m9.5 6 6 6-6 6" />);
export const ArrowLeftIcon = /* @__PURE__ */ icon(<path d="M20 12H4.5m6.5-6.5L4.5 12l6.5 6.5" />);
export const ExternalIcon = /* @__PURE__ */ icon(
  <path d="M14 4h6v6m0-6-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />,
);
export const PlusIcon = /* @__PURE__ */ icon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = /* @__PURE__ */ icon(<path d="M5 12h14" />);
export const TrashIcon = /* @__PURE__ */ icon(
  <path d="M4.5 6.5h15M9.5 6V4h5v2m-8.3.5.9 13.5h9.8l.9-13.5M10 10.5v5.5m4-5.5v5.5" />,
);
export const UserIcon = /* @__PURE__ */ icon(
  <path d="M12 12.5a4.2 4.2 0 1 0 0-8.5 4.2 4.2 0 0 0 0 8.5ZM4.5 20.5c.6-4 3.7-5.5 7.5-5.5s6.9 1.5 7.5 5.5" />,
);
