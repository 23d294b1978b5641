import type { ReactNode } from 'react';

/** Creates an icon component. Icons are hidden from screen readers: the control around them has the label. */
function icon(drawing: ReactNode) {
  return ({ size = 18 }: { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </>,
);
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />);
export const MinusIcon = icon(<path d="M4 10h12" />);
export const ExpandIcon = icon(<path d="M12 3.500h4.500V8M16.500 3.500l-5 5M8 16.500H3.500V12M3.500 16.500l5-5" />);
export const CollapseIcon = icon(<path d="M16 8.500h-4.500V4M11.500 8.500l5-5M4 11.500h4.500V16M8.500 11.500l-5 5" />);
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const ChevronDownIcon = icon(<path d="m5.5 8 4.5 4.5L14.5 8" />);
export const PersonIcon = icon(
  <>
    <circle cx="10" cy="6.8" r="3.3" />
    <path d="M3.8 17c.6-3.4 3-5.2 6.2-5.2s5.6 1.8 6.2 5.2" />
  </>,
);
export const JournalIcon = icon(
  <>
    <path d="M6 4v12" />
    <circle cx="6" cy="5.5" r="1.6" fill="currentColor" />
    <circle cx="6" cy="14.5" r="1.6" fill="currentColor" />
    <path d="M10.5 5.500h6M10.5 14.500h4" />
  </>,
);
export const PrintIcon = icon(
  <path d="M6 7.5V3.5h8v4M6 13.5H4.3a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1h11.4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H14M6 11.5h8v5H6z" />,
);
export const SealIcon = icon(
  <>
    <circle cx="10" cy="8" r="4.500" />
    <path d="m8.2 8 1.3 1.300 2.300-2.600M7 11.500 5.800 17l4.200-2 4.200 2L13 11.500" />
  </>,
);
export const FoldIcon = icon(<path d="m4.5 7.5 5.5 5.5 5.5-5.5" />);
export const EchoIcon = icon(
  <>
    <circle cx="7.5" cy="10" r="4.5" />
    <circle cx="12.5" cy="10" r="4.5" />
  </>,
);
export const ThreadIcon = icon(
  <>
    <path d="M4.8 14 8.5 7.500l3.6 5 3.3-6" opacity=".6" />
    <circle cx="4.3" cy="14.8" r="1.7" fill="currentColor" />
    <circle cx="8.6" cy="6.6" r="1.7" fill="currentColor" />
    <circle cx="12.1" cy="13.2" r="1.7" fill="currentColor" />
    <circle cx="15.9" cy="5.9" r="1.5" fill="currentColor" />
  </>,
);
export const ContinueIcon = icon(
  <>
    <circle cx="5" cy="10" r="2" />
    <path d="M7 10h5M15 7v6M12 10h6" />
  </>,
);
export const ConnectIcon = icon(
  <>
    <circle cx="5" cy="14.500" r="2" />
    <circle cx="15" cy="5.500" r="2" />
    <path d="M6.500 13.200 13.500 6.800" strokeDasharray="2.500 2.500" />
  </>,
);
export const EditIcon = icon(<path d="m12.8 4.2 3 3L7 16l-3.7.7L4 13zM11 6l3 3" />);
export const RemoveIcon = icon(<path d="M4 6h12M8 6V4h4v2M5.5 6l.7 10.500h7.600L14.5 6M8.5 9v5M11.5 9v5" />);
export const MergeIcon = icon(
  <path d="M4 5h3c3 0 3.500 5 6.500 5H16M4 15h3c3 0 3.500-5 6.500-5M13.500 7.500 16 10l-2.500 2.500" />,
);
export const CheckIcon = icon(<path d="m4.5 10.5 3.7 3.7 7.3-8" />);
export const FilterIcon = icon(<path d="M3.5 6h13M6 10h8M8.5 14h3" />);
export const BackIcon = icon(<path d="M16 10H4.500M9 5l-5 5 5 5" />);
export const ForwardIcon = icon(<path d="M4 10h11.500M11 5l5 5-5 5" />);
export const BranchIcon = icon(
  <path d="M3.500 10h4c3 0 3-4.500 6-4.500h3M7.500 10c3 0 3 4.500 6 4.500h3M14.500 3.500l2 2-2 2M14.500 12.500l2 2-2 2" />,
);
export const ShareIcon = icon(<path d="M10 12V3.500M6.500 6.500 10 3l3.500 3.500M5 10v6h10v-6" />);
export const DownloadIcon = icon(<path d="M10 3.500V12M6.500 8.500 10 12l3.500-3.500M4 13v3.500h12V13" />);
export const PlaceIcon = icon(
  <>
    <path d="M10 17.500s5.500-4.700 5.500-9.300a5.500 5.500 0 0 0-11 0c0 4.600 5.500 9.300 5.500 9.300Z" />
    <circle cx="10" cy="8.200" r="1.900" />
  </>,
);
export const TargetIcon = icon(
  <>
    <circle cx="10" cy="10" r="5.5" />
    <circle cx="10" cy="10" r="1.2" fill="currentColor" />
    <path d="M10 2v3M10 15v3M2 10h3M15 10h3" />
  </>,
);
export const EarlierIcon = icon(<path d="M4 10a6 6 0 1 1 1.900 4.400M4 5.500V10h4.500M10 6.500V10l2.500 1.800" />);
export const CalendarIcon = icon(<path d="M4 5.500h12v11H4zM4 9h12M7.500 3.500v3.500M12.500 3.500v3.500" />);
export const DiceIcon = icon(
  <>
    <path d="M5.500 4h9A1.500 1.500 0 0 1 16 5.500v9a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 4 14.500v-9A1.500 1.500 0 0 1 5.500 4Z" />
    <circle cx="7.500" cy="7.500" r="1" fill="currentColor" />
    <circle cx="12.500" cy="12.500" r="1" fill="currentColor" />
    <circle cx="10" cy="10" r="1" fill="currentColor" />
  </>,
);
