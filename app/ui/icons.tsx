import type { ReactNode } from "react";

/* One hand, 24 × 24, line 1.75, decorative: the words beside an icon carry its meaning. */
function icon(children: ReactNode, size = "1.25em") {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    );
  };
}

export const WarningIcon = /* @__PURE__ */ icon(<path d="M12 3.5 21.5 20h-19L12 3.5Zm0 6v5m0 2.6v.1" />);
export const CheckIcon = /* @__PURE__ */ icon(<path d="m5 12.8 4.6 4.4L19 7" />);
export const CloseIcon = /* @__PURE__ */ icon(<path d="m6 6 12 12M18 6 6 18" />);
export const InfoIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-8.8v.1" />);
export const SuccessIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4.2-8.7 2.9 2.8 5.5-6" />);
export const ChevronDownIcon = /* @__PURE__ */ icon(<path d="m6 9.5 6 6 6-6" />);
export const ChevronRightIcon = /* @__PURE__ */ icon(<path d="m9.5 6 6 6-6 6" />);
export const ArrowLeftIcon = /* @__PURE__ */ icon(<path d="M20 12H4.5m6.5-6.5L4.5 12l6.5 6.5" />);
export const ArrowRightIcon = /* @__PURE__ */ icon(<path d="M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5" />);
export const ExternalIcon = /* @__PURE__ */ icon(<path d="M14 4h6v6m0-6-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />);
export const PlusIcon = /* @__PURE__ */ icon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = /* @__PURE__ */ icon(<path d="M5 12h14" />);
export const TrashIcon = /* @__PURE__ */ icon(<path d="M4.5 6.5h15M9.5 6V4h5v2m-8.3.5.9 13.5h9.8l.9-13.5M10 10.5v5.5m4-5.5v5.5" />);
export const BellIcon = /* @__PURE__ */ icon(<path d="M5.5 17c1.2-1.4 1.5-3 1.5-6a5 5 0 0 1 10 0c0 3 .3 4.6 1.5 6h-13Zm4.5 3c.9 1.2 3.100 1.200 4 0M12 6V3.500" />);
export const MenuIcon = /* @__PURE__ */ icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const UserIcon = /* @__PURE__ */ icon(<path d="M12 12.500a4.200 4.200 0 1 0 0-8.500 4.200 4.200 0 0 0 0 8.500ZM4.500 20.500c.6-4 3.700-5.500 7.500-5.500s6.900 1.500 7.500 5.500" />);
export const HomeIcon = /* @__PURE__ */ icon(<path d="M4 11.200 12 4l8 7.200M6 9.500V20h4.500v-5.500h3V20H18V9.500" />);
export const MessageIcon = /* @__PURE__ */ icon(<path d="M4 5.500h16v11h-9L6.500 20v-3.500H4v-11ZM8 9.500h8m-8 3h5" />);
export const LeafIcon = /* @__PURE__ */ icon(<path d="M5 19C3.500 10 9 4.500 19.500 4.500 20 14.500 14.500 20.500 5 19Zm0 0L13 11" />);
export const HelpIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.400 9.500c.2-1.600 1.200-2.300 2.600-2.300 1.600 0 2.700.9 2.700 2.300 0 2-2.600 2.100-2.600 4m0 2.700v.1" />);
export const ShareIcon = /* @__PURE__ */ icon(<path d="M12 15V3.500M8 7l4-3.500L16 7M5 12v7.500h14V12" />);
export const CameraIcon = /* @__PURE__ */ icon(<path d="M4 8h3.500L9 5.500h6L16.500 8H20v11H4V8Zm8 8.500a3.300 3.300 0 1 0 0-6.600 3.300 3.300 0 0 0 0 6.600Z" />);
export const FileIcon = /* @__PURE__ */ icon(<path d="M6 3.500h8l4.500 4.500v12.500H6v-17ZM14 3.500V8h4.500" />);
export const UploadIcon = /* @__PURE__ */ icon(<path d="M12 16V5M7.500 9 12 4.500 16.500 9M4.500 16v3.500h15V16" />);
export const DownloadIcon = /* @__PURE__ */ icon(<path d="M12 4.500v11M7.500 11.500 12 16l4.500-4.500M4.500 16v3.500h15V16" />);
export const LockIcon = /* @__PURE__ */ icon(<path d="M5.500 11h13v9.500h-13V11ZM8 11V8a4 4 0 0 1 8 0v3m-4 3.500v2.500" />);
export const CardIcon = /* @__PURE__ */ icon(<path d="M3.500 6h17v12.500h-17V6Zm0 4h17M7 15h3.500" />);
export const CalendarIcon = /* @__PURE__ */ icon(<path d="M4.500 6h15v14h-15V6Zm0 4.500h15M8.500 3.500V7m7-3.500V7" />);
export const ClockIcon = /* @__PURE__ */ icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5.200l3.500 2.300" />);
export const StarIcon = /* @__PURE__ */ icon(<path d="m12 4 2.500 5.200 5.700.8-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.8L12 4Z" />);
export const BasketIcon = /* @__PURE__ */ icon(<path d="M3.500 9.500h17L18.500 20h-13l-2-10.500Zm4-0L11 4m5.500 5.500L13 4M9.500 13v3.500m5-3.500v3.500" />);
export const PackageIcon = /* @__PURE__ */ icon(<path d="m12 3.500 8 4v9l-8 4-8-4v-9l8-4Zm-8 4 8 4 8-4m-8 4v9M8 5.500l8 4" />);
export const SendIcon = /* @__PURE__ */ icon(<path d="M4 12 20 4.500 15.500 20l-4-6.500L4 12Zm7.500 1.500L20 4.500" />);
