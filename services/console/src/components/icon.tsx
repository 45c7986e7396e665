import type { ReactNode } from 'react';

/** Strokes on a field of 20 by 20. */
const paths = {
  overview: 'M3 11h5V3H3zM12 17h5V9h-5zM12 6h5V3h-5zM3 17h5v-3H3z',
  tasks: 'M4 5.5h1M8 5.5h8.5M4 10h1M8 10h8.5M4 14.5h1M8 14.5h8.5',
  play: 'M6 4.5v11l9-5.5z',
  pause: 'M6.5 4.5v11M13.5 4.5v11',
  text: 'M4 5h12M4 9h12M4 13h8',
  shield: 'M10 3l6 2v5c0 4-2.8 6.2-6 7-3.2-.8-6-3-6-7V5z',
  hook: 'M7 12a3.5 3.5 0 1 0 2.5 5l3-5.5M13 8a3.5 3.5 0 1 0-5 0M13 12h.5a3 3 0 1 1-2.5 4.5',
  key: 'M12.5 10.5a3.5 3.5 0 1 0-3.2-2L3.5 14.3V17h3v-2h2v-2l1.7-1.7',
  chart: 'M3.5 16.5h13M6 13.5v-4M10 13.5v-9M14 13.5v-6',
  operator: 'M4 4h12v5H4zM4 11.5h12v5H4zM7 6.5h.01M7 14h.01',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  copy: 'M7.5 7.5v-4h9v9h-4M3.5 7.5h9v9h-9z',
  check: 'M4 10.5l4 4 8-9',
  retry: 'M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5',
  stop: 'M5.5 5.5h9v9h-9z',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10.5h6.6L14 6',
  back: 'M11.5 4.5L6 10l5.5 5.5',
  next: 'M8.5 4.5L14 10l-5.5 5.5',
  down: 'M5 8l5 5 5-5',
  warning: 'M10 3.5l7 12.5H3zM10 8.5v3.5M10 14h.01',
  code: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  out: 'M8 4H4v12h4M9 10h8M14 7l3 3-3 3',
  plus: 'M10 4v12M4 10h12',
  upload: 'M10 12.5v-9M6 7l4-4 4 4M4 16.5h12',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside a text; what needs a name gets it from its button. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
