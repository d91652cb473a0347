import { icon } from "./icon.tsx";

/* Icons in the style of `base-icons.tsx`, apart from those of the first screens, which need none of these. */
export const BellIcon = /* @__PURE__ */ icon(
  <path d="M5.5 17c1.2-1.4 1.5-3 1.5-6a5 5 0 0 1 10 0c0 3 .3 4.6 1.5 6h-13Zm4.5 3c.9 1.2 3.1 1.2 4 0M12 6V3.5" />,
);
export const HomeIcon = /* @__PURE__ */ icon(<path d="M4 11.2 12 4l8 7.2M6 9.5V20h4.5v-5.5h3V20H18V9.5" />);
export const MessageIcon = /* @__PURE__ */ icon(<path d="M4 5.5h16v11h-9L6.5 20v-3.5H4v-11ZM8 9.5h8m-8 3h5" />);
export const LeafIcon = /* @__PURE__ */ icon(
  <path d="M5 19C3.5 10 9 4.5 19.5 4.5 20 14.5 14.5 20.5 5 19Zm0 0L13 11" />,
);
export const HelpIcon = /* @__PURE__ */ icon(
  <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.4 9.5c.2-1.6 1.2-2.3 2.6-2.3 1.6 0 2.7.9 2.7 2.3 0 2-2.6 2.1-2.6 4m0 2.7v.1" />,
);
export const ShareIcon = /* @__PURE__ */ icon(<path d="M12 15V3.5M8 7l4-3.5L16 7M5 12v7.5h14V12" />);
export const CameraIcon = /* @__PURE__ */ icon(
  <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 8.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6Z" />,
);
export const FileIcon = /* @__PURE__ */ icon(<path d="M6 3.5h8l4.5 4.5v12.5H6v-17ZM14 3.5V8h4.5" />);
export const ReceiptIcon = /* @__PURE__ */ icon(
  <path d="M6 3.5h12v17l-2.4-1.6-2.4 1.6-2.4-1.6-2.4 1.6L6 18.9V3.5ZM9 8h6m-6 4h6" />,
);
export const UploadIcon = /* @__PURE__ */ icon(<path d="M12 16V5M7.5 9 12 4.5 16.5 9M4.5 16v3.5h15V16" />);
export const DownloadIcon = /* @__PURE__ */ icon(<path d="M12 4.5v11M7.5 11.5 12 16l4.5-4.5M4.5 16v3.5h15V16" />);
export const CardIcon = /* @__PURE__ */ icon(<path d="M3.5 6h17v12.5h-17V6Zm0 4h17M7 15h3.5" />);
export const CalendarIcon = /* @__PURE__ */ icon(<path d="M4.5 6h15v14h-15V6Zm0 4.5h15M8.5 3.5V7m7-3.5V7" />);
export const ClockIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5.2l3.5 2.3" />);
export const StarIcon = /* @__PURE__ */ icon(
  <path d="m12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 4Z" />,
);
export const PackageIcon = /* @__PURE__ */ icon(
  <path d="m12 3.5 8 4v9l-8 4-8-4v-9l8-4Zm-8 4 8 4 8-4m-8 4v9M8 5.5l8 4" />,
);
export const PaperclipIcon = /* @__PURE__ */ icon(
  <path d="M19.5 11.5 12 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-8 8a1.6 1.6 0 0 1-2.2-2.2l7.2-7.2" />,
);
export const SendIcon = /* @__PURE__ */ icon(<path d="M4 12 20 4.5 15.5 20l-4-6.5L4 12Zm7.5 1.5L20 4.5" />);
export const MoonIcon = /* @__PURE__ */ icon(<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />);
export const IdIcon = /* @__PURE__ */ icon(
  <path d="M3.5 6h17v12.5h-17V6Zm8.5 4h5m-5 4h5M8 11.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Zm-2.4 4a2.4 2.4 0 0 1 4.8 0" />,
);
export const UsersIcon = /* @__PURE__ */ icon(
  <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M15.5 4.4a3.5 3.5 0 0 1 0 6.2M18 14.6c2 .8 3.2 2.6 3.5 5.4" />,
);
