import { useEffect, useRef, useState, type ReactNode } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../../device/theme';

const HEIGHT = 220;
const DAY_S = 86_400;
/** Of the width of a day, and at most so many pixels. */
const BAR: [number, number] = [0.62, 28];

interface DayChartProps {
  /** UTC, one after the other. */
  days: readonly string[];
  values: readonly number[];
  label: string;
  formatDay: (day: string) => string;
  formatValue: (value: number) => string;
}

/** Bars of days; the day under the pointer is said above them. A picture for readers of the screen. */
export function DayChart({ days, values, label, formatDay, formatValue }: DayChartProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const theme = useColourScheme();
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const times = days.map((day) => Date.parse(day) / 1_000);
    const options = optionsOf({ element, formatDay, formatValue, onPoint: setPointed });
    const chart = new UPlot(options, [times, [...values]], element);
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      chart.destroy();
    };
  }, [days, values, formatDay, formatValue, theme]);
  const day = pointed === null ? undefined : days[pointed];
  return (
    <figure className="day-chart">
      <p className="day-chart-pointed numbers" aria-hidden="true">
        {day !== undefined && pointed !== null && (
          <>
            {formatDay(day)} <strong>{formatValue(values[pointed] ?? 0)}</strong>
          </>
        )}
      </p>
      <div ref={box} className="day-chart-box" role="img" aria-label={label} />
    </figure>
  );
}

interface ChartParts extends Pick<DayChartProps, 'formatDay' | 'formatValue'> {
  element: HTMLElement;
  onPoint: (index: number | null) => void;
}

function optionsOf({ element, formatDay, formatValue, onPoint }: ChartParts): UPlot.Options {
  const [ink, line, bar] = ['--ink-faint', '--line', '--accent'].map((name) => colourOf(element, name));
  const axis = { stroke: ink ?? '', font: `11px ${getComputedStyle(element).fontFamily}` };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      x: { range: (_, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
      y: { range: fromZero },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        ticks: { show: false },
        space: 64,
        incrs: [1, 2, 7, 14, 30, 60].map((count) => count * DAY_S),
        values: (_, times) => times.map((time) => formatDay(new Date(time * 1_000).toISOString())),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: line ?? '', width: 1 },
        ticks: { show: false },
        values: (_, marks) => marks.map(formatValue),
      },
    ],
    series: [{}, { fill: bar ?? '', stroke: bar ?? '', width: 0, paths: barsOf(), points: { show: false } }],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

function barsOf(): UPlot.Series.PathBuilder {
  const build = UPlot.paths.bars?.({ size: BAR, radius: 0.15 });
  if (!build) throw new TypeError('The chart library has no bars.');
  return build;
}

function fromZero(_: UPlot, _min: number, max: number): UPlot.Range.MinMax {
  return [0, max > 0 ? max * 1.1 : 1];
}

/** The canvas knows no `light-dark()`: the browser resolves it for an element. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Changes with the colours of the page, chosen here or in the system. */
function useColourScheme(): string {
  const { theme } = useTheme();
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = (): void => setDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return `${theme} ${String(isDark)}`;
}
